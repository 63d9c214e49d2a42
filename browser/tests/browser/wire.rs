//! A wire between a phone and the server that can be cut, as a hall's wireless network is now and then.

use std::net::Ipv4Addr;
use std::sync::{Arc, Mutex};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;

/// A relay on a port of its own.
pub(crate) struct Wire {
    host: Ipv4Addr,
    port: u16,
    to: u16,
    listening: Option<JoinHandle<()>>,
    open: Arc<Mutex<Vec<JoinHandle<()>>>>,
}

impl Wire {
    /// Lays a wire to a port of this machine.
    pub(crate) async fn to(to: u16) -> Wire {
        Wire::from(Ipv4Addr::LOCALHOST, to).await
    }

    /// Lays a wire from another address of this machine; to a browser that is another server, with other cookies.
    pub(crate) async fn from(host: Ipv4Addr, to: u16) -> Wire {
        let mut wire = Wire {
            host,
            port: crate::server::free_port(),
            to,
            listening: None,
            open: Arc::default(),
        };
        wire.mend().await;
        wire
    }

    /// Returns the address of a page at the far end.
    pub(crate) fn at(&self, path: &str) -> String {
        format!("http://{}:{}{path}", self.host, self.port)
    }

    /// Cuts the wire: nothing goes through, and everything under way breaks off.
    pub(crate) fn cut(&mut self) {
        if let Some(listening) = self.listening.take() {
            listening.abort();
        }
        for connection in self.open.lock().unwrap().drain(..) {
            connection.abort();
        }
    }

    /// Lets everything through again.
    pub(crate) async fn mend(&mut self) {
        let listener = TcpListener::bind((self.host, self.port)).await.unwrap();
        let (to, open) = (self.to, Arc::clone(&self.open));
        self.listening = Some(tokio::spawn(async move {
            while let Ok((mut near, _)) = listener.accept().await {
                let connection = tokio::spawn(async move {
                    if let Ok(mut far) = TcpStream::connect(("127.0.0.1", to)).await {
                        let _ = tokio::io::copy_bidirectional(&mut near, &mut far).await;
                    }
                });
                open.lock().unwrap().push(connection);
            }
        }));
    }
}

impl Drop for Wire {
    fn drop(&mut self) {
        self.cut();
    }
}
