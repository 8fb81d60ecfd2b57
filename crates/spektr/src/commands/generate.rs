//! `spektr gen`: one program to standard output.

use super::{policy, wing};
use crate::Wings;
use crate::cli::{Form, GenArgs};
use crate::exit::{Exit, Failure};
use crate::words::{number, say};
use spektr_wing::{Generated, Program, Purpose, Wish};

pub fn run(args: &GenArgs, wings: Wings<'_>) -> Result<Exit, Failure> {
    let wing = wing(wings, Some(&args.wing))?;
    let policy = policy(args.policy.as_deref())?;
    let wish = Wish { seed: args.seed, policy: policy.as_deref(), size: args.size };
    let generated =
        wing.generate(&wish).map_err(|complaint| Failure::new(Exit::Usage, complaint))?;
    if args.stats {
        say(&figures(&generated));
    } else {
        say(&text(generated.program.as_ref(), args.form));
    }
    Ok(Exit::Done)
}

fn text(program: &dyn Program, form: Form) -> String {
    let purpose = match form {
        Form::Text => return program.text(),
        Form::Judge => Purpose::Judge,
        Form::Pretty => Purpose::Standalone,
    };
    program.render(purpose).files.into_iter().map(|file| file.text).collect()
}

fn figures(generated: &Generated) -> String {
    let size = generated.program.size();
    let mut text = format!(
        "statements  {}\nblocks      {}\nfunctions   {}\nexecuted    {}\nconstructs\n",
        number(size.statements),
        number(size.blocks),
        number(size.functions),
        number(generated.execution.steps)
    );
    for construct in generated.program.constructs() {
        text.push_str(&format!("  {construct}\n"));
    }
    text
}
