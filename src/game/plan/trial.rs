//! Orders tried on a copy of a position.

use sandtable_kernel::{Cx, Intent, Order, State, UnitIx, route, tried};
use sandtable_rules::SpaceId;

/// A copy of the position with orders given in it.
#[derive(Clone)]
pub(super) struct Trial<'a> {
    pub cx: Cx<'a>,
    pub state: State,
    pub orders: Vec<Order>,
}

impl<'a> Trial<'a> {
    /// Nothing is given yet.
    pub fn new(cx: Cx<'a>) -> Self {
        Self {
            cx,
            state: cx.state.clone(),
            orders: Vec::new(),
        }
    }
    /// The game as it stands then.
    pub fn now(&self) -> Cx<'_> {
        self.cx.on(&self.state)
    }
    /// Gives an order; says whether it is not refused.
    pub fn give(&mut self, order: Order) -> bool {
        let Ok((state, _)) = tried(self.now(), &order) else {
            return false;
        };
        self.state = state;
        self.orders.push(order);
        true
    }
    /// Moves units together; says whether they can.
    pub fn moves(&mut self, units: &[UnitIx], to: SpaceId, intent: Intent) -> bool {
        let units = units.to_vec();
        let path = route(self.now(), &units, to, &[], intent);
        path.is_ok_and(|path| {
            self.give(Order::Move {
                units,
                path,
                intent,
            })
        })
    }
}
