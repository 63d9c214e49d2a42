//! The engine: a template and its data become a PDF.
//!
//! Relies on Typst and on the fonts in `fonts/`; nothing else on the machine is read. Data goes in as a JSON file,
//! never as text of a template, so that no name can be read as markup. Promises equal bytes for
//! equal input: no clock, no random identifier and no font of the machine is used.

use crate::text;
use muster_words::paper::PaperError;
use serde::Serialize;
use std::sync::{LazyLock, OnceLock};
use typst::diag::{FileError, FileResult, SourceDiagnostic};
use typst::foundations::{Bytes, Datetime, Duration, Smart};
use typst::syntax::{FileId, RootedPath, Source, VirtualPath, VirtualRoot};
use typst::text::{Font, FontBook};
use typst::utils::LazyHash;
use typst::{Library, LibraryExt, World};
use typst_layout::PagedDocument;
use typst_pdf::PdfOptions;

/// The fonts, those for most names first.
static FONTS: [&[u8]; 14] = [
    include_bytes!("../fonts/NotoSans-Regular.ttf"),
    include_bytes!("../fonts/NotoSans-Bold.ttf"),
    include_bytes!("../fonts/NotoSansHebrew-Regular.ttf"),
    include_bytes!("../fonts/NotoSansArabic-Regular.ttf"),
    include_bytes!("../fonts/Mplus1-Regular.otf"),
    include_bytes!("../fonts/MusterHangul-Regular.ttf"),
    include_bytes!("../fonts/NotoSansThai-Regular.ttf"),
    include_bytes!("../fonts/NotoSansDevanagari-Regular.ttf"),
    include_bytes!("../fonts/NotoSansBengali-Regular.ttf"),
    include_bytes!("../fonts/NotoSansTamil-Regular.ttf"),
    include_bytes!("../fonts/NotoSansGeorgian-Regular.ttf"),
    include_bytes!("../fonts/NotoSansArmenian-Regular.ttf"),
    include_bytes!("../fonts/NotoSansEthiopic-Regular.ttf"),
    include_bytes!("../fonts/NotoEmoji-Regular.ttf"),
];

/// What all templates share.
const PAGE: &str = include_str!("../templates/page.typ");

/// After how many documents the engine's cache forgets one: a hall prints the same few documents again and again, and a
/// day of printing must not fill the memory.
const REMEMBERED: usize = 4;

/// What is the same for every document.
struct Ground {
    library: LazyHash<Library>,
    book: LazyHash<FontBook>,
    fonts: Vec<Font>,
}

static GROUND: LazyLock<Ground> = LazyLock::new(|| {
    let fonts = FONTS.iter().map(|data| Bytes::new(*data));
    let fonts: Vec<Font> = fonts.filter_map(|data| Font::new(data, 0)).collect();
    Ground {
        library: LazyHash::new(Library::default()),
        book: LazyHash::new(FontBook::from_fonts(&fonts)),
        fonts,
    }
});

/// Returns the letters of a text that no font has, each once.
pub(crate) fn missing_letters(text: &str) -> Vec<char> {
    let has = |letter: char| {
        let mut fonts = GROUND.fonts.iter();
        fonts.any(|font| font.info().coverage.contains(letter.into()))
    };
    let mut missing = Vec::new();
    for letter in text.chars().filter(|letter| is_drawn(*letter)) {
        if !missing.contains(&letter) && !has(letter) {
            missing.push(letter);
        }
    }
    missing
}

/// Whether a letter is visible on its own. Joiners and selectors only say how the letters beside them are drawn.
const fn is_drawn(letter: char) -> bool {
    !letter.is_whitespace()
        && !matches!(letter, '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{fe00}'..='\u{fe0f}' | '\u{e0020}'..='\u{e007f}')
}

/// The names of the engine's files. The engine keeps them forever, so there must be few.
#[derive(Clone, Copy)]
struct Names {
    main: FileId,
    page: FileId,
    data: FileId,
}

fn names() -> Result<Names, PaperError> {
    static NAMES: OnceLock<Option<Names>> = OnceLock::new();
    let id = |name: &str| {
        let path = VirtualPath::new(name).ok()?;
        Some(FileId::new(RootedPath::new(VirtualRoot::Project, path)))
    };
    let names = NAMES.get_or_init(|| {
        Some(Names {
            main: id("main.typ")?,
            page: id("page.typ")?,
            data: id("data.json")?,
        })
    });
    names.ok_or_else(|| PaperError::Engine {
        detail: "its files have no names".to_owned(),
    })
}

/// All the engine sees: one template, what templates share, and the data.
struct Sheet {
    names: Names,
    main: Source,
    page: Source,
    data: Bytes,
}

impl World for Sheet {
    fn library(&self) -> &LazyHash<Library> {
        &GROUND.library
    }

    fn book(&self) -> &LazyHash<FontBook> {
        &GROUND.book
    }

    fn main(&self) -> FileId {
        self.names.main
    }

    fn source(&self, id: FileId) -> FileResult<Source> {
        match id {
            id if id == self.names.main => Ok(self.main.clone()),
            id if id == self.names.page => Ok(self.page.clone()),
            _ => Err(FileError::AccessDenied),
        }
    }

    fn file(&self, id: FileId) -> FileResult<Bytes> {
        if id == self.names.data {
            return Ok(self.data.clone());
        }
        Err(FileError::AccessDenied)
    }

    fn font(&self, index: usize) -> Option<Font> {
        GROUND.fonts.get(index).cloned()
    }

    fn today(&self, _offset: Option<Duration>) -> Option<Datetime> {
        None
    }
}

/// Typesets a template with its data and returns the PDF.
pub(crate) fn set(template: &str, data: &impl Serialize) -> Result<Vec<u8>, PaperError> {
    let names = names()?;
    let data = text::broken(data).map_err(|error| PaperError::Engine {
        detail: error.to_string(),
    })?;
    let sheet = Sheet {
        names,
        main: Source::new(names.main, template.to_owned()),
        page: Source::new(names.page, PAGE.to_owned()),
        data: Bytes::new(data),
    };
    let pdf = pdf(&sheet);
    // Also after a failure, or failures would fill the memory.
    typst::comemo::evict(REMEMBERED);
    pdf
}

fn pdf(sheet: &Sheet) -> Result<Vec<u8>, PaperError> {
    let document: PagedDocument = typst::compile(sheet).output.map_err(|e| said(&e))?;
    let options = PdfOptions {
        creator: Smart::Custom(Some("Muster".to_owned())),
        // Documents are also read on screens, some of them aloud.
        tagged: true,
        ..PdfOptions::default()
    };
    typst_pdf::pdf(&document, &options).map_err(|e| said(&e))
}

fn said(errors: &[SourceDiagnostic]) -> PaperError {
    let first = errors.first();
    PaperError::Engine {
        detail: first.map_or_else(String::new, |error| error.message.to_string()),
    }
}
