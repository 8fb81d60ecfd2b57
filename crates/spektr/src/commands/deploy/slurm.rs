//! A job array for Slurm: one task per worker, requeued when a node goes away.

use super::{Fleet, TO_FINISH, shell_word};

pub(super) fn script(fleet: &Fleet) -> String {
    let minutes = fleet.whole_time().as_secs().div_ceil(60);
    let (last, jobs, memory) = (fleet.workers - 1, fleet.jobs, fleet.gigabytes);
    let (store, arguments) = (shell_word(&fleet.store), fleet.typed());
    let finish = TO_FINISH.as_secs();
    format!(
        "#!/bin/sh
#SBATCH --job-name=spektr
#SBATCH --array=0-{last}
#SBATCH --ntasks=1
#SBATCH --cpus-per-task={jobs}
#SBATCH --mem={memory}G
#SBATCH --time={minutes}
#SBATCH --requeue
#SBATCH --open-mode=append
#SBATCH --signal=B:TERM@{finish}
#SBATCH --output=spektr-%A_%a.log

# A worker keeps nothing but scratch files: it may be cancelled, requeued or killed at any
# moment. What it had leased is handed to others.
export SPEKTR_STORE={store}
export TMPDIR=\"${{SLURM_TMPDIR:-${{TMPDIR:-/tmp}}}}\"

# The shell passes the signal that the time is over on, and waits for what is in flight.
spektr {arguments} &
worker=$!
trap 'kill -TERM \"$worker\" 2>/dev/null' TERM INT
wait \"$worker\"
code=$?
while kill -0 \"$worker\" 2>/dev/null; do
    wait \"$worker\"
    code=$?
done
exit \"$code\"
"
    )
}
