//! `muster token`: creates, lists and revokes API tokens, whether or not the server is running.

use crate::clock;
use crate::data::Data;
use crate::fault::Fault;
use crate::output::{Column, Output};
use clap::{Args, Subcommand};
use muster_ledger::Ledger;
use muster_ledger::people::{Access, Account, Kept, Scope, Who};
use muster_service::tokens;
use serde_json::json;
use std::sync::Arc;

/// Create, list or revoke API tokens
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  muster token new \"League bot\" --account \"Robin Vale\" --purpose read
  muster token list --account \"Robin Vale\"
  muster token revoke 3f9a1c20b7d4 --account \"Robin Vale\"

A token is shown once. It can never do more than its owner: desk does everything \
the owner may do, judge what a judge may do, read changes nothing.")]
pub(crate) struct Token {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand, Debug)]
enum What {
    /// Create a token
    #[command(
        after_help = "Example:\n  muster token new \"League bot\" --account \"Robin Vale\" --purpose read --days 2"
    )]
    New {
        /// What it is for
        label: String,
        /// read, judge or desk
        #[arg(long, value_parser = purpose)]
        purpose: Scope,
        /// Days until it expires [default: never]
        #[arg(long, value_parser = clap::value_parser!(i64).range(1..=3650))]
        days: Option<i64>,
        #[command(flatten)]
        of: Of,
    },
    /// List the tokens of an account
    #[command(after_help = "Example:\n  muster token list --account \"Robin Vale\" --json")]
    List {
        #[command(flatten)]
        of: Of,
    },
    /// Revoke a token
    #[command(after_help = "Example:\n  muster token revoke 3f9a1c20b7d4 --account \"Robin Vale\"")]
    Revoke {
        /// The beginning of its digest, as `muster token list` shows it
        token: String,
        #[command(flatten)]
        of: Of,
    },
}

/// Whose tokens, and where.
#[derive(Args, Debug)]
struct Of {
    /// Name to sign in with
    #[arg(long)]
    account: String,
    #[command(flatten)]
    data: Data,
}

fn purpose(text: &str) -> Result<Scope, String> {
    let known = tokens::scopes(&Who::Account(String::new()));
    let found = Scope::named(text).filter(|scope| known.contains(scope));
    found.ok_or_else(|| format!("unknown purpose {text:?}; choose read, judge or desk"))
}

impl Of {
    fn open(&self) -> Result<(Arc<dyn Ledger>, Who), Fault> {
        let ledger = self.data.open()?;
        let account = Account::find(&*ledger, &self.account).wait()?;
        let account = account.ok_or_else(|| {
            Fault::Usage(format!(
                "there is no account {:?} here; start the server and set it up first",
                self.account
            ))
        })?;
        Ok((ledger, Who::Account(account.value.name)))
    }
}

impl Token {
    pub(crate) fn run(self, out: &mut Output) -> Result<(), Fault> {
        match self.what {
            What::New {
                label,
                purpose,
                days,
                of,
            } => {
                let (ledger, who) = of.open()?;
                let (token, access) = tokens::new(who, purpose, &label, days, clock::now()?)?;
                ledger.commit(vec![access.add()]).wait()?;
                if out.json {
                    out.json(&json!({ "token": token, "id": access.id(), "purpose": purpose.id(), "expires": access.expires }));
                } else {
                    out.line(token);
                }
            }
            What::List { of } => {
                let (ledger, who) = of.open()?;
                let tokens = Access::of(&*ledger, &who).wait()?;
                if out.json {
                    let views = tokens.iter().map(|access| {
                        json!({ "id": access.id(), "label": access.label, "purpose": access.scope.id(), "created": access.created, "expires": access.expires })
                    });
                    out.json(&views.collect::<Vec<_>>());
                    return Ok(());
                }
                let columns = [
                    Column::Text("Token"),
                    Column::Text("Label"),
                    Column::Text("Purpose"),
                    Column::Text("Expires"),
                ];
                let rows = tokens.iter().map(|access| {
                    let until = access
                        .expires
                        .map_or_else(|| "no expiry".to_owned(), |end| end.to_string());
                    vec![
                        access.id(),
                        access.label.clone(),
                        access.scope.id().to_owned(),
                        until,
                    ]
                });
                out.table(&columns, rows.collect());
            }
            What::Revoke { token, of } => {
                let (ledger, who) = of.open()?;
                let tokens = Access::of(&*ledger, &who).wait()?;
                let found = tokens.iter().find(|access| access.id() == token);
                let access = found.ok_or_else(|| {
                    Fault::Usage(format!("there is no token {token:?} of this account"))
                })?;
                ledger.commit(vec![access.revoked()]).wait()?;
                out.line(format!("Revoked {} ({}).", access.id(), access.label));
            }
        }
        Ok(())
    }
}
