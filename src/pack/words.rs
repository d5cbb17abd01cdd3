//! What a person reads instead of the name of a grammar rule: rules that begin with keywords are called by them, as the
//! grammar itself says; the others by what they stand for. A test looks for rules without words.

use super::grammar::{Rule, first_words, is_keyword, keyword_text};

/// What a person reads where this rule was expected.
pub fn words(rule: Rule) -> String {
    if is_keyword(rule) {
        return format!("`{}`", keyword_text(rule));
    }
    if let Some(said) = plain_words(rule) {
        return said.to_owned();
    }
    let all = first_words(&format!("{rule:?}"));
    let all: Vec<String> = all.iter().map(|w| format!("`{w}`")).collect();
    match &all[..] {
        [] => "something else".to_owned(),
        [only] => only.clone(),
        [firsts @ .., last] => format!("{} or {last}", firsts.join(", ")),
    }
}

/// The words of a rule that stands for something.
fn plain_words(rule: Rule) -> Option<&'static str> {
    words_of_lists(rule)
        .or_else(|| words_of_items(rule))
        .or_else(|| words_of_parts(rule))
}

fn words_of_lists(rule: Rule) -> Option<&'static str> {
    Some(match rule {
        Rule::name | Rule::bare | Rule::word => "a name",
        Rule::names | Rule::signed_names | Rule::signed_name => "names",
        Rule::text | Rule::quoted => "a text in quotes",
        Rule::number => "a whole number",
        Rule::value => "a number",
        Rule::chosen_sum => "a number or an option in square brackets",
        Rule::die => "a die, such as `d6`",
        Rule::powers | Rule::some_powers => "powers",
        Rule::units | Rule::some_units | Rule::whole_units => "unit types",
        Rule::who | Rule::who_one | Rule::who_word => {
            "powers, `it`, `friends`, `enemies`, `neutrals` or `anyone`"
        }
        Rule::places | Rule::but_places | Rule::place => "places",
        Rule::grouped | Rule::described | Rule::anywhere => "places",
        Rule::quality => "what the places must be, such as `marked` or `originally of`",
        Rule::cond | Rule::cond_all | Rule::cond_one | Rule::bracket | Rule::statement => {
            "a condition"
        }
        Rule::s_controls => "`controls`",
        Rule::s_has => "`has`",
        Rule::s_war => "`is at war`",
        Rule::s_capital => "`holds its capital`",
        Rule::quantity => "`all of`, `any of`, `none of` or `at least … of`",
        Rule::amount => "`any`, `no` or `at least …`",
        Rule::WHITESPACE | Rule::COMMENT | Rule::blank => "a blank",
        Rule::letter | Rule::eow => "the end of the word",
        Rule::reserved => "a keyword",
        _ => return None,
    })
}

fn words_of_items(rule: Rule) -> Option<&'static str> {
    Some(match rule {
        Rule::EOI => "the next item",
        Rule::chunk | Rule::item => "an item, such as `territory` or `objective`",
        Rule::sentence => "an item, or a change of one",
        Rule::gate => "`canal`",
        Rule::space_fact | Rule::lost_fact => "a fact about the space",
        Rule::setup_row => "a place with what stands there",
        Rule::pieces => "a number of units",
        Rule::phase_name | Rule::phase_bare | Rule::phase_stop => "a phase",
        Rule::relation => "two lists of powers and how they stand",
        Rule::d_act | Rule::action => "an action, such as `enter` or `attack`",
        Rule::moment | Rule::edge => "a moment, such as `at start of turn`",
        Rule::at_turn | Rule::at_phase => "`at start of` or `at end of`",
        Rule::effect => "an effect, such as `give` or `set flag`",
        Rule::how_many => "`every` or a whole number",
        Rule::spot | Rule::here => "`here` or a space",
        Rule::param | Rule::set_param | Rule::param_word => "a parameter",
        Rule::v_flag => "`yes` or `no`",
        Rule::o_number => "a number, `from` its least `to` its greatest",
        Rule::o_choice => "a word, `of` all that may be chosen",
        Rule::guards | Rule::guard => "an option",
        _ => return None,
    })
}

fn words_of_parts(rule: Rule) -> Option<&'static str> {
    Some(match rule {
        Rule::most_rounds => "`at most … rounds`",
        Rule::roll | Rule::roll_kind => "`low luck`, `pooled` or a die",
        Rule::step => "a step, such as `fire` or `retreat`",
        Rule::dice_count => "`one die a target` or `with … dice each`",
        Rule::fire_clause => "a clause of the volley, such as `sparing` or `losses`",
        Rule::presence => "`own` or `enemy` and unit types",
        Rule::lift => "a value, such as `attack of attacking …`",
        Rule::t_named | Rule::thing => "what is removed, such as `territory` or `objective`",
        Rule::a_part => "a part of a plan, such as `at most rounds`",
        Rule::a_step | Rule::step_kind => "a step, such as `submerge` or `retreat`",
        Rule::row_fact | Rule::fact_key => "a key of the table",
        Rule::fact_value | Rule::fact_chosen | Rule::toml_word => "a value",
        Rule::toml_text | Rule::toml_list | Rule::toml_table => "a value",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pack::grammar::is_mark;

    #[test]
    fn every_rule_has_words() {
        for rule in Rule::all_rules() {
            let name = format!("{rule:?}");
            assert_eq!(
                name.starts_with("k_"),
                is_keyword(*rule),
                "{name}: the keywords are one block at the grammar's end"
            );
            assert_eq!(
                name.starts_with("k_") || name.starts_with("sign_"),
                is_mark(*rule),
                "{name}: the signs come before the keywords"
            );
            assert_ne!(
                words(*rule),
                "something else",
                "{name} has no words in words.rs"
            );
        }
    }
}
