//! Documents to print, as PDF.
//!
//! Promises that documents are made beside everything else, a few at a time, that those for everybody are made once for
//! each position of the journal, and that nobody gets one that shows more than the public pages do.

use crate::codes;
use crate::export::File;
use crate::pdf_queue::{Printed, TooMany};
use crate::problem::{Cause, Problem, sentence};
use crate::round_folder;
use crate::visit::{Visit, Visitor};
use crate::{Service, seasons};
use bytes::Bytes;
use muster_paper::{Access, Document, Order, Paper, PaperError, Ticket};
use muster_tournament::{RoundNo, Tournament};

/// Returns a document, as far as whoever looks may have it; the newest round's if none is named.
pub async fn document(
    visit: &Visit,
    document: Document,
    paper: Paper,
    round: Option<u32>,
) -> Result<File, Problem> {
    if document.access() == Access::Leaders {
        visit.leaders_only()?;
    }
    let made = async || {
        let tournament = visit.room.read(Clone::clone);
        let order = Order {
            round: round.map(RoundNo),
            ..order(visit, &tournament, paper)
        };
        print(visit, document, tournament, order).await
    };
    let pdf = match document.access() {
        Access::Leaders => made().await?,
        Access::Everybody => {
            let printed = Printed {
                tournament: visit.room.id.clone(),
                document,
                paper,
                round,
            };
            let position = visit.room.read(|t| t.state().position);
            let place = visit.service.pdf_queue.place(printed, position);
            place.get_or_try_init(made).await?.clone()
        }
    };
    Ok(file(visit, document, pdf))
}

/// Makes new codes for all players, and badges with them; for the organizer.
pub async fn badges(visit: &Visit, paper: Paper) -> Result<File, Problem> {
    let made = codes::new_codes(visit, None).await?.into_iter();
    let tickets = made.map(|new| {
        let link = Some(new.link);
        let code = new.code;
        (new.player, Ticket { code, link })
    });
    let tournament = visit.room.read(Clone::clone);
    let order = Order {
        tickets: tickets.collect(),
        ..order(visit, &tournament, paper)
    };
    let pdf = print(visit, Document::Badges, tournament, order).await?;
    Ok(file(visit, Document::Badges, pdf))
}

fn file(visit: &Visit, document: Document, bytes: Bytes) -> File {
    File {
        name: format!("{}-{document}.pdf", visit.room.id),
        content_type: "application/pdf",
        bytes,
    }
}

fn order(visit: &Visit, tournament: &Tournament, paper: Paper) -> Order {
    let base = format!("{}/t/{}", visit.service.address, visit.room.id);
    round_folder::order(tournament, paper, Some(base))
}

/// Makes a document where it holds nobody up.
async fn print(
    visit: &Visit,
    document: Document,
    tournament: Tournament,
    order: Order,
) -> Result<Bytes, Problem> {
    made(&visit.service, move || {
        let order = order.for_document(document, &tournament);
        muster_paper::print(document, tournament.state(), &order)
    })
    .await
}

/// Returns the standings of a season, as far as whoever looks may see its tournaments.
pub async fn season(
    service: &Service,
    visitor: &Visitor,
    id: &str,
    paper: Paper,
) -> Result<File, Problem> {
    let view = seasons::view(service, visitor, id).await?;
    let pdf = made(service, move || seasons::print(&view, paper)).await?;
    Ok(File {
        name: format!("{id}-standings.pdf"),
        content_type: "application/pdf",
        bytes: pdf,
    })
}

/// Sets pages where that holds nobody up.
async fn made(
    service: &Service,
    work: impl FnOnce() -> Result<Vec<u8>, PaperError> + Send + 'static,
) -> Result<Bytes, Problem> {
    match service.pdf_queue.run_or_refuse(work).await {
        Ok(Some(Ok(pdf))) => Ok(Bytes::from(pdf)),
        Ok(Some(Err(error))) => Err(problem(&error)),
        Ok(None) => Err(Cause::PrintFailed.into()),
        Err(TooMany) => Err(Cause::PrintBusy.into()),
    }
}

fn problem(error: &PaperError) -> Problem {
    let why = sentence(&error.to_string());
    let cause = match error {
        // The same words whether it is a draft or was never drawn: nobody learns of a draft.
        PaperError::Draft(round) | PaperError::NoRound { asked: round, .. } => {
            Cause::RoundNotPublished { round: round.0 }
        }
        PaperError::Engine(_) => Cause::PrintFailed,
        PaperError::NotBuilt => Cause::NoPdf { why },
        _ => Cause::NothingToPrint { why },
    };
    cause.into()
}
