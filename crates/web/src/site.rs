//! A tournament as a static site: plain files that need no server, for a USB stick, a mail or any web space. They are the
//! public pages with the same script for searching and sorting, and can be printed.
//!
//! The site is made of the parts of the public pages, so it shows nothing that they hide. The same tournament gives the same
//! bytes, and no link leads out of the folder.

use crate::assets;
use crate::layout;
use crate::pages::public::{log, proof};
use crate::parts::bracket::{Tree, whole};
use crate::parts::links::Links;
use crate::parts::pairings::{self, by_table, in_words};
use crate::parts::standings::{self, Sheet, table};
use crate::parts::statistics::{counted, parts};
use crate::parts::titles::{round_title, structure_at_the_end};
use crate::parts::{hours, seen};
use maud::{Markup, html};
use muster_exchange::out;
use muster_regulations::StructureKind;
use muster_statistics::{Statistics, tables};
use muster_tournament::placings::{Placed, placings};
use muster_tournament::state::{Phase, Round, State};
use muster_tournament::{Tournament, journal, knockout};
use std::io::{Cursor, Write};
use zip::result::ZipError;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

/// One file of a site.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SiteFile {
    pub name: String,
    pub bytes: Vec<u8>,
}

const JOURNAL: &str = "journal.jsonl";
/// What the names of rounds' files begin with.
const ROUND: &str = "round-";

/// What the pages of one site share.
struct Site<'a> {
    tournament: &'a Tournament,
    state: &'a State,
    pages: Vec<(String, String)>,
}

/// Returns the files of a tournament's site; `index.html` is the first page.
#[must_use]
pub fn files(tournament: &Tournament) -> Vec<SiteFile> {
    let state = &*seen::published(tournament.state());
    let tree = Tree::of(state, None);
    let mut pages = vec![("index.html".to_owned(), "Overview".to_owned())];
    if let Some(newest) = state.rounds.last() {
        pages.push((file_of(newest), "Pairings".to_owned()));
    }
    if state.swiss_rounds().next().is_some() {
        pages.push(("standings.html".to_owned(), "Standings".to_owned()));
    }
    if tree.is_some() {
        pages.push(("bracket.html".to_owned(), "Bracket".to_owned()));
    }
    let numbers = muster_statistics::of(tournament);
    if numbers.games > 0 {
        pages.push(("statistics.html".to_owned(), "Statistics".to_owned()));
    }
    pages.push(("log.html".to_owned(), "Log".to_owned()));
    pages.push(("proof.html".to_owned(), "Proof".to_owned()));
    let site = Site {
        tournament,
        state,
        pages,
    };
    let mut files = vec![site.page("index.html", &site.overview())];
    for round in &state.rounds {
        files.push(site.page(&file_of(round), &site.round(round)));
    }
    if state.swiss_rounds().next().is_some() {
        files.push(site.page("standings.html", &site.standings()));
    }
    if let Some(tree) = &tree {
        files.push(site.page("bracket.html", &site.bracket(tree)));
    }
    if numbers.games > 0 {
        files.push(site.page("statistics.html", &statistics(&numbers)));
        let shown = tables(&numbers).into_iter();
        let sheets = shown.filter_map(|table| muster_statistics::sheet(&numbers, table.id));
        files.extend(sheets.map(|table| SiteFile {
            name: sheet_of(table.id),
            bytes: out::sheet(&table.head, &table.rows).into_bytes(),
        }));
    }
    files.push(site.page("log.html", &site.log()));
    files.push(site.page("proof.html", &proof::sections(state, JOURNAL, JOURNAL)));
    for asset in [&assets::STYLE, &assets::SCRIPT] {
        files.push(SiteFile {
            name: asset.name().to_owned(),
            bytes: asset.content().as_bytes().to_vec(),
        });
    }
    // Until the end the journal contains drafts, which are not public.
    if state.phase == Phase::Finished {
        files.push(SiteFile {
            name: JOURNAL.to_owned(),
            bytes: journal::published(tournament).into_bytes(),
        });
    }
    files
}

/// Returns a tournament's site as a ZIP file. Writing into memory cannot fail; should it ever, the file is empty rather
/// than wrong.
#[must_use]
pub fn zip(tournament: &Tournament) -> Vec<u8> {
    packed(&files(tournament)).unwrap_or_default()
}

/// Packs files into one archive, in their order and with a fixed time, so that the same files give the same bytes.
pub fn packed(files: &[SiteFile]) -> Result<Vec<u8>, ZipError> {
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default()
        .compression_method(CompressionMethod::Deflated)
        .last_modified_time(DateTime::default())
        .unix_permissions(0o644);
    for file in files {
        archive.start_file(file.name.as_str(), options)?;
        archive.write_all(&file.bytes)?;
    }
    Ok(archive.finish()?.into_inner())
}

fn file_of(round: &Round) -> String {
    format!("{ROUND}{}.html", round.number)
}

/// A field in which typing hides the rows that do not match; without the script it does nothing and hides nothing.
fn search(rows: &str) -> Markup {
    html! {
        form.find role="search" {
            input type="search" placeholder="Find a player" aria-label="Find a player" autocomplete="off" data-filter=(rows);
        }
    }
}

/// The file of a table of statistics.
fn sheet_of(table: &str) -> String {
    format!("statistics-{table}.csv")
}

fn statistics(numbers: &Statistics) -> Markup {
    html! {
        div.stack {
            h1 { "Statistics" }
            p.cap { (counted(numbers)) }
            (parts(numbers, sheet_of))
        }
    }
}

impl Site<'_> {
    fn page(&self, file: &str, body: &Markup) -> SiteFile {
        // One link leads to the newest round; the rounds lead to each other.
        let is_round = |name: &str| name.starts_with(ROUND);
        let is_here = |name: &str| name == file || (is_round(name) && is_round(file));
        let here = self.pages.iter().find(|(name, _)| is_here(name));
        let word = here.map_or("", |(_, word)| word);
        let title = format!("{word}, {}", self.state.setup.name);
        let pages: Vec<(String, String, bool)> = self
            .pages
            .iter()
            .map(|(name, word)| (name.clone(), word.clone(), is_here(name)))
            .collect();
        SiteFile {
            name: file.to_owned(),
            bytes: layout::alone(self.state, &title, &pages, body)
                .into_string()
                .into_bytes(),
        }
    }

    fn overview(&self) -> Markup {
        let state = self.state;
        let placed = placings(state).unwrap_or_default();
        let written = self.tournament.lines().last().map(|line| line.core.at);
        html! {
            div.head {
                div {
                    h1 { (state.setup.name) }
                    p {
                        (state.setup.regulation.book().title) ", " (structure_at_the_end(state)) " "
                        @if state.setup.structure == StructureKind::Custom { span.chip { "custom structure" } }
                    }
                    @if let Some(date) = state.setup.date { p.quiet { (date) } }
                }
                @if !placed.is_empty() { (search("#places tbody tr")) }
            }
            @if let Some(source) = &state.recorded {
                p.notice { span { "Run with " (source.program) "; Muster shows what was recorded there." } }
            }
            @if let Some(champion) = knockout::champion(state) {
                p.notice.good.champion { span { "Winner: " b { bdi { (state.name(champion)) } } } }
            }
            @if placed.is_empty() { p { "The tournament is not over yet." } }
            @else { (self.places(&placed)) }
            p.cap {
                @if let Some(at) = written { "As of " (hours::day(state, at)) ", " (hours::time_of_day(state, at)) ". " }
                "These pages work offline."
            }
        }
    }

    fn places(&self, placed: &[Placed]) -> Markup {
        let state = self.state;
        html! {
            div #places {
                table.tt {
                    caption { "Final ranking" }
                    thead { tr { th.tno scope="col" { "Place" } th scope="col" { "Player" } th scope="col" { "Faction" } } }
                    tbody {
                        @for place in placed {
                            @let faction = state.player(place.player).and_then(|player| player.faction.as_deref());
                            tr {
                                td.tno { (place.places) }
                                td.pl { bdi { (state.name(place.player)) } }
                                td.quiet { (faction.unwrap_or_default()) }
                            }
                        }
                    }
                }
            }
        }
    }

    fn round(&self, round: &Round) -> Markup {
        let shown = pairings::Shown {
            links: Links::none(),
            me: None,
            find: "",
        };
        html! {
            div.head {
                div { h1 { (round_title(self.state, round)) } p { (in_words(self.state, round)) } }
                (search("#pairings tbody tr"))
            }
            @if self.state.rounds.len() > 1 {
                nav.rounds aria-label="Rounds" {
                    @for other in &self.state.rounds {
                        a href=(file_of(other)) aria-current=[(other.number == round.number).then_some("page")] {
                            (round_title(self.state, other))
                        }
                    }
                }
            }
            div #pairings { (by_table(self.state, round, shown)) }
        }
    }

    fn standings(&self) -> Markup {
        let shown = standings::Shown {
            links: Links::none(),
            page: "",
            me: None,
            open: None,
            find: "",
        };
        let sheet = Sheet::now(self.state);
        html! {
            div.head {
                div { h1 { "Standings" } p { (structure_at_the_end(self.state)) } }
                (search("#standings tbody tr:not(.cut)"))
            }
            div #standings { (table(&sheet, shown)) }
            p.cap.legend {
                "Round columns: points, then result and rank of the opponent (W7: beat the player ranked 7th). "
                "A rounded tiebreaker shows its exact fraction when you point at it or tap it."
            }
        }
    }

    fn bracket(&self, tree: &Tree) -> Markup {
        html! {
            div.head { div { h1 { (tree.title()) } p { (tree.in_words()) } } }
            @if let Some(champion) = knockout::champion(self.state) {
                p.notice.good.champion { span { "Winner: " b { bdi { (self.state.name(champion)) } } } }
            }
            (whole(tree, Links::none()))
        }
    }

    fn log(&self) -> Markup {
        let told = log::newest_first(self.tournament);
        html! {
            div.head { div { h1 { "Log" } p { "What happened, newest first." } } (search("#log li")) }
            div #log { (log::by_day(self.tournament, &told)) }
        }
    }
}
