-- A store as spektr made it until programs were kept as files: version 1. Kept as it was, so that
-- a test sees whether such stores still open.

-- One hunt with its settings. Seeds below next_seed that no lease holds have been judged.
CREATE TABLE campaign (
    id          INTEGER PRIMARY KEY,
    wing        TEXT NOT NULL,
    settings    TEXT NOT NULL,              -- JSON, enough to resume
    digest      TEXT NOT NULL,              -- of the settings: equal hunts share a campaign
    first_seed  INTEGER NOT NULL,
    end_seed    INTEGER,                    -- NULL: goes on until stopped
    next_seed   INTEGER NOT NULL,
    chunk       INTEGER NOT NULL,           -- seeds per lease
    started_at  INTEGER NOT NULL,
    programs    INTEGER NOT NULL DEFAULT 0,
    statements  INTEGER NOT NULL DEFAULT 0, -- as text
    executed    INTEGER NOT NULL DEFAULT 0, -- as the machine counts them
    skipped     INTEGER NOT NULL DEFAULT 0,
    compiles    INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX campaign_digest ON campaign (digest);

-- Seeds that a worker holds. owner is NULL once a worker gave the rest back.
CREATE TABLE lease (
    id         INTEGER PRIMARY KEY,
    campaign   INTEGER NOT NULL REFERENCES campaign (id),
    first_seed INTEGER NOT NULL,
    end_seed   INTEGER NOT NULL,
    owner      TEXT,
    heartbeat  INTEGER NOT NULL
);

-- One bug: all findings with one signature.
CREATE TABLE bug (
    id             INTEGER PRIMARY KEY,
    wing           TEXT NOT NULL,
    signature      TEXT NOT NULL,
    title          TEXT NOT NULL,
    representative INTEGER,                 -- finding with the shortest program
    first_seen     INTEGER NOT NULL,
    mute_reason    TEXT,
    mute_link      TEXT,
    UNIQUE (wing, signature)
);

-- One program that a compiler got wrong in one configuration.
CREATE TABLE finding (
    id               INTEGER PRIMARY KEY,
    key              TEXT NOT NULL UNIQUE,  -- what makes it the same finding again
    campaign         INTEGER NOT NULL REFERENCES campaign (id),
    wing             TEXT NOT NULL,
    seed             INTEGER NOT NULL,
    policy           TEXT,
    spektr_version   TEXT NOT NULL,
    compiler         TEXT NOT NULL,
    compiler_version TEXT NOT NULL,
    flags            TEXT NOT NULL,         -- JSON array
    program          TEXT NOT NULL,
    statements       INTEGER NOT NULL,
    verdict          TEXT NOT NULL,
    summary          TEXT NOT NULL,         -- one line
    expected         BLOB NOT NULL,
    found            BLOB NOT NULL,
    diagnostics      TEXT NOT NULL,         -- what compiler and program said on stderr
    difference       TEXT,                  -- JSON: function, variable, wanted, found
    state            TEXT NOT NULL,
    signature        TEXT,
    bug              INTEGER REFERENCES bug (id),
    triage           TEXT,                  -- JSON
    reduced          TEXT,
    reduction        TEXT,                  -- JSON
    claimed_by       TEXT,                  -- the process that triages or reduces it
    claimed_at       INTEGER NOT NULL DEFAULT 0,
    found_at         INTEGER NOT NULL
);
CREATE INDEX finding_bug ON finding (bug);
CREATE INDEX finding_state ON finding (state);

CREATE TABLE stage_cpu (
    campaign INTEGER NOT NULL REFERENCES campaign (id),
    stage    TEXT NOT NULL,
    micros   INTEGER NOT NULL,
    PRIMARY KEY (campaign, stage)
);

-- How often constructs, flags and compilers took part.
CREATE TABLE coverage (
    campaign INTEGER NOT NULL REFERENCES campaign (id),
    kind     TEXT NOT NULL,
    name     TEXT NOT NULL,
    count    INTEGER NOT NULL,
    PRIMARY KEY (campaign, kind, name)
);

-- Throughput over time, as totals of the campaign at a moment.
CREATE TABLE sample (
    campaign   INTEGER NOT NULL REFERENCES campaign (id),
    at         INTEGER NOT NULL,
    programs   INTEGER NOT NULL,
    statements INTEGER NOT NULL,
    executed   INTEGER NOT NULL,
    findings   INTEGER NOT NULL,
    bugs       INTEGER NOT NULL,
    cpu_micros INTEGER NOT NULL
);

-- What is worth telling later: starts, stops, troubles.
CREATE TABLE event (
    id       INTEGER PRIMARY KEY,
    campaign INTEGER NOT NULL REFERENCES campaign (id),
    at       INTEGER NOT NULL,
    what     TEXT NOT NULL                  -- JSON
);

INSERT INTO campaign VALUES (1, 'arithmetic',
    '{"wing":"arithmetic","policy":null,"size":20,"compilers":[["old","1.0"]],"configurations":"-O2","batch_statements":16000,"spektr_version":"0.1.0"}',
    'digest', 0, 64, 32, 32, 1700000000, 31, 620, 620, 1, 40);
INSERT INTO lease VALUES (1, 1, 16, 32, NULL, 1700000000);
INSERT INTO bug VALUES (1, 'arithmetic', 'miscompiled: middle pass plus', 'middle pass plus', 1, 1700000001, 'known', 'the tracker');
INSERT INTO finding (id, key, campaign, wing, seed, policy, spektr_version, compiler, compiler_version, flags,
    program, statements, verdict, summary, expected, found, diagnostics, difference, state, signature, bug,
    triage, reduced, reduction, found_at)
VALUES (1, 'a', 1, 'arithmetic', 3, NULL, '0.1.0', 'old', '1.0', '["-O2","-g --with space"]',
    '0 1 3 7 14 29 "quoted" ', 6, 'miscompiled', 'number 5 is 30, should be 29', x'3239', x'3330', '', NULL,
    'triaged', 'miscompiled: middle pass plus', 1,
    '{"class":"miscompiled","mark":"","configuration":{"compiler":"old","flags":["-O2"]},"guilt":{"layer":"middle","pass":"plus","on":"main","cure":["-no-plus"]},"difference":null,"elsewhere":[],"summary":"number 5 is 30","compiles":9}',
    '0 1 3 7 14 29 ', '{"cut_short":null}', 1700000001),
    (2, 'b', 1, 'arithmetic', 5, NULL, '0.1.0', 'old', '1.0', '["-O2"]', '0 1 3 7 15 31 63 ', 7,
    'compiler-crash', 'it crashed', x'', x'', 'not 63', NULL, 'new', NULL, NULL, NULL, NULL, NULL, 1700000002);
INSERT INTO stage_cpu VALUES (1, 'compile', 5000000);
INSERT INTO sample VALUES (1, 1700000003, 31, 620, 620, 2, 1, 5000000);
PRAGMA user_version = 1;
