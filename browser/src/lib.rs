//! Nothing but the tests beside it: Muster's pages in real Chromium (`./test browser`).
