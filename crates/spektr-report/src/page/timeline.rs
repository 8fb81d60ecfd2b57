//! The history of a campaign in stretches that can be plotted. Samples are totals at moments;
//! what is plotted is what happened between them, and hunts that were stopped and resumed leave
//! pauses that must not look like slowness.

use crate::facts::{CampaignFacts, Sample};

/// What happened in one stretch of time, in seconds since the start.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Stretch {
    pub(super) from: f64,
    pub(super) to: f64,
    pub(super) programs: u64,
    pub(super) findings: u64,
}

impl Stretch {
    pub(super) fn rate(&self) -> f64 {
        self.programs as f64 / (self.to - self.from).max(1.0)
    }
}

pub(super) struct Timeline {
    start: i64,
    /// Length in seconds.
    pub(super) seconds: u64,
    /// Samples of each time the campaign ran without a pause.
    runs: Vec<Vec<Sample>>,
}

impl Timeline {
    pub(super) fn new(campaign: &CampaignFacts) -> Timeline {
        let start = campaign.started_at;
        let ends = [
            campaign.samples.last().map(|sample| sample.at),
            campaign.findings.last().map(|finding| finding.at),
        ];
        let end = ends.into_iter().flatten().max().unwrap_or(start);
        Timeline { start, seconds: (end - start).max(1) as u64, runs: runs(&campaign.samples) }
    }

    pub(super) fn since_start(&self, at: i64) -> f64 {
        (at - self.start).max(0) as f64
    }

    /// Stretches in which nothing ran.
    pub(super) fn pauses(&self) -> Vec<(f64, f64)> {
        let ends = self.runs.iter().filter_map(|run| run.last());
        let begins = self.runs.iter().skip(1).filter_map(|run| run.first());
        ends.zip(begins).map(|(a, b)| (self.since_start(a.at), self.since_start(b.at))).collect()
    }

    /// At most about `wanted` stretches, those of each run together.
    pub(super) fn stretches(&self, wanted: u64) -> Vec<Vec<Stretch>> {
        let width = (self.seconds as f64 / wanted.max(1) as f64).max(1.0);
        self.runs.iter().map(|run| self.stretches_of(run, width)).collect()
    }

    fn stretches_of(&self, run: &[Sample], width: f64) -> Vec<Stretch> {
        let mut stretches = Vec::new();
        let Some(mut first) = run.first() else { return stretches };
        for (index, sample) in run.iter().enumerate().skip(1) {
            let long_enough = (sample.at - first.at) as f64 >= width;
            if sample.at > first.at && (long_enough || index + 1 == run.len()) {
                stretches.push(Stretch {
                    from: self.since_start(first.at),
                    to: self.since_start(sample.at),
                    programs: sample.programs.saturating_sub(first.programs),
                    findings: sample.findings.saturating_sub(first.findings),
                });
                first = sample;
            }
        }
        stretches
    }
}

/// Splits samples where the distance between two is far out of the ordinary.
fn runs(samples: &[Sample]) -> Vec<Vec<Sample>> {
    let mut distances: Vec<i64> =
        samples.windows(2).map(|pair| pair[1].at - pair[0].at).filter(|gap| *gap > 0).collect();
    distances.sort_unstable();
    let usual = distances.get(distances.len() / 2).copied().unwrap_or(0);
    let pause = (10 * usual).max(60);
    let mut runs: Vec<Vec<Sample>> = Vec::new();
    for sample in samples {
        match runs.last_mut() {
            Some(run) if run.last().is_some_and(|last| sample.at - last.at <= pause) => {
                run.push(*sample);
            }
            _ => runs.push(vec![*sample]),
        }
    }
    runs
}

#[cfg(test)]
mod tests {
    use super::*;

    fn campaign(samples: &[(i64, u64)]) -> CampaignFacts {
        let sample = |&(at, programs)| Sample { at, programs, ..Sample::default() };
        CampaignFacts { samples: samples.iter().map(sample).collect(), ..CampaignFacts::default() }
    }

    #[test]
    fn pauses_are_no_slowness() {
        let facts =
            campaign(&[(0, 0), (10, 100), (20, 200), (5_000, 200), (5_010, 300), (5_020, 400)]);
        let timeline = Timeline::new(&facts);
        assert_eq!(timeline.pauses(), [(20.0, 5_000.0)]);
        let rates: Vec<Vec<f64>> = timeline
            .stretches(10_000)
            .iter()
            .map(|run| run.iter().map(Stretch::rate).collect())
            .collect();
        assert_eq!(rates, [[10.0, 10.0], [10.0, 10.0]]);
    }

    #[test]
    fn stretches_add_up_to_the_whole() {
        let samples: Vec<(i64, u64)> = (0..1_000).map(|k| (k * 10, k as u64 * k as u64)).collect();
        let timeline = Timeline::new(&campaign(&samples));
        let stretches = timeline.stretches(50);
        assert!(stretches[0].len() <= 51, "{}", stretches[0].len());
        let programs: u64 = stretches[0].iter().map(|stretch| stretch.programs).sum();
        assert_eq!(programs, 999 * 999);
    }

    #[test]
    fn little_or_nothing_is_no_trouble() {
        for samples in [&[][..], &[(0, 0)], &[(5, 1), (5, 2)]] {
            let timeline = Timeline::new(&campaign(samples));
            assert!(timeline.pauses().is_empty());
            assert!(timeline.stretches(10).iter().all(Vec::is_empty));
        }
    }
}
