//! What `help TOPIC` says: a few lines about one thing that people do at the table.

/// A topic by its name, and what is said about it.
pub(super) const TOPICS: &[(&str, &str)] = &[
    (
        "names",
        "Any beginning of a name will do while it can mean one thing only; capitals, blanks and `_` do not matter.
A number is enough for a numbered space (`show 6`), the sign on the map for a type of unit. Where an order says from
where, a name that could mean several spaces means the one that borders it.",
    ),
    (
        "moving",
        "`m 2 TYPE from A to B` moves units, `m all from A to B` all that can go there; `via C` names the way.
`load` and `land` bring units aboard and ashore. `from A` says where units can get to, `reach B` who can come,
`moves` what was ordered in this phase, `battles` what will be fought, `undo` takes a move back.",
    ),
    (
        "buying",
        "`b 3 TYPE, 1 TYPE` buys; `prices` lists what everything costs, the treasury and the room of your facilities.
What was bought waits until the end of the turn: `p all in A` places all of it, `p 2 TYPE in A` some.",
    ),
    (
        "battle",
        "`f A` fights the battle in A, `f` alone the next one. `odds A` reckons it, `why` explains the last dice,
`show battle A` tells it again. At a terminal Enter takes the losses that are proposed, and says yes.",
    ),
    (
        "aims",
        "`objectives` says what each objective pays and lacks, `victory` what each way to win lacks, `board` how all stand.",
    ),
    (
        "past",
        "`log` tells what happened, `story` what programs did since your last order, `history` what was ordered.
`undo`, `undo phase` and `undo turn` take back, `redo` does it again, `branch NAME` tries a plan beside the game.",
    ),
];
