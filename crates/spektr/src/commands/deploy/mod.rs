//! `spektr deploy`: what a scheduler needs to run many workers, printed for a person to read,
//! change and submit. Nothing is submitted here.

mod container;
mod kubernetes;
mod slurm;
mod systemd;

use crate::cli::{DeployArgs, Scheduler};
use crate::exit::{Exit, Failure};
use crate::words::{note, say};
use spektr_hunt::store::Address;
use std::time::Duration;

/// How long a worker may take to finish what is in flight once its time is over.
const TO_FINISH: Duration = Duration::from_secs(120);

/// What all schedulers are told.
struct Fleet {
    /// Where the store is; a secret if it holds a password.
    store: String,
    /// Arguments of `spektr hunt`, the store aside.
    arguments: Vec<String>,
    workers: u32,
    jobs: usize,
    gigabytes: u32,
    time: Duration,
    image: String,
}

pub fn run(args: &DeployArgs) -> Result<Exit, Failure> {
    if args.scheduler == Scheduler::Container {
        say(&container::recipe());
        return Ok(Exit::Done);
    }
    let fleet = Fleet::of(args);
    if let Address::Directory(directory) = Address::of(&args.store.place()) {
        note(&format!(
            "{} is a directory: only workers on one host can share it; for more, use postgres://",
            directory.display()
        ));
    }
    say(&match args.scheduler {
        Scheduler::Slurm => slurm::script(&fleet),
        Scheduler::Kubernetes => kubernetes::manifest(&fleet),
        Scheduler::Systemd => systemd::units(&fleet),
        Scheduler::Container => container::recipe(),
    });
    Ok(Exit::Done)
}

impl Fleet {
    fn of(args: &DeployArgs) -> Fleet {
        let mut arguments: Vec<String> = vec!["hunt".into()];
        arguments.extend(args.wing.clone());
        arguments.push("--worker".into());
        if let Some(seeds) = args.seeds {
            let end = seeds.end.map(|end| end.to_string()).unwrap_or_default();
            arguments.extend(["--seeds".into(), format!("{}..{end}", seeds.first)]);
        }
        arguments.extend(["--jobs".into(), args.jobs.to_string()]);
        arguments.extend(["--time".into(), format!("{}s", args.time.as_secs())]);
        arguments.push("--json".into());
        Fleet {
            store: args.store.place().display().to_string(),
            arguments,
            workers: args.workers,
            jobs: args.jobs,
            gigabytes: args.memory,
            time: args.time,
            image: args.image.clone(),
        }
    }

    /// From the start to the moment when the scheduler may kill.
    fn whole_time(&self) -> Duration {
        self.time + TO_FINISH
    }

    /// The arguments as a shell reads them.
    fn typed(&self) -> String {
        self.arguments.iter().map(|it| shell_word(it)).collect::<Vec<_>>().join(" ")
    }
}

/// A word as a shell reads it.
fn shell_word(text: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_./:=+,@%".contains(&byte);
    if !text.is_empty() && text.bytes().all(plain) {
        return text.to_owned();
    }
    format!("'{}'", text.replace('\'', "'\\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_stay_words() {
        assert_eq!(shell_word("postgres://a@b/c"), "postgres://a@b/c");
        assert_eq!(shell_word("a b'c$d"), "'a b'\\''c$d'");
    }
}
