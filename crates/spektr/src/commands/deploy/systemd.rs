//! A unit for systemd that can be started as often as a host has room for workers.

use super::{Fleet, TO_FINISH};

pub(super) fn units(fleet: &Fleet) -> String {
    let (store, arguments) = (escaped(&fleet.store), fleet.typed().replace('%', "%%"));
    let (workers, finish) = (fleet.workers, TO_FINISH.as_secs());
    let (cores, memory) = (fleet.jobs * 100, fleet.gigabytes);
    let whole = fleet.whole_time().as_secs();
    let last = workers - 1;
    format!(
        "# /etc/systemd/system/spektr-worker@.service
# Then: systemctl start spektr-worker@{{0..{last}}}
[Unit]
Description=spektr worker %i
After=network-online.target
Wants=network-online.target

[Service]
Type=exec
DynamicUser=yes
StateDirectory=spektr-worker-%i
WorkingDirectory=%S/spektr-worker-%i
Environment=\"SPEKTR_STORE={store}\"
Environment=TMPDIR=%S/spektr-worker-%i
ExecStart=/usr/local/bin/spektr {arguments}
# A worker that dies is started again; one whose time is over, or whose campaign is, is not.
Restart=on-failure
RestartSec=10
RuntimeMaxSec={whole}
TimeoutStopSec={finish}
KillSignal=SIGTERM
CPUQuota={cores}%
MemoryMax={memory}G
TasksMax=4096
# The sandbox makes user and network namespaces of its own for what it runs, so these must not
# be taken away (no RestrictNamespaces=, no PrivateUsers=, no SystemCallFilter=).
NoNewPrivileges=yes
ProtectSystem=strict
ProtectHome=yes

[Install]
WantedBy=multi-user.target
"
    )
}

/// Text inside quotes of a unit file.
fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"").replace('%', "%%")
}
