//! Poppler's tools on a PDF. A machine without them fails these tests and says what to install.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};

/// A word on a page, in points from the upper left corner.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Word {
    pub(crate) text: String,
    pub(crate) left: f64,
    pub(crate) top: f64,
    pub(crate) right: f64,
    pub(crate) bottom: f64,
}

impl Word {
    pub(crate) fn height(&self) -> f64 {
        self.bottom - self.top
    }
}

/// A page with its words.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Page {
    pub(crate) width: f64,
    pub(crate) height: f64,
    pub(crate) words: Vec<Word>,
}

impl Page {
    /// Returns the words in one text.
    pub(crate) fn text(&self) -> String {
        let words: Vec<&str> = self.words.iter().map(|word| word.text.as_str()).collect();
        words.join(" ")
    }
}

fn run(tool: &str, pdf: &[u8], before: &[&str], after: &[&str]) -> Vec<u8> {
    let file = fresh_file();
    std::fs::write(&file, pdf).unwrap();
    let out = run_on(tool, &file, before, after);
    std::fs::remove_file(&file).unwrap();
    out
}

/// Names a file that nobody else uses, in the folder that Cargo keeps for tests: the engine takes long to build, and a
/// crate for this one thing would change what it is built with.
pub(crate) fn fresh_file() -> PathBuf {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    let name = format!("paper-{}-{number}.pdf", std::process::id());
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(name)
}

fn run_on(tool: &str, file: &Path, before: &[&str], after: &[&str]) -> Vec<u8> {
    let ran = Command::new(tool)
        .args(before)
        .arg(file)
        .args(after)
        .output();
    let ran = ran.unwrap_or_else(|error| {
        panic!(
            "{tool} cannot be run ({error}): install poppler-utils (apt-get install poppler-utils)"
        )
    });
    let said = String::from_utf8_lossy(&ran.stderr);
    assert!(ran.status.success() && said.is_empty(), "{tool}: {said}");
    ran.stdout
}

/// Returns the pages with the words on them.
pub(crate) fn pages(pdf: &[u8]) -> Vec<Page> {
    let out = String::from_utf8(run("pdftotext", pdf, &["-bbox"], &["-"])).unwrap();
    let mut pages: Vec<Page> = Vec::new();
    for line in out.lines().map(str::trim) {
        if line.starts_with("<page ") {
            pages.push(Page {
                width: value(line, "width"),
                height: value(line, "height"),
                words: Vec::new(),
            });
        } else if line.starts_with("<word ") {
            let text = line.split_once('>').unwrap().1;
            pages.last_mut().unwrap().words.push(Word {
                text: unescaped(text.strip_suffix("</word>").unwrap()),
                left: value(line, "xMin"),
                top: value(line, "yMin"),
                right: value(line, "xMax"),
                bottom: value(line, "yMax"),
            });
        }
    }
    pages
}

fn value(line: &str, name: &str) -> f64 {
    let from = line.split_once(&format!("{name}=\"")).unwrap().1;
    from.split_once('"').unwrap().0.parse().unwrap()
}

fn unescaped(text: &str) -> String {
    let pairs = [
        ("&lt;", "<"),
        ("&gt;", ">"),
        ("&quot;", "\""),
        ("&apos;", "'"),
        ("&amp;", "&"),
    ];
    let mut text = text.to_owned();
    for (written, meant) in pairs {
        text = text.replace(written, meant);
    }
    text
}

/// Returns the whole text, as one reads it.
pub(crate) fn text(pdf: &[u8]) -> String {
    String::from_utf8(run("pdftotext", pdf, &["-layout"], &["-"])).unwrap()
}

/// Returns what the file says about itself.
pub(crate) fn info(pdf: &[u8]) -> String {
    let file = fresh_file();
    std::fs::write(&file, pdf).unwrap();
    // Older versions complain about a field that the standard allows.
    let ran = Command::new("pdfinfo").arg(&file).output().unwrap();
    std::fs::remove_file(&file).unwrap();
    String::from_utf8(ran.stdout).unwrap()
}

/// Checks that all fonts are inside the file.
#[track_caller]
pub(crate) fn fonts_are_embedded(pdf: &[u8]) {
    let out = String::from_utf8(run("pdffonts", pdf, &[], &[])).unwrap();
    let fonts: Vec<&str> = out.lines().skip(2).collect();
    assert!(!fonts.is_empty(), "{out}");
    for font in fonts {
        // The columns from the right: object (two), uni, sub, emb.
        let embedded = font.split_whitespace().rev().nth(4);
        assert_eq!(embedded, Some("yes"), "{out}");
    }
}

/// A page as grey pixels.
pub(crate) struct Picture {
    pub(crate) width: usize,
    pub(crate) height: usize,
    grey: Vec<u8>,
}

impl Picture {
    /// Renders the first page with so many dots per inch.
    pub(crate) fn of(pdf: &[u8], dots: u32) -> Picture {
        let dots = dots.to_string();
        let pgm = run(
            "pdftoppm",
            pdf,
            &["-gray", "-r", &dots, "-f", "1", "-l", "1"],
            &[],
        );
        let mut fields = Vec::new();
        let mut rest = pgm.as_slice();
        while fields.len() < 4 {
            let end = rest.iter().position(u8::is_ascii_whitespace).unwrap();
            fields.push(String::from_utf8(rest[..end].to_vec()).unwrap());
            rest = &rest[end + 1..];
        }
        assert_eq!((fields[0].as_str(), fields[3].as_str()), ("P5", "255"));
        Picture {
            width: fields[1].parse().unwrap(),
            height: fields[2].parse().unwrap(),
            grey: rest.to_vec(),
        }
    }

    /// Returns whether there is ink at a place.
    pub(crate) fn inked(&self, x: usize, y: usize) -> bool {
        self.grey[y * self.width + x] < 240
    }

    /// Returns whether a place is darker than grey.
    pub(crate) fn black(&self, x: usize, y: usize) -> bool {
        self.grey[y * self.width + x] < 128
    }

    /// Returns the runs of ink along a row, each with its beginning and length.
    pub(crate) fn runs_of_row(&self, y: usize) -> Vec<Run> {
        runs((0..self.width).map(|x| self.inked(x, y)))
    }

    /// Returns the runs of ink down a column.
    pub(crate) fn runs_of_column(&self, x: usize) -> Vec<Run> {
        runs((0..self.height).map(|y| self.inked(x, y)))
    }
}

/// A run of ink.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Run {
    pub(crate) begin: usize,
    pub(crate) length: usize,
}

fn runs(inked: impl Iterator<Item = bool>) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    let mut before = false;
    for (begin, ink) in inked.enumerate() {
        match (before, ink) {
            (false, true) => runs.push(Run { begin, length: 1 }),
            (true, true) => runs.last_mut().unwrap().length += 1,
            _ => {}
        }
        before = ink;
    }
    runs
}
