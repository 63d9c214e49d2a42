//! How anybody can check the draws: the commitment made before the first draw, what has been revealed since, and how to
//! compute the draws again.

use crate::layout::{self, Public};
use crate::page_cache::{self, CachedPage};
use crate::parts::seen;
use crate::parts::titles::round_title;
use crate::visitor::Scene;
use maud::{Markup, html};
use muster_tournament::fingerprint::Fingerprint;
use muster_tournament::recorded::Source;
use muster_tournament::seeds::Purpose;
use muster_tournament::state::{Phase, Round, RoundStatus, State};

/// `GET /t/{id}/proof`
pub(super) async fn proof(scene: Scene) -> CachedPage {
    page_cache::page(&scene, "proof", |t| page(&scene, t.state()))
}

fn page(scene: &Scene, state: &State) -> Markup {
    let state = &*seen::published(state);
    let file = format!("{}.jsonl", scene.room.id);
    let body = sections(state, &scene.path("journal.jsonl"), &file);
    layout::public(
        scene,
        state,
        Public::Proof,
        &format!("Check the draws, {}", state.setup.name),
        &body,
    )
}

/// Returns how the draws can be checked; `download` leads to the journal, `file` is its name.
pub(crate) fn sections(state: &State, download: &str, file: &str) -> Markup {
    if let Some(source) = &state.recorded {
        return elsewhere(source, download, file);
    }
    let finished = state.phase == Phase::Finished;
    html! {
        div.head { div {
            h1 { "Check the draws" }
            p { "Every random draw of this tournament comes from one secret number that was fixed before the first of them." }
        } }
        div.proof #proof data-live {
            section {
                h2 { "Before the first draw" }
                dl.facts.hex {
                    div { dt { "Commitment" } dd { code { (state.commitment) } } }
                    @if let Some(phrase) = &state.phrase { div { dt { "Phrase from the hall" } dd { "“" (phrase) "”" } } }
                    @if let Some(seed) = state.tiebreak { div { dt { "Random tiebreak" } dd { code { (seed) } } } }
                    @match state.master {
                        Some(master) => div { dt { "Master seed" } dd { code { (master) } } },
                        None => div { dt { "Master seed" } dd.quiet { "revealed when the tournament is finished" } },
                    }
                }
                p.cap {
                    "The commitment is in the first line of the journal. It is a fingerprint of the master seed: nobody can "
                    "find another seed that fits it, so the draws were settled before anybody was registered."
                    @if state.phrase.is_some() { " The phrase was called out in the hall and mixed in, so that not even the organizer knew the draws." }
                }
            }
            section { h2 { "Seeds of published rounds" } (seeds(state, finished)) }
            section { (how(state, finished, download, file)) }
        }
    }
}

/// A tournament that another program ran: there are no draws to check.
fn elsewhere(source: &Source, download: &str, file: &str) -> Markup {
    html! {
        div.head { div {
            h1 { "Recorded elsewhere" }
            p { "This tournament was run with " (source.program) ". Muster drew nothing; pairings, byes and results are as recorded there." }
        } }
        div.proof #proof data-live {
            section {
                dl.facts.hex { div { dt { "SHA-256 of the file" } dd { code { (source.file) } } } }
                p.cap { "Standings and places are computed from the recorded results by the regulation, and compared with the file when it is imported." }
            }
            section {
                h2 { "How to check" }
                ol.steps.plain {
                    li { div { a.btn href=(download) download=(file) { "Download journal" } " Names are left out." } }
                    li { div { "Run " code { "muster verify " (file) } ". It checks the chain, works out every result with scores again, and says what it cannot check." } }
                }
            }
        }
    }
}

fn seeds(state: &State, finished: bool) -> Markup {
    let thrown = state
        .voided
        .iter()
        .filter(|(round, _)| round.status > RoundStatus::Draft);
    html! {
        @if state.rounds.is_empty() { p.quiet { "No round is published yet. Each round’s seed appears here with its pairings." } }
        @else {
            table.tt.seeds {
                thead { tr { th scope="col" { "Round" } th scope="col" { "Purpose" } th scope="col" { "Seed" } } }
                tbody {
                    @for round in &state.rounds { (seed_row(&round_title(state, round), round, finished)) }
                    @for (round, _) in thrown { (seed_row(&format!("Round {}, discarded draw", round.number), round, finished)) }
                }
            }
        }
    }
}

fn seed_row(title: &str, round: &Round, finished: bool) -> Markup {
    let purpose = Purpose::Round {
        round: round.number,
        attempt: round.attempt,
    };
    // The secret length of a round stays secret until nothing depends on it any more (GC-CLOCK).
    let clock = round.clock_seed.filter(|_| finished);
    html! {
        tr { td.nowrap { (title) } td.nowrap { (purpose.text()) } td { code { (round.seed) } } }
        @if let Some(fingerprint) = Fingerprint::of_round(round) {
            tr { td.nowrap { (title) } td.nowrap { "journal fingerprint" } td { code { (fingerprint) } } }
        }
        @if let Some(seed) = clock {
            @let purpose = Purpose::Clock { round: round.number, attempt: round.attempt };
            tr { td.nowrap { (title) } td.nowrap { (purpose.text()) } td { code { (seed) } } }
        }
    }
}

fn how(state: &State, finished: bool, download: &str, file: &str) -> Markup {
    html! {
        h2 { "How to check" }
        ol.steps.plain {
            li { div {
                @if finished {
                    a.btn href=(download) download=(file) { "Download journal" }
                    " Names are left out, which the check reports; every decision is included."
                } @else {
                    "When the tournament is finished, anybody can download the journal here."
                }
            } }
            li { div { "Run " code { "muster verify " (file) } ". It checks the chain from the first line to the last, draws every "
                "round again from its seed, computes every result, standing and bracket again, and compares." } }
            li { div { "Or write your own program. The hash is SHA-256, and each part is preceded by its length as four bytes, little-endian:"
                ul.formulas {
                    li { "commitment = hash(" code { "muster/commit/1" } ", master seed)" }
                    @if state.phrase.is_some() { li { "mixed seed = hash(" code { "muster/mix/1" } ", master seed, phrase)" } }
                    li { "seed of a draw = hash(" code { "muster/derive/1" } ", "
                        @if state.phrase.is_some() { "mixed seed" } @else { "master seed" } ", purpose)" }
                }
                "The seed of a draw starts a ChaCha20 stream, which gives the numbers; "
                code { "docs/draws.md" } " in the source describes bounded numbers and the shuffle." } }
        }
    }
}
