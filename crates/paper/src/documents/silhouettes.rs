//! Line-of-sight templates for Legion at true size (LE-SILHOUETTE): 42 mm high and 27 mm wide between two grip tabs, the
//! eye mark at the top, two per page, with a ruler of 100 mm that shows whether the printer has scaled the page.

use muster_regulations::Regulation;
use muster_tournament::State;
use muster_words::paper::PaperError;
use serde::Serialize;

pub(crate) const TEMPLATE: &str = include_str!("../../templates/silhouettes.typ");

/// The templates, in millimetres.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Silhouettes {
    pub height: u32,
    pub width: u32,
    /// Length of the ruler.
    pub ruler: u32,
}

/// Builds the templates.
pub fn build(state: &State) -> Result<Silhouettes, PaperError> {
    let here = state.setup.regulation;
    if here == Regulation::Conquest {
        return Err(PaperError::NoSizes { here });
    }
    if here != Regulation::Legion {
        let owner = Regulation::Legion;
        return Err(PaperError::OtherRegulation { owner, here });
    }
    Ok(Silhouettes {
        height: 42,
        width: 27,
        ruler: 100,
    })
}
