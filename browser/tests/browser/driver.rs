//! Chromium and its driver: one driver per test, one browser per person. Promises that nothing it started is left
//! running, also when a test fails.

use crate::fonts::Font;
use crate::page::Page;
use crate::server::free_port;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use thirtyfour::{ChromiumLikeCapabilities, DesiredCapabilities, WebDriver};

/// What a browser needs to start in a container, and to stay quiet.
const FLAGS: [&str; 10] = [
    "--headless=new",
    "--no-sandbox",
    "--disable-dev-shm-usage",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--window-size=1366,768",
];

/// The width and height of a screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Size {
    pub(crate) width: u32,
    pub(crate) height: u32,
}

/// The smallest phone there is.
pub(crate) const SMALLEST: Size = Size {
    width: 320,
    height: 640,
};
/// A small phone.
pub(crate) const PHONE: Size = Size {
    width: 360,
    height: 740,
};
/// A usual phone.
pub(crate) const USUAL_PHONE: Size = Size {
    width: 390,
    height: 844,
};
/// A tablet, held upright.
pub(crate) const TABLET: Size = Size {
    width: 768,
    height: 1024,
};
/// A tablet on its side.
pub(crate) const WIDE_TABLET: Size = Size {
    width: 1024,
    height: 768,
};
/// A cheap laptop.
pub(crate) const LAPTOP: Size = Size {
    width: 1366,
    height: 768,
};
/// A large screen.
pub(crate) const LARGE: Size = Size {
    width: 1920,
    height: 1080,
};

/// The driver of all browsers of one test.
pub(crate) struct Driver {
    process: Child,
    port: u16,
    font: Font,
    folder: tempfile::TempDir,
}

impl Driver {
    pub(crate) async fn start() -> Driver {
        Driver::with(Font::Wide).await
    }

    /// Starts browsers on a machine with this system font.
    pub(crate) async fn with(font: Font) -> Driver {
        let (port, folder) = (free_port(), tempfile::tempdir().unwrap());
        let process = Command::new("chromedriver")
            .arg(format!("--port={port}"))
            .env("FONTCONFIG_FILE", font.configuration(folder.path()))
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap_or_else(|error| {
                panic!("chromedriver does not start ({error}): install chromium and chromium-driver, or run ./test, which does")
            });
        let driver = Driver {
            process,
            port,
            font,
            folder,
        };
        let patience = Instant::now() + Duration::from_secs(20);
        while TcpStream::connect(("127.0.0.1", port)).is_err() {
            assert!(
                Instant::now() < patience,
                "chromedriver does not answer on port {port}"
            );
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        driver
    }

    /// Opens a browser that has never been anywhere, with a screen of the given size.
    pub(crate) async fn browser(&self, size: Size) -> Page {
        let fresh = tempfile::tempdir_in(self.folder.path()).unwrap().keep();
        let mut wanted = DesiredCapabilities::chrome();
        for flag in FLAGS {
            wanted.add_arg(flag).unwrap();
        }
        wanted
            .add_arg(&format!("--user-data-dir={}", fresh.display()))
            .unwrap();
        let address = format!("http://127.0.0.1:{}", self.port);
        let browser = WebDriver::new(&address, wanted).await;
        let browser = browser.expect("Chromium starts");
        // The longest page keeps axe-core busy for more than the usual 30 seconds where many others use the machine.
        let longer = Duration::from_secs(120);
        browser.set_script_timeout(longer).await.unwrap();
        let page = Page::new(browser);
        self.font.assert_shown(&page).await;
        page.resize(size).await;
        page
    }
}

impl Drop for Driver {
    /// The driver closes its browsers when it is asked to shut down; what does not listen is killed.
    fn drop(&mut self) {
        if let Ok(mut stream) = TcpStream::connect(("127.0.0.1", self.port)) {
            let _ = stream.set_read_timeout(Some(Duration::from_secs(5)));
            let _ = stream.write_all(
                b"GET /shutdown HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n",
            );
            let _ = stream.read_to_end(&mut Vec::new());
        }
        let patience = Instant::now() + Duration::from_secs(5);
        while Instant::now() < patience && matches!(self.process.try_wait(), Ok(None)) {
            std::thread::sleep(Duration::from_millis(50));
        }
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
