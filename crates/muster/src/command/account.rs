//! `muster account`: manages who may run tournaments on this machine, whether or not the server is running.

use crate::clock;
use crate::data::Data;
use crate::fault::Fault;
use crate::output::{Column, Output};
use clap::{Args, Subcommand};
use jiff::Timestamp;
use muster_ledger::answer::wait_for;
use muster_ledger::people::{
    Access, Account as Kept, Fate, Invite, Kept as _, Purpose, Settings, Versioned, Who,
};
use muster_ledger::{Ledger, LedgerError, Write};
use muster_service::accounts;
use muster_service::secret;
use serde_json::json;
use std::io::Read;

/// List, add or remove organizers, or reset a password
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  muster account list
  muster account add \"Cleo Mansour\"
  muster account password \"Robin Vale\"
  muster account remove \"Cleo Mansour\"

A new password is generated and shown once, unless --stdin is given. Resetting a password \
signs out all devices of that account and revokes its API tokens.")]
pub(crate) struct Account {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand, Debug)]
enum What {
    /// List the accounts
    #[command(after_help = "Example:\n  muster account list --json")]
    List {
        #[command(flatten)]
        data: Data,
    },
    /// Add an organizer; the first account is the owner
    #[command(after_help = "Example:\n  muster account add \"Cleo Mansour\"")]
    Add {
        /// Name to sign in with
        name: String,
        #[command(flatten)]
        with: NewPassword,
    },
    /// Reset a password
    #[command(after_help = "Example:\n  muster account password \"Robin Vale\"")]
    Password {
        /// Name to sign in with
        name: String,
        #[command(flatten)]
        with: NewPassword,
    },
    /// Remove an organizer; the owner takes over their tournaments
    #[command(after_help = "Example:\n  muster account remove \"Cleo Mansour\"")]
    Remove {
        /// Name to sign in with
        name: String,
        #[command(flatten)]
        data: Data,
    },
}

/// Where a password comes from.
#[derive(Args, Debug)]
struct NewPassword {
    /// Read the password from standard input instead of making one
    #[arg(long)]
    stdin: bool,
    #[command(flatten)]
    data: Data,
}

impl NewPassword {
    /// Returns the password, and whether it was made here.
    fn get(&self, name: &str) -> Result<(String, bool), Fault> {
        let (password, made) = if self.stdin {
            let mut text = String::new();
            let read = std::io::stdin().read_to_string(&mut text);
            read.map_err(|error| Fault::File(format!("standard input: {error}")))?;
            (text.trim_end_matches(['\r', '\n']).to_owned(), false)
        } else {
            let random =
                |error| Fault::File(format!("the system's random generator failed: {error}"));
            let half = || secret::code().map_err(random);
            (format!("{}-{}", half()?, half()?), true)
        };
        accounts::acceptable(name, &password)?;
        Ok((password, made))
    }
}

fn hashed(password: &str) -> Result<String, Fault> {
    accounts::hash(password)
        .ok_or_else(|| Fault::File("the password could not be hashed".to_owned()))
}

fn find(ledger: &dyn Ledger, name: &str) -> Result<Versioned<Kept>, Fault> {
    let found = Kept::find(ledger, name).wait()?;
    found.ok_or_else(|| {
        Fault::Usage(format!(
            "there is no account {name:?} here; `muster account list` shows all"
        ))
    })
}

impl Account {
    pub(crate) fn run(self, out: &mut Output) -> Result<(), Fault> {
        match self.what {
            What::List { data } => list(&*data.open()?, out),
            What::Add { name, with } => add(&name, &with, out),
            What::Password { name, with } => reset(&name, &with, out),
            What::Remove { name, data } => remove(&*data.open()?, &name, out),
        }
    }
}

fn list(ledger: &dyn Ledger, out: &mut Output) -> Result<(), Fault> {
    let accounts = Kept::all(ledger).wait()?;
    let accounts = accounts.into_iter().map(|found| found.value);
    if out.json {
        let views = accounts
            .map(|one| json!({ "name": one.name, "owner": one.owner, "created": one.created }));
        out.json(&views.collect::<Vec<_>>());
        return Ok(());
    }
    let role = |owner| if owner { "owner" } else { "organizer" };
    let rows = accounts.map(|one| {
        vec![
            one.name,
            role(one.owner).to_owned(),
            one.created.to_string(),
        ]
    });
    let columns = [
        Column::Text("Name"),
        Column::Text("Role"),
        Column::Text("Since"),
    ];
    out.table(&columns, rows.collect());
    Ok(())
}

fn show(name: &str, done: &str, password: &str, made: bool, out: &mut Output) {
    match (out.json, made) {
        (true, true) => out.json(&json!({ "name": name, "password": password })),
        (true, false) => out.json(&json!({ "name": name })),
        (false, true) => {
            out.line(format!("{done} {name}. The password, shown only now:"));
            out.line(password);
        }
        (false, false) => out.line(format!("{done} {name}.")),
    }
}

fn add(name: &str, with: &NewPassword, out: &mut Output) -> Result<(), Fault> {
    let ledger = with.data.open()?;
    let (password, made) = with.get(name)?;
    let first = Kept::all(&*ledger).wait()?.is_empty();
    let account = Kept {
        name: name.trim().to_owned(),
        password: hashed(&password)?,
        owner: first,
        created: clock::now()?,
    };
    let mut writes = vec![account.add()];
    if first {
        writes.extend(owner_links(&*ledger, account.created)?);
    }
    ledger.commit(writes).wait().map_err(|error| match error {
        LedgerError::Changed { .. } => {
            Fault::Usage(format!("there is already an account {name:?}"))
        }
        error => error.into(),
    })?;
    show(&account.name, "Added", &password, made, out);
    Ok(())
}

/// Withdraws the links that a server printed so that somebody becomes the owner.
fn owner_links(ledger: &dyn Ledger, now: Timestamp) -> Result<Vec<Write>, Fault> {
    let invites = Invite::all(ledger, None).wait()?;
    let open = invites
        .into_iter()
        .filter(|one| one.value.purpose == Purpose::Owner && one.value.fate == Fate::Open);
    Ok(open.map(|one| one.withdrawn(now)).collect())
}

fn reset(name: &str, with: &NewPassword, out: &mut Output) -> Result<(), Fault> {
    let ledger = with.data.open()?;
    let found = find(&*ledger, name)?;
    let (password, made) = with.get(&found.value.name)?;
    let changed = Kept {
        password: hashed(&password)?,
        ..found.value.clone()
    };
    let mut writes = vec![found.replace(&changed)];
    writes.extend(ways_in(&*ledger, &changed.name)?);
    ledger.commit(writes).wait()?;
    show(&changed.name, "Reset the password of", &password, made, out);
    Ok(())
}

/// Ends the sessions and tokens of an account.
fn ways_in(ledger: &dyn Ledger, name: &str) -> Result<Vec<muster_ledger::Write>, Fault> {
    let mut writes = wait_for(accounts::signed_out(ledger, name, None))?;
    let tokens = Access::of(ledger, &Who::Account(name.to_owned())).wait()?;
    writes.extend(tokens.iter().map(Access::revoked));
    Ok(writes)
}

fn remove(ledger: &dyn Ledger, name: &str, out: &mut Output) -> Result<(), Fault> {
    let found = find(ledger, name)?.value;
    if found.owner {
        return Err(Fault::Usage(format!(
            "{:?} is the owner and cannot be removed",
            found.name
        )));
    }
    let accounts = Kept::all(ledger).wait()?;
    let owner = accounts
        .into_iter()
        .find(|other| other.value.owner)
        .map(|owner| owner.value.name);
    let mut writes = ways_in(ledger, &found.name)?;
    for listed in ledger.tournaments().wait()? {
        let settings = Settings::find(ledger, &listed.tournament).wait()?;
        if let Some(settings) =
            settings.filter(|settings| settings.value.organizer.as_ref() == Some(&found.name))
        {
            let taken = Settings {
                organizer: owner.clone(),
                ..settings.value.clone()
            };
            writes.push(settings.replace(&taken));
        }
    }
    writes.push(found.delete());
    ledger.commit(writes).wait()?;
    match out.json {
        true => out.json(&json!({ "name": found.name })),
        false => out.line(format!("Removed {}.", found.name)),
    }
    Ok(())
}
