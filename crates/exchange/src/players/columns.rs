//! The header of a list of players: which column holds what. One table gives the names people use; case, accents, spaces
//! and punctuation do not matter. Promises a warning for every column that is not read.

use crate::text::excerpt;
use muster_tournament::display::names::search_key;
use muster_words::files::{FileNote, FileProblem, Unreadable};

/// What a column holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Column {
    Name,
    /// First name, to be put before the last name.
    FirstName,
    LastName,
    Email,
    Club,
    Faction,
    List,
    /// Total of the list in points.
    Points,
    Table,
}

/// Letters and digits of a header, without case and accents, and what they mean: in English, German, French, Spanish,
/// Italian and Polish.
const NAMES: &[(Column, &[&str])] = &[
    (
        Column::Name,
        &[
            "name",
            "fullname",
            "player",
            "playername",
            "participant",
            "spieler",
            "spielerin",
            "spielername",
            "teilnehmer",
            "teilnehmerin",
            "vollername",
            "vorundnachname",
            "nom",
            "nomcomplet",
            "nometprenom",
            "prenometnom",
            "joueur",
            "joueuse",
            "nomdujoueur",
            "participante",
            "nombre",
            "nombrecompleto",
            "nombreyapellido",
            "nombreyapellidos",
            "jugador",
            "jugadora",
            "nome",
            "nomecompleto",
            "nomeecognome",
            "cognomeenome",
            "giocatore",
            "giocatrice",
            "partecipante",
            "imieinazwisko",
            "imienazwisko",
            "nazwiskoiimie",
            "gracz",
            "zawodnik",
            "uczestnik",
        ],
    ),
    (
        Column::FirstName,
        &[
            "firstname",
            "givenname",
            "forename",
            "vorname",
            "rufname",
            "prenom",
            "nombredepila",
            "imie",
        ],
    ),
    (
        Column::LastName,
        &[
            "lastname",
            "surname",
            "familyname",
            "nachname",
            "familienname",
            "zuname",
            "nomdefamille",
            "apellido",
            "apellidos",
            "cognome",
            "nazwisko",
        ],
    ),
    (
        Column::Email,
        &[
            "email",
            "emailaddress",
            "mail",
            "mailadresse",
            "emailadresse",
            "courriel",
            "mel",
            "adresseemail",
            "adressemail",
            "correo",
            "correoelectronico",
            "postaelettronica",
            "indirizzoemail",
            "adresemail",
            "pocztaelektroniczna",
        ],
    ),
    (
        Column::Club,
        &[
            "club",
            "group",
            "team",
            "store",
            "verein",
            "klub",
            "gruppe",
            "mannschaft",
            "equipe",
            "groupe",
            "equipo",
            "grupo",
            "tienda",
            "squadra",
            "gruppo",
            "associazione",
            "druzyna",
            "zespol",
            "grupa",
        ],
    ),
    (
        Column::Faction,
        &[
            "faction", "army", "fraktion", "armee", "faccion", "ejercito", "fazione", "esercito",
            "armata", "frakcja", "armia",
        ],
    ),
    (
        Column::List,
        &[
            "list",
            "armylist",
            "squad",
            "liste",
            "armeeliste",
            "listedarmee",
            "lista",
            "listadeejercito",
            "rozpiska",
        ],
    ),
    (
        Column::Points,
        &[
            "points",
            "listpoints",
            "punkte",
            "listenpunkte",
            "pointsdeliste",
            "puntos",
            "punti",
            "puntilista",
            "punkty",
        ],
    ),
    (
        Column::Table,
        &[
            "table",
            "fixedtable",
            "tisch",
            "tischnummer",
            "festertisch",
            "tablefixe",
            "mesa",
            "mesafija",
            "tavolo",
            "tavolofisso",
            "stol",
            "stolik",
        ],
    ),
];

/// The header of a file.
pub(super) struct Columns {
    /// What is read from each column; `None` where nothing is.
    list: Vec<Option<Column>>,
    /// The header as typed.
    titles: Vec<String>,
    /// Columns whose kind came before.
    repeated: Vec<usize>,
}

impl Columns {
    /// Reads the first record as a header, if at least one of its fields names a known column.
    pub(super) fn read(fields: &[String]) -> Option<Columns> {
        let mut columns = Columns {
            list: Vec::new(),
            titles: fields.to_vec(),
            repeated: Vec::new(),
        };
        for (index, title) in fields.iter().enumerate() {
            let found = known(title);
            if found.is_some() && columns.list.contains(&found) {
                columns.repeated.push(index);
                columns.list.push(None);
            } else {
                columns.list.push(found);
            }
        }
        (columns.recognised() > 0).then_some(columns)
    }

    /// Returns how many columns are read.
    pub(super) fn recognised(&self) -> usize {
        self.list.iter().flatten().count()
    }

    /// Refuses a header without a name and warns of columns that are not read.
    pub(super) fn check(&self, warnings: &mut Vec<FileNote>) -> Result<(), Unreadable> {
        let has = |column| self.list.contains(&Some(column));
        let (first, last) = (has(Column::FirstName), has(Column::LastName));
        if !has(Column::Name) && !first && !last {
            return Err(Unreadable::file(FileProblem::NoNameColumn));
        }
        if !has(Column::Name) && first != last {
            warnings.push(match first {
                true => FileNote::LastNamesMissing,
                false => FileNote::FirstNamesMissing,
            });
        }
        for (index, title) in self.titles.iter().enumerate() {
            let (column, title) = (index + 1, excerpt(title));
            if self.repeated.contains(&index) {
                warnings.push(FileNote::ColumnRepeated { column, title });
            } else if self.at(index).is_none() && self.named(index) {
                warnings.push(FileNote::ColumnUnknown { column, title });
            }
        }
        Ok(())
    }

    /// Returns what the column at an index holds.
    pub(super) fn at(&self, index: usize) -> Option<Column> {
        self.list.get(index).copied().flatten()
    }

    /// Returns whether the header says anything about the column, so that a warning about it has been given.
    pub(super) fn named(&self, index: usize) -> bool {
        self.titles
            .get(index)
            .is_some_and(|title| !title.trim().is_empty())
    }

    /// Returns what each column holds.
    pub(super) fn into_list(self) -> Vec<Option<Column>> {
        self.list
    }
}

fn known(title: &str) -> Option<Column> {
    let mut letters = search_key(title);
    letters.retain(char::is_alphanumeric);
    let found = NAMES
        .iter()
        .find(|(_, names)| names.contains(&letters.as_str()));
    found.map(|(column, _)| *column)
}
