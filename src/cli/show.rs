//! `sandtable show`: what a pack says.

use super::choices::ChoiceArgs;
use super::out::Out;
use super::{Done, Exit};
use sandtable_view::{self as view, Topic};

/// Columns of a table where the screen does not say: a unit table has one for each attribute.
const WIDTH: u16 = 160;

/// The arguments.
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    /// A pack: a folder, or the name of a bundled pack
    pack: String,
    /// What of it
    topic: Option<Topic>,
    /// One thing in full
    name: Vec<String>,
    #[command(flatten)]
    choices: ChoiceArgs,
    /// Everything the pack says when its layers are one, with the file and the line of each item and
    /// who changed it last
    #[arg(long)]
    resolved: bool,
    /// With `--resolved`: as JSON, one item a line
    #[arg(long, requires = "resolved")]
    json: bool,
}

/// Shows it.
pub(super) fn run(args: &Args, out: &mut Out) -> Done {
    let opened = args.choices.open(&args.pack)?;
    let (rules, info) = (&opened.rules, &opened.info);
    let name = (!args.name.is_empty()).then(|| args.name.join(" "));
    match args.topic {
        _ if args.json => {
            let items = info.resolved().iter();
            items.for_each(|item| out.json(&view::resolved_json(info, item)));
        }
        _ if args.resolved => out.say(&view::resolved_text(info, info.resolved())),
        Some(topic) => {
            let width = Some(out.width(WIDTH));
            out.say(&view::show(rules, info, topic, name.as_deref(), width)?);
        }
        None => {
            let (spaces, units) = (rules.board.spaces.len(), rules.units.types.len());
            let powers = rules.powers.powers.len();
            out.say(&format!("{} ({})", rules.title, rules.name));
            out.say(&info.description);
            out.say(&info.edition);
            out.say(&format!(
                "{spaces} spaces, {units} types of units, {powers} powers"
            ));
        }
    }
    Ok(Exit::Fine)
}
