//! The application: everything a server does for people and programs, without HTTP, HTML, SQL or a command line.
