//! A hall full of phones that wait for the next round, all in one thread of this process. Real phones have processors of
//! their own; these share the machine with the server, so they do as little as possible: no allocation for each answer, and
//! of an answer they read only what shows that it is complete.

use std::cell::RefCell;
use std::io::ErrorKind;
use std::net::{IpAddr, SocketAddr};
use std::rc::Rc;
use std::time::{Duration, Instant};
use tokio::net::{TcpSocket, TcpStream};
use tokio::sync::oneshot;
use tokio::task::{JoinHandle, LocalSet, spawn_local};

/// The longest that phones wait for a round.
const PATIENCE: Duration = Duration::from_secs(60);

/// What phones ask for.
#[derive(Clone)]
pub(crate) struct Requests {
    pub(crate) server: SocketAddr,
    /// The live events.
    pub(crate) events: Vec<u8>,
    /// The page that a new event makes them load.
    pub(crate) page: Vec<u8>,
}

/// When a phone knew of the new round, and when it had the page.
pub(crate) struct Times {
    pub(crate) known: Instant,
    pub(crate) seen: Instant,
}

/// Phones that wait.
pub(crate) struct Phones(std::thread::JoinHandle<Vec<Times>>);

impl Phones {
    /// Lets phones follow live, each from one of several addresses, and returns when all of them do.
    pub(crate) async fn follow(requests: Requests, from: Vec<IpAddr>) -> Phones {
        let (ready, all_follow) = oneshot::channel();
        let thread = std::thread::spawn(move || {
            let mut runtime = tokio::runtime::Builder::new_current_thread();
            let runtime = runtime.enable_all().build().unwrap();
            LocalSet::new().block_on(&runtime, hall(requests, from, ready))
        });
        all_follow.await.unwrap();
        Phones(thread)
    }

    /// Waits until all have the page.
    pub(crate) fn times(self) -> Vec<Times> {
        self.0.join().unwrap()
    }
}

async fn hall(requests: Requests, from: Vec<IpAddr>, ready: oneshot::Sender<()>) -> Vec<Times> {
    let requests = Rc::new(requests);
    let mut phones: Vec<JoinHandle<Times>> = Vec::new();
    for address in from {
        let socket = TcpSocket::new_v4().unwrap();
        socket.bind(SocketAddr::new(address, 0)).unwrap();
        let events = socket.connect(requests.server).await.unwrap();
        send(&events, &requests.events).await;
        // The first event says where the tournament is.
        event(&events).await;
        phones.push(spawn_local(phone(events, Rc::clone(&requests))));
    }
    ready.send(()).unwrap();
    let all = async {
        let mut times = Vec::new();
        for phone in phones {
            times.push(phone.await.unwrap());
        }
        times
    };
    tokio::time::timeout(PATIENCE, all).await.unwrap()
}

/// Waits for the next event, then loads the page as a browser does whose other connections have been idle: on a new one.
async fn phone(events: TcpStream, requests: Rc<Requests>) -> Times {
    event(&events).await;
    let known = Instant::now();
    let page = TcpStream::connect(requests.server).await.unwrap();
    send(&page, &requests.page).await;
    let mut left = receive(&page, |bytes| {
        assert!(bytes.starts_with(b"HTTP/1.1 200"), "{}", text(bytes));
        let head = find(bytes, b"\r\n\r\n").unwrap() + 4;
        let length = find(bytes, b"content-length: ").unwrap() + 16;
        let digits = bytes[length..]
            .iter()
            .take_while(|byte| byte.is_ascii_digit());
        let length = digits.fold(0, |number, digit| number * 10 + usize::from(digit - b'0'));
        length - (bytes.len() - head)
    })
    .await;
    while left > 0 {
        left -= receive(&page, <[u8]>::len).await;
    }
    Times {
        known,
        seen: Instant::now(),
    }
}

/// Waits for an event; comments only keep the connection alive.
async fn event(stream: &TcpStream) {
    while !receive(stream, |bytes| find(bytes, b"\ndata: ").is_some()).await {}
}

async fn send(stream: &TcpStream, bytes: &[u8]) {
    stream.writable().await.unwrap();
    assert_eq!(stream.try_write(bytes).unwrap(), bytes.len());
}

/// Looks at the next bytes of a stream.
async fn receive<T>(stream: &TcpStream, look: impl Fn(&[u8]) -> T) -> T {
    thread_local! {
        static BUFFER: RefCell<Vec<u8>> = RefCell::new(vec![0; 64 * 1024]);
    }
    loop {
        stream.readable().await.unwrap();
        let looked = BUFFER.with_borrow_mut(|buffer| {
            let length = stream.try_read(buffer)?;
            assert!(length > 0, "the server hung up");
            Ok::<_, std::io::Error>(look(&buffer[..length]))
        });
        match looked {
            Err(error) if error.kind() == ErrorKind::WouldBlock => {}
            looked => return looked.unwrap(),
        }
    }
}

fn find(bytes: &[u8], wanted: &[u8]) -> Option<usize> {
    bytes.windows(wanted.len()).position(|part| part == wanted)
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}
