//! Documents to print, as PDF.
//!
//! Documents are made in the background, a few at a time. Those for everybody are made once per position of the journal and
//! show no more than the public pages.

use crate::codes;
use crate::export::File;
use crate::pdf_queue::{Printed, TooMany};
use crate::problem::{Cause, Problem};
use crate::round_folder;
use crate::visit::{Visit, Visitor};
use crate::{Service, seasons};
use bytes::Bytes;
use muster_paper::{Access, Document, Order, Paper, PaperError, Ticket};
use muster_tournament::{PlayerId, RoundNo, Tournament};

/// Returns a document, if the visitor may have it; by default that of the newest round.
pub async fn document(
    visit: &Visit,
    document: Document,
    paper: Paper,
    round: Option<u32>,
) -> Result<File, Problem> {
    if document.access() == Access::Staff {
        visit.staff_only()?;
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
        Access::Staff => made().await?,
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

/// Returns a player's own certificate.
pub async fn certificate(visit: &Visit, player: PlayerId, paper: Paper) -> Result<File, Problem> {
    let tournament = visit.room.read(Clone::clone);
    let order = Order {
        players: vec![player],
        ..order(visit, &tournament, paper)
    };
    let pdf = print(visit, Document::Certificates, tournament, order).await?;
    Ok(file(visit, Document::Certificates, pdf))
}

/// Creates new codes for all players, and badges with them. Organizer only.
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

/// Makes a document in the background.
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

/// Returns the standings of a season, with the tournaments that the visitor may see.
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

/// Runs typesetting in the background.
async fn made(
    service: &Service,
    work: impl FnOnce() -> Result<Vec<u8>, PaperError> + Send + 'static,
) -> Result<Bytes, Problem> {
    match service.pdf_queue.run_or_refuse(work).await {
        Ok(Some(Ok(pdf))) => Ok(Bytes::from(pdf)),
        Ok(Some(Err(error))) => Err(problem(error)),
        Ok(None) => Err(Cause::PrintFailed.into()),
        Err(TooMany) => Err(Cause::PrintBusy.into()),
    }
}

fn problem(error: PaperError) -> Problem {
    let cause = match error {
        // The same words whether it is a draft or was never drawn: nobody learns of a draft.
        PaperError::Draft { round } | PaperError::NoRound { asked: round, .. } => {
            Cause::RoundNotPublished { round: round.0 }
        }
        PaperError::Engine { detail } => {
            tracing::error!(detail, "a page could not be set");
            Cause::PrintFailed
        }
        PaperError::NotBuilt => Cause::NoPdf,
        error => Cause::NothingToPrint { error },
    };
    cause.into()
}
