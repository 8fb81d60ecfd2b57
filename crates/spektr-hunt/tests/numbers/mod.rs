//! A language of one line for tests: a list of numbers in which every number but 0 needs its
//! half somewhere before it. It prints its numbers.

use spektr_entropy::Entropy;
use spektr_wing::*;
use std::any::Any;
use std::collections::BTreeSet;

#[derive(Clone)]
pub struct Numbers(pub Vec<u32>);

impl Program for Numbers {
    fn run(&self, _fuel: Fuel) -> Execution {
        let mut seen = BTreeSet::new();
        let orphan = self.0.iter().enumerate().find(|&(_, &number)| {
            seen.insert(number);
            number != 0 && !seen.contains(&(number / 2))
        });
        let ending = match orphan {
            None => Ending::Finished,
            Some((position, number)) => Ending::Undefined {
                rule: format!("{number} has no half"),
                diagnostic: String::new(),
                line: position as u32 + 1,
            },
        };
        Execution { ending, stdout: self.text().into_bytes(), steps: self.0.len() as u64 }
    }
    fn text(&self) -> String {
        self.0.iter().map(|number| format!("{number} ")).collect()
    }
    fn render(&self, _purpose: Purpose) -> Rendering {
        Rendering { files: vec![], recipe: vec![] }
    }
    fn size(&self) -> Size {
        Size { statements: self.0.len() as u64, ..Size::default() }
    }
    fn constructs(&self) -> Vec<String> {
        vec!["number".into()]
    }
    fn explain(&self, execution: &Execution, found: &[u8]) -> Option<Difference> {
        let words = |bytes: &[u8]| -> Vec<String> {
            String::from_utf8_lossy(bytes).split_whitespace().map(str::to_owned).collect()
        };
        let (wanted, found) = (words(&execution.stdout), words(found));
        let place = (0..wanted.len()).find(|&place| wanted.get(place) != found.get(place))?;
        Some(Difference {
            function: "main".into(),
            variable: format!("number {place}"),
            wanted: wanted[place].clone(),
            found: found.get(place).cloned(),
        })
    }
    fn witness(&self, _name: &str) -> Result<WitnessPlan, String> {
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
    fn lift(&self) -> Option<Rendering> {
        None
    }
    fn clone_box(&self) -> Box<dyn Program> {
        Box::new(self.clone())
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

pub struct Arithmetic;

impl Wing for Arithmetic {
    fn name(&self) -> &'static str {
        "arithmetic"
    }
    fn about(&self) -> &'static str {
        "numbers and their halves"
    }
    fn family(&self) -> &'static str {
        "none"
    }
    /// A random walk upwards from 0; seeds that end in 99 give nothing.
    fn generate(&self, wish: &Wish<'_>) -> Result<Generated, Complaint> {
        if wish.seed % 100 == 99 {
            return Err(Complaint::whole("an unlucky seed"));
        }
        let mut entropy = Entropy::named(wish.seed, "numbers");
        let mut numbers = vec![0];
        for _ in 0..wish.size.unwrap_or(20) {
            let half = numbers[entropy.index(numbers.len())];
            numbers.push((half * 2 + u32::from(entropy.coin())) & 0xffff);
        }
        let program = Numbers(numbers);
        let execution = program.run(Fuel::default());
        Ok(Generated { program: Box::new(program), execution })
    }
    fn parse(&self, source: &str) -> Result<Box<dyn Program>, Complaint> {
        let numbers: Result<Vec<u32>, _> = source.split_whitespace().map(str::parse).collect();
        let numbers = numbers.map_err(|error| Complaint::whole(error.to_string()))?;
        Ok(Box::new(Numbers(numbers)))
    }
    fn runtime(&self) -> Option<Runtime> {
        None
    }
    fn batch(&self, programs: &[&dyn Program]) -> Rendering {
        programs[0].render(Purpose::Judge)
    }
    fn witnesses(&self) -> Vec<WitnessSpec> {
        vec![]
    }
    fn read_witness(&self, _: &str, _: bool, _: &str, _: &str) -> WitnessAnswer {
        WitnessAnswer::CannotTell { reason: "nobody".into() }
    }
    fn empty(&self) -> Box<dyn Program> {
        Box::new(Numbers(vec![]))
    }
}
