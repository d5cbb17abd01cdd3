//! How wishes are granted: all of one, or nothing.

use super::draw::Draw;
use super::feed::News;
use super::game::{Game, Position};
use super::guard::NOTE;
use super::past;
use super::shown::Note;
use super::wish::{Given, Wish};
use sandtable_ai::{PROGRAMS, SEATED};
use sandtable_diag::{Problem, Problems};
use sandtable_game::save::Header;
use sandtable_game::undo::{Back, do_again, take_back};
use sandtable_game::{Plans, Seats, Session, Typed, Voice};
use sandtable_protocol::{Said, frame, unclear};
use sandtable_rules::PowerId;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::Arc;

impl Game {
    /// Does what somebody wishes; whoever calls takes back what was done before it failed.
    ///
    /// # Errors
    /// It cannot be done.
    pub(super) fn carry_out(&mut self, given: &Given) -> Result<Value, Problems> {
        let Given { voice, wish, .. } = given;
        self.begun(wish)?;
        match wish {
            Wish::Apply { order, orders } => self.apply(order.iter().chain(orders), voice),
            Wish::Undo { orders, back, to } => {
                let back = match (back.as_deref(), to) {
                    (Some("phase"), None) => Back::Phase,
                    (Some("turn"), None) => Back::Turn,
                    (None, Some(to)) => Back::To(*to),
                    (None, None) => Back::Orders(orders.unwrap_or(1)),
                    _ => {
                        let help = "`orders`, `to`, or `back`: `phase`, `turn`";
                        return Err(unclear("how far back is meant?", help));
                    }
                };
                self.undo(voice, back)
            }
            Wish::Redo { orders } => self.redo(voice, orders.unwrap_or(1)),
            Wish::Branch { name, from } => self.branch(voice, name, *from),
            Wish::Back {} => self.back(voice, false),
            Wish::Adopt {} => self.back(voice, true),
            Wish::Drop { name } => self.drop_plan(voice, name),
            Wish::Standing { text } => self.standing(voice, text),
            Wish::Note { text, to } => self.note(given, text, to.as_deref()),
            Wish::Hand { powers, to } => self.hand(given, powers, to),
            Wish::Resign {} => self.resign(voice),
            Wish::Dice { text } => self.add(voice, text),
            Wish::Begin {} => self.begin(given.host),
            Wish::Taken {} => {
                self.say(
                    "The host has taken the game along: who reads its save knows the dice to come.",
                );
                Ok(json!({}))
            }
        }
    }

    /// Makes sure that nothing is ordered while the dice are open: who orders could hear first what others add.
    fn begun(&self, wish: &Wish) -> Result<(), Problem> {
        use Wish::{Begin, Dice, Hand, Note, Resign};
        let aside = matches!(
            wish,
            Begin {} | Dice { .. } | Hand { .. } | Note { .. } | Resign {}
        );
        let Some(draw) = self.open().filter(|_| !aside) else {
            return Ok(());
        };
        let names = draw.awaited(&self.now.seats).join(", ");
        let problem = Problem::error("dice/open", format!("the game waits for {names}"));
        Err(problem.help(
            "everybody's browser adds to the dice when it first opens the game; the host may begin without",
        ))
    }
    fn add(&mut self, voice: &Voice, text: &str) -> Result<Value, Problems> {
        let own = "the dice of this game have a seed of their own";
        let none = || Problem::error("dice/fixed", own);
        let draw = self.now.draw.as_deref().ok_or_else(none)?;
        let draw = draw.with(voice, &self.now.seats, text)?;
        self.drawn(draw, self.now.session.clone())?;
        Ok(json!({}))
    }
    fn begin(&mut self, host: bool) -> Result<Value, Problems> {
        if !host {
            let problem = Problem::error("board/not-yours", "only the host may begin");
            let help = "it begins by itself when everybody has been here";
            return Err(problem.help(help).into());
        }
        let names = self
            .open()
            .map(|draw| draw.awaited(&self.now.seats).join(", "));
        if let Some(names) = names {
            self.fix()?;
            self.say(&format!(
                "The game begins without what {names} would have added to the dice."
            ));
        }
        Ok(json!({}))
    }
    /// What the dice come from is fixed, and the game begins.
    pub(super) fn fix(&mut self) -> Result<(), Problem> {
        if let Some(source) = self.open().map(Draw::source) {
            let (session, _) = self.opened.begin(source.seed())?;
            self.drawn(Draw::Fixed(source), session)?;
            self.fresh();
        }
        Ok(())
    }
    fn drawn(&mut self, draw: Draw, session: Session) -> Result<(), Problem> {
        if let Some(keep) = &mut self.keep {
            keep.draw(&draw, Header::of(&session, &self.opened, &self.now.seats))?;
        }
        let mut told = draw.told(&self.now.seats, false);
        told["kind"] = "dice".into();
        self.now.session = session;
        self.now.draw = Some(Arc::new(draw));
        self.frames.push(News::All(told.to_string().into()));
        Ok(())
    }

    /// Makes sure that those who speak may answer what the game waits for.
    fn asked(&self, voice: &Voice) -> Result<(), Problem> {
        let Some(decision) = self.now.session.pending() else {
            return Ok(());
        };
        if voice.plays(&self.now.seats, decision.power) {
            return Ok(());
        }
        let power = &self.opened.rules.powers[decision.power].name;
        let message = format!("the game waits for {power}, which another one plays");
        Err(Problem::error("seat/others", message))
    }
    fn apply<'a>(
        &mut self,
        orders: impl Iterator<Item = &'a Said>,
        voice: &Voice,
    ) -> Result<Value, Problems> {
        let (first, mut notes) = (self.at(), Vec::new());
        for said in orders {
            self.asked(voice)?;
            let (before, at) = (self.now.session.state().clone(), self.at());
            let (_, noted) = said.give(&mut self.now.session)?;
            notes.extend(noted);
            self.ordered(&before, at);
        }
        let new = &self.now.session.log().entries()[first..];
        if new.is_empty() {
            return Err(Problem::error("order/unknown", "no order is given").into());
        }
        // A line may go on where another one is asked.
        match new.iter().all(|e| voice.plays(&self.now.seats, e.by)) {
            true => Ok(json!({ "notes": notes })),
            false => {
                let message = "this line goes on with orders of another one's";
                Err(Problem::error("seat/others", message).into())
            }
        }
    }
    fn undo(&mut self, voice: &Voice, back: Back) -> Result<Value, Problems> {
        let before = self.now.session.state().clone();
        let now = &mut self.now;
        let gone = take_back((&mut now.session, &now.seats, &now.plans), voice, back)?;
        let gone: Vec<String> = gone.iter().map(|entry| entry.text.clone()).collect();
        self.programs.clear();
        let text = frame::back(self.shown().told(), &before, &gone);
        self.frames.push(News::All(text.into()));
        Ok(json!({ "undone": gone }))
    }
    fn redo(&mut self, voice: &Voice, count: usize) -> Result<Value, Problems> {
        if !voice.is_alone(&self.now.seats) {
            let next = self.now.session.log().undone().map(|entry| entry.by);
            if next.is_some_and(|power| !voice.plays(&self.now.seats, power)) {
                let message = "what was taken back is another one's";
                return Err(Problem::error("seat/others", message).into());
            }
        }
        self.again(|session, seats, told| do_again((session, seats), count, told))?;
        Ok(json!({}))
    }
    /// Tells of everything that is done again.
    fn again<T>(
        &mut self,
        act: impl FnOnce(&mut Session, &Seats, &mut dyn FnMut(&Session, Typed)) -> Result<T, Problems>,
    ) -> Result<T, Problems> {
        let (mut before, seats) = (self.now.session.clone(), self.now.seats.clone());
        let mut steps: Vec<Session> = Vec::new();
        let mut told = |game: &Session, _| steps.push(game.clone());
        let done = act(&mut self.now.session, &seats, &mut told)?;
        for then in steps {
            let last = std::mem::replace(&mut self.now.session, then);
            self.ordered(before.state(), before.log().entries().len());
            before = std::mem::replace(&mut self.now.session, last);
        }
        Ok(done)
    }
    /// Plans are for those who have the game for themselves: others see the table, too.
    fn may_plan(&self, voice: &Voice) -> Result<(), Problem> {
        if self.shared.is_none() && *voice == Voice::Everybody {
            return Ok(());
        }
        let problem = Problem::error("branch/shared", "others see this table, too");
        Err(problem.help("plans can be tried in a game of one's own"))
    }
    fn branch(
        &mut self,
        voice: &Voice,
        name: &str,
        from: Option<usize>,
    ) -> Result<Value, Problems> {
        self.may_plan(voice)?;
        let Position { session, plans, .. } = &mut self.now;
        let game = plans.game(session);
        let stops = match from.filter(|from| *from < game.log().entries().len()) {
            Some(from) => {
                let then = past::back(game, from)?;
                plans.begin_at(session, name, &then);
                None
            }
            None => plans.begin(session, name, &mut |_, _| {}),
        };
        self.fresh();
        Ok(json!({ "stops": stops }))
    }
    fn back(&mut self, voice: &Voice, adopt: bool) -> Result<Value, Problems> {
        self.may_plan(voice)?;
        let now = &mut self.now;
        let (name, from) = (now.plans.tried().map(str::to_owned), now.plans.from());
        let plan = now.plans.leave(&mut now.session)?;
        let from = from.filter(|from| adopt && *from < now.session.log().entries().len());
        if let Some(from) = from {
            let game = (&mut now.session, &*now.seats, &now.plans);
            take_back(game, voice, Back::To(from))?;
        }
        self.fresh();
        if !adopt {
            return Ok(json!({ "next": null }));
        }
        let next = self.again(|session, seats, told| Plans::give(&plan, (session, seats), told))?;
        // What is done is planned no longer.
        let Position { session, plans, .. } = &mut self.now;
        name.map_or(Ok(()), |name| plans.drop(session, &name))?;
        Ok(json!({ "next": next.map(|entry| entry.text.clone()) }))
    }
    fn drop_plan(&mut self, voice: &Voice, name: &str) -> Result<Value, Problems> {
        self.may_plan(voice)?;
        let Position { session, plans, .. } = &mut self.now;
        plans.drop(session, name)?;
        self.fresh();
        Ok(json!({}))
    }
    fn fresh(&mut self) {
        self.programs.clear();
        let shown = Arc::new(self.shown());
        self.frames.push(News::Fresh(shown));
    }
    fn standing(&mut self, voice: &Voice, text: &str) -> Result<Value, Problems> {
        let (before, at) = (self.now.session.state().clone(), self.at());
        let seats = self.now.seats.clone();
        let session = &mut self.now.session;
        session.stand(text, &|power| voice.plays(&seats, power))?;
        self.ordered(&before, at);
        Ok(json!({}))
    }
    fn note(&mut self, given: &Given, text: &str, to: Option<&str>) -> Result<Value, Problems> {
        let text = text.trim();
        if text.is_empty() || text.chars().count() > NOTE {
            let message = format!("a note has 1 to {NOTE} characters");
            return Err(Problem::error("board/note", message).into());
        }
        if let Some(name) = to.filter(|name| !self.now.seats.people().contains(name)) {
            let message = format!("nobody here is called `{name}`");
            let problem = Problem::error("board/note", message);
            return Err(problem.suggest(name, self.now.seats.people()).into());
        }
        let from = match &given.voice {
            Voice::Everybody => None,
            Voice::People(names) => {
                let host = given.host.then_some("host");
                let from = names.first().map(String::as_str).or(host);
                let looks =
                    || Problem::error("board/not-yours", "who only looks on writes nothing");
                Some(from.ok_or_else(looks)?)
            }
        };
        let json = json!({ "kind": "note", "from": from, "to": to, "text": text });
        if let Some(keep) = &mut self.keep {
            keep.note(&json)?;
        }
        let note = Arc::new(Note::of(json));
        Arc::make_mut(&mut self.now.notes).push(note.clone());
        self.frames.push(News::Note(note));
        Ok(json!({}))
    }
    fn hand(&mut self, given: &Given, powers: &[String], to: &str) -> Result<Value, Problems> {
        let (rules, seats) = (self.opened.rules.clone(), &self.now.seats);
        let mut meant = Vec::new();
        for word in powers {
            meant.extend(sandtable_game::powers_named(&rules, word)?);
        }
        if meant.is_empty() {
            return Err(Problem::error("protocol/value", "which `powers` are meant?").into());
        }
        let own = |power: &PowerId| given.voice.plays(seats, *power);
        if !given.host && !meant.iter().all(own) {
            let problem = Problem::error("board/not-yours", "these are not your powers");
            return Err(problem.help("the host may hand over everybody's").into());
        }
        let all = meant
            .iter()
            .map(|p| (rules.powers[*p].name.clone(), to.to_owned()));
        let all: BTreeMap<String, String> = all.collect();
        self.seated(&super::club::wishes(&rules, &all)?)?;
        let name = meant
            .first()
            .and_then(|power| self.now.seats.person(*power));
        let of = |name| super::club::powers_of(&self.opened, &self.now.seats, name);
        let powers = name.map_or_else(|| all.keys().cloned().collect(), of);
        Ok(json!({ "name": name, "powers": powers }))
    }
    fn resign(&mut self, voice: &Voice) -> Result<Value, Problems> {
        let own = self.now.seats.iter().map(|(power, _)| power);
        let own = own.filter(|power| voice.plays(&self.now.seats, *power));
        let name = |power: PowerId| self.opened.rules.powers[power].name.clone();
        let wishes: Vec<String> = own
            .map(|p| format!("{}={}", name(p), PROGRAMS[0]))
            .collect();
        if wishes.is_empty() {
            return Err(Problem::error("board/not-yours", "you play no power").into());
        }
        self.seated(&wishes)?;
        Ok(json!({}))
    }
    /// Sits people and programs down over those who sit there.
    fn seated(&mut self, wishes: &[String]) -> Result<(), Problems> {
        let rules = &self.opened.rules;
        let seats = Seats::read(rules, &self.now.seats.words(rules), wishes, SEATED)?;
        let header = Header::of(&self.now.session, &self.opened, &seats);
        if let Some(keep) = &mut self.keep {
            keep.seats(header, self.now.plans.game(&self.now.session))?;
        }
        self.now.seats = Arc::new(seats);
        self.programs.clear();
        let shown = Arc::new(self.shown());
        self.frames.push(News::Seats(shown));
        Ok(())
    }
}
