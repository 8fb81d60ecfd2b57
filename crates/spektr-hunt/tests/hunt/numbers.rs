//! A language of one line: a list of numbers in which every number but 0 needs its half
//! somewhere before it. It prints its numbers.

use spektr_entropy::Entropy;
use spektr_wing::*;
use std::any::Any;
use std::collections::BTreeSet;

#[derive(Clone)]
pub struct Numbers(pub Vec<u32>);

impl Numbers {
    pub fn of_text(text: &str) -> Result<Numbers, Complaint> {
        let numbers: Result<Vec<u32>, _> = text.split_whitespace().map(str::parse).collect();
        numbers.map(Numbers).map_err(|error| Complaint::whole(error.to_string()))
    }
}

impl Program for Numbers {
    fn run(&self, _: Reading, _: Fuel) -> Execution {
        let mut seen = BTreeSet::new();
        let orphan = self.0.iter().enumerate().find(|&(_, &number)| {
            seen.insert(number);
            number != 0 && !seen.contains(&(number / 2))
        });
        let ending = match orphan {
            None => Ending::Finished(End::SUCCESS),
            Some((position, number)) => Ending::Undefined {
                rule: format!("{number} has no half"),
                diagnostic: String::new(),
                line: position as u32 + 1,
            },
        };
        Execution { ending, stdout: self.text().into_bytes(), steps: self.0.len() as u64 }
    }

    fn explain(&self, wanted: &[u8], found: &[u8]) -> Option<Difference> {
        let words = |bytes: &[u8]| -> Vec<String> {
            String::from_utf8_lossy(bytes).split_whitespace().map(str::to_owned).collect()
        };
        let (wanted, found) = (words(wanted), words(found));
        let place = (0..wanted.len()).find(|&place| wanted.get(place) != found.get(place))?;
        Some(Difference {
            function: "main".into(),
            variable: format!("number {place}"),
            wanted: wanted[place].clone(),
            found: found.get(place).cloned(),
        })
    }

    fn files(&self) -> Vec<SourceFile> {
        let text: String = self.0.iter().map(|number| format!("{number} ")).collect();
        vec![SourceFile::new("program.numbers", text)]
    }

    fn size(&self) -> Size {
        Size { statements: self.0.len() as u64, ..Size::default() }
    }

    fn constructs(&self) -> Vec<String> {
        vec!["number".into()]
    }

    fn ask(&self, _: &str, _: &Audience<'_>) -> Result<Experiment, String> {
        Err("nobody".into())
    }

    fn edits(&self, round: u32) -> Vec<Edit> {
        let edit = |key| Edit { key, label: format!("drop {key}").into() };
        if round == 0 { (0..self.0.len() as u64).map(edit).collect() } else { vec![] }
    }

    fn apply(&self, edits: &[Edit]) -> Option<Box<dyn Program>> {
        let dropped: BTreeSet<usize> = edits.iter().map(|edit| edit.key as usize).collect();
        let kept = (0..self.0.len()).filter(|position| !dropped.contains(position));
        Some(Box::new(Numbers(kept.map(|position| self.0[position]).collect())))
    }

    fn clone_box(&self) -> Box<dyn Program> {
        Box::new(self.clone())
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

pub struct Arithmetic;

const WALK: [Maker; 1] = [Maker { name: "walk", about: "a walk upwards", wants_parents: false }];

impl Wing for Arithmetic {
    fn name(&self) -> &'static str {
        "arithmetic"
    }

    fn about(&self) -> &'static str {
        "numbers and their halves"
    }

    fn families(&self) -> &'static [&'static str] {
        &["counting"]
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["numbers"]
    }

    fn makers(&self) -> &'static [Maker] {
        &WALK
    }

    /// A random walk upwards from 0; seeds that end in 99 give nothing.
    fn make(&self, order: &Order<'_>) -> Result<Made, Complaint> {
        if order.seed % 100 == 99 {
            return Err(Complaint::whole("an unlucky seed"));
        }
        let mut entropy = Entropy::named(order.seed, "numbers");
        let mut numbers = vec![0];
        for _ in 0..order.size.unwrap_or(20) {
            let half = numbers[entropy.index(numbers.len())];
            numbers.push((half * 2 + u32::from(entropy.coin())) & 0xffff);
        }
        let program = Numbers(numbers);
        let execution = program.run(Reading::Reference, Fuel::default());
        Ok(Made { program: Box::new(program), execution })
    }

    fn read(&self, files: &[SourceFile]) -> Result<Box<dyn Program>, Complaint> {
        let text: String = files.iter().map(|file| file.text.as_str()).collect();
        Ok(Box::new(Numbers::of_text(&text)?))
    }

    /// One file for each program.
    fn experiment(&self, programs: &[&dyn Program], _: Purpose, _: &Audience<'_>) -> Experiment {
        let files = programs.iter().flat_map(|program| program.files()).collect();
        Experiment::build_and_run(files, Vec::new())
    }

    fn witnesses(&self) -> Vec<WitnessSpec> {
        vec![]
    }

    fn answer(&self, _: &str, _: &Seen) -> WitnessAnswer {
        WitnessAnswer::CannotTell { reason: "nobody".into() }
    }

    fn empty(&self) -> Box<dyn Program> {
        Box::new(Numbers(vec![]))
    }
}
