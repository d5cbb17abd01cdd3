//! What a person reads instead of the name of a grammar rule: rules that begin with a keyword are
//! called by it, the others by what they stand for. A test looks for rules without words.

use super::grammar::{Rule, is_keyword, keyword_text};

/// What a person reads where this rule was expected.
pub fn words(rule: Rule) -> String {
    if is_keyword(rule) {
        // A keyword's rule is named after its words.
        return format!("`{}`", keyword_text(rule));
    }
    sign(rule).unwrap_or_else(|| plain_words(rule)).to_owned()
}

fn sign(rule: Rule) -> Option<&'static str> {
    Some(match rule {
        Rule::sign_open => "`{`",
        Rule::sign_close => "`}`",
        Rule::sign_left => "`(`",
        Rule::sign_right => "`)`",
        Rule::sign_comma => "`,`",
        Rule::sign_colon => "`:`",
        Rule::sign_equals => "`=`",
        _ => return None,
    })
}

/// The words of a rule that is no keyword.
fn plain_words(rule: Rule) -> &'static str {
    words_of_items(rule)
        .or_else(|| words_of_lists(rule))
        .or_else(|| words_of_rows(rule))
        .or_else(|| words_of_battles(rule))
        .or_else(|| words_of_overlays(rule))
        .unwrap_or("something else")
}

fn words_of_items(rule: Rule) -> Option<&'static str> {
    Some(match rule {
        Rule::EOI => "the next item",
        Rule::chunk | Rule::item => "an item, such as `territory` or `objective`",
        Rule::territory => "`territory`",
        Rule::sea_zone => "`sea zone`",
        Rule::gate => "`canal`",
        Rule::marks => "`marks`",
        Rule::region => "`region`",
        Rule::setup => "`setup`",
        Rule::turn => "`turn`",
        Rule::relations => "`relations`",
        Rule::as_one => "`as one`",
        Rule::guardians => "`guardians`",
        Rule::flags => "`flag`",
        Rule::counter => "`counter`",
        Rule::permit | Rule::permit_word => "`permit` or `forbid`",
        Rule::site => "`site of`",
        Rule::movement => "`movement`",
        Rule::capture => "`capture`",
        Rule::battles => "`battles`",
        Rule::plan => "`battle`",
        Rule::support => "`support by`",
        Rule::modifier => "`modifier`",
        Rule::objective => "`objective`",
        Rule::trigger => "`trigger`",
        Rule::victory => "`victory`",
        Rule::use_script => "`use`",
        Rule::attributes => "`attributes`",
        Rule::sides => "`sides`",
        Rule::group => "`group`",
        Rule::position => "`position`",
        Rule::sentence => "an item, or a change of one",
        _ => return None,
    })
}

fn words_of_lists(rule: Rule) -> Option<&'static str> {
    Some(match rule {
        Rule::name | Rule::bare | Rule::word => "a name",
        Rule::names => "names",
        Rule::text | Rule::quoted => "a text in quotes",
        Rule::number => "a whole number",
        Rule::value => "a number",
        Rule::die => "a die, such as `d6`",
        Rule::powers | Rule::some_powers => "powers",
        Rule::units | Rule::some_units | Rule::whole_units => "unit types",
        Rule::who | Rule::who_one | Rule::who_word => {
            "powers, `it`, `friends`, `enemies`, `neutrals` or `anyone`"
        }
        Rule::places
        | Rule::but_places
        | Rule::place
        | Rule::grouped
        | Rule::described
        | Rule::anywhere => "places",
        Rule::noun => "`territories`, `sea zones` or `spaces`",
        Rule::quality => "what the places must be, such as `marked` or `originally of`",
        Rule::negated | Rule::negation => "`not`",
        Rule::q_emblem => "`originally of`",
        Rule::q_marked => "`marked`",
        Rule::q_city => "`with a victory city`",
        Rule::q_capital => "`with a capital`",
        Rule::q_island => "`island`",
        Rule::q_worth => "`worth`",
        Rule::q_next => "`next to`",
        Rule::q_since => "`held since the turn began`",
        Rule::q_control => "`controlled by`",
        Rule::q_nobody => "`uncontrolled`",
        Rule::q_holding => "`holding`",
        Rule::when => "`when`",
        Rule::cond | Rule::cond_all | Rule::cond_one | Rule::bracket | Rule::statement => {
            "a condition"
        }
        Rule::c_always => "`always`",
        Rule::c_held => "`for`",
        Rule::c_round => "`round`",
        Rule::c_on_turn => "`on the turn of`",
        Rule::c_phase => "`during`",
        Rule::c_flag => "`flag`",
        Rule::c_counter => "`counter`",
        Rule::c_script => "`script`",
        Rule::compare => "`>=`, `<=`, `=`, `<` or `>`",
        Rule::s_controls => "`controls`",
        Rule::s_took => "`took`",
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

fn words_of_rows(rule: Rule) -> Option<&'static str> {
    Some(match rule {
        Rule::space_fact => "a fact about the space",
        Rule::f_income => "`income`",
        Rule::f_owner => "`owner`",
        Rule::f_emblem => "`emblem`",
        Rule::f_capital => "`capital`",
        Rule::f_city => "`city`",
        Rule::f_island => "`island`",
        Rule::f_borders => "`borders`",
        Rule::f_marked => "`marked`",
        Rule::f_closed => "`closed`",
        Rule::f_militia => "`militia`",
        Rule::f_also => "`also`",
        Rule::setup_row => "a place with what stands there",
        Rule::pieces => "a number of units",
        Rule::turn_order => "`order`",
        Rule::turn_start => "`starts in round`",
        Rule::phase => "`phase`",
        Rule::phase_name | Rule::phase_bare | Rule::phase_stop => "a phase",
        Rule::phase_kind => {
            "`purchase`, `combat move`, `combat`, `noncombat move`, `mobilize`, `collect income` or `nothing`"
        }
        Rule::skip => "`skipped`",
        Rule::skip_word => "`when` or `unless`",
        Rule::relation => "two lists of powers and how they stand",
        Rule::standing => "`at war with`, `neutral to` or `allied with`",
        Rule::d_declare => "`declare war on`",
        Rule::d_buy => "`buy`",
        Rule::d_place => "`place`",
        Rule::d_act | Rule::action => "an action, such as `enter` or `attack`",
        Rule::because => "`because`",
        Rule::m_hostile => "`zones are hostile with`",
        Rule::m_ignore => "`attackers may ignore`",
        Rule::m_load => "`loading barred by`",
        Rule::m_unload => "`unloading barred by`",
        Rule::m_landing => "`landings barred by`",
        Rule::m_shot => "`passing shots by`",
        Rule::m_allied => "`aircraft may land on allied decks`",
        Rule::m_new => "`aircraft may land on new decks`",
        Rule::m_stranded => "`stranded aircraft go`",
        Rule::x_treasury => "`capital yields treasury`",
        Rule::x_none => "`no liberation of`",
        Rule::x_always => "`always liberate`",
        Rule::x_never => "`never liberate`",
        Rule::once => "`once`",
        Rule::moment | Rule::edge => "a moment, such as `at start of turn`",
        Rule::at_setup => "`at setup`",
        Rule::at_round => "`at end of round`",
        Rule::at_turn | Rule::at_phase => "`at start of` or `at end of`",
        Rule::on_war => "`on declaration of war by`",
        Rule::on_capture => "`on capture of`",
        Rule::effect => "an effect, such as `give` or `set flag`",
        Rule::e_give => "`give`",
        Rule::e_take => "`take`",
        Rule::e_add | Rule::e_count => "`add`",
        Rule::e_remove => "`remove`",
        Rule::e_control => "`give control of`",
        Rule::e_relation => "`set relation of`",
        Rule::e_set_flag => "`set flag`",
        Rule::e_clear_flag => "`clear flag`",
        Rule::e_set => "`set counter`",
        Rule::e_offer => "`offer`",
        Rule::e_war => "`declare war by`",
        Rule::e_win => "`victory for`",
        Rule::e_script => "`run script`",
        Rule::how_many => "`every` or a whole number",
        Rule::spot | Rule::here => "`here` or a space",
        Rule::nobody => "`nobody`",
        Rule::relation_word => "`war`, `neutral` or `allied`",
        Rule::param => "a parameter",
        Rule::v_places => "`places`",
        Rule::v_powers => "`powers`",
        Rule::v_units => "`units`",
        Rule::v_flag => "`yes` or `no`",
        _ => return None,
    })
}

fn words_of_battles(rule: Rule) -> Option<&'static str> {
    Some(match rule {
        Rule::b_order => "`order`",
        Rule::stage => "`raids`, `assaults` or `others`",
        Rule::b_raids => "`raids by`",
        Rule::b_disputes => "`disputed losses`",
        Rule::b_escorts => "`escorts`",
        Rule::b_bombard => "`bombardment by`",
        Rule::one_per_landed => "`one per landed unit`",
        Rule::quiet => "`from quiet zones`",
        Rule::plan_site => "`on land`, `at sea` or `in raids`",
        Rule::takes_part => "`takes part`",
        Rule::before => "`before the first round`",
        Rule::each_round => "`each round`",
        Rule::most_rounds => "`at most … rounds`",
        Rule::last => "`last casualties`",
        Rule::plan_roll => "`dice`",
        Rule::roll | Rule::roll_kind => "`low luck`, `pooled` or a die",
        Rule::step => "a step, such as `fire` or `retreat`",
        Rule::fire => "`fire`",
        Rule::role => "`attacker` or `defender`",
        Rule::station => "`offshore` or `the target`",
        Rule::dice_count => "`one die a target` or `with … dice each`",
        Rule::fire_clause => "a clause of the volley, such as `sparing` or `losses`",
        Rule::only_if => "`only if`",
        Rule::unless => "`unless`",
        Rule::presence => "`own` or `enemy` and unit types",
        Rule::party => "`own` or `enemy`",
        Rule::sparing => "`sparing`",
        Rule::in_rounds | Rule::one_round => "`in round`",
        Rule::some_rounds => "`in rounds`",
        Rule::from_round => "`from round`",
        Rule::losses => "`losses`",
        Rule::fate => "`leave` or `answer`",
        Rule::chosen => "`chosen by`",
        Rule::chooser => "`owner` or `firer`",
        Rule::own_roll => "`rolling`",
        Rule::remove => "`remove losses`",
        Rule::submerge => "`submerge`",
        Rule::defenceless => "`defenceless`",
        Rule::retreat => "`retreat`",
        Rule::retreat_to => "`where they came from` or `any friendly neighbour`",
        Rule::seaborne => "`seaborne units stay`",
        Rule::latest => "`at the latest in round`",
        Rule::intercept => "`intercept`",
        Rule::divide => "`divide raiders`",
        Rule::damage => "`damage`",
        Rule::lift => "a value, such as `attack of attacking …`",
        Rule::side => "`attacking` or `defending`",
        Rule::set_to => "`becomes`",
        Rule::add_to => "`gains`",
        Rule::take_off => "`loses`",
        Rule::multiply => "`times`",
        _ => return None,
    })
}

fn words_of_overlays(rule: Rule) -> Option<&'static str> {
    Some(match rule {
        Rule::option => "`option`",
        Rule::o_number => "a number, `from` its least `to` its greatest",
        Rule::o_choice => "a word, `of` all that may be chosen",
        Rule::guarded => "`if`",
        Rule::guards | Rule::guard => "an option",
        Rule::fresh | Rule::fresh_word => "`new` or `replace`",
        Rule::labelled => "`rule`",
        Rule::removal | Rule::step_removal => "`remove`",
        Rule::t_setup | Rule::setup_change => "`setup`",
        Rule::t_row | Rule::row_block => "`movement`, `capture`, `battles` or `turn`",
        Rule::t_site => "`site of`",
        Rule::t_guardians => "`guardians of`",
        Rule::t_relations => "`relations of`",
        Rule::t_as_one => "`as one`",
        Rule::keeping => "`keep only`",
        Rule::kept_powers => "`powers`",
        Rule::t_named | Rule::thing => "what is removed, such as `territory` or `objective`",
        Rule::use_change => "`use`",
        Rule::set_param | Rule::param_word => "a parameter",
        Rule::plan_change => "`in battle`",
        Rule::step_change | Rule::where_word => "`instead of`, `before` or `after`",
        Rule::a_volley => "`fire`",
        Rule::a_part => "a part of a plan, such as `at most rounds`",
        Rule::a_step | Rule::step_kind => "a step, such as `submerge` or `retreat`",
        Rule::row_change | Rule::row_kind => "`unit` or `power`",
        Rule::row_fact | Rule::fact_key => "a key of the table",
        Rule::fact_sum | Rule::more_or_less => "`+` or `-`",
        Rule::fact_value
        | Rule::fact_chosen
        | Rule::toml_text
        | Rule::toml_list
        | Rule::toml_table
        | Rule::toml_word => "a value",
        Rule::chosen_sum => "a number or an option in square brackets",
        Rule::f_without | Rule::p_without => "`no`",
        Rule::lost_fact => "a fact about the space",
        Rule::signed_names | Rule::signed_name => "names",
        Rule::phase_beside | Rule::beside_word => "`before` or `after`",
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
