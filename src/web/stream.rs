//! Frames, as they happen: server-sent events.

use super::ask::head;
use super::feed::{Feed, Frame};
use super::guard::busy;
use super::house::Guest;
use axum::http::{HeaderMap, Uri, header};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::stream::unfold;
use sandtable_game::Voice;
use std::collections::VecDeque;
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::broadcast::Receiver;

/// So often a silent stream says that it is there.
const ALIVE: Duration = Duration::from_secs(15);
/// After so long a browser tries again.
const RETRY: Duration = Duration::from_secs(1);

/// A reader of the frames of a game.
struct Reader {
    feed: Arc<Feed>,
    voice: Voice,
    ready: VecDeque<Event>,
    frames: Receiver<Frame>,
}

/// How a game stands, and the frame after which that is so: who follows goes on from there.
pub async fn frame(Guest { table, voice, .. }: Guest) -> Response {
    let (number, shown) = table.feed.stands();
    let (id, frame) = (name(&table.feed.epoch, number), shown.snapshot(&voice));
    let text = format!(r#"{{"id":"{id}","frame":{frame}}}"#);
    (head("application/json", "no-cache"), text).into_response()
}

/// Follows a game.
pub async fn follow(Guest { table, voice, .. }: Guest, uri: Uri, headers: HeaderMap) -> Response {
    // The browser's own word on coming back is the newer one.
    let last = headers.get("last-event-id").and_then(|v| v.to_str().ok());
    let query = uri.query().unwrap_or_default();
    let after = last.or_else(|| query.split('&').find_map(|p| p.strip_prefix("after=")));
    let known = after.and_then(|id| {
        let (epoch, number) = id.split_once('.')?;
        (epoch == table.feed.epoch).then(|| number.parse().ok())?
    });
    let Some(reader) = Reader::new(table.feed, voice, known) else {
        return busy("followers");
    };
    let stream = unfold(reader, |mut reader| async move {
        let event = reader.next().await?;
        Some((Ok::<_, Infallible>(event), reader))
    });
    let head = [
        (header::CACHE_CONTROL, "no-store"),
        (header::HeaderName::from_static("x-accel-buffering"), "no"),
    ];
    let alive = KeepAlive::new().interval(ALIVE);
    (head, Sse::new(stream).keep_alive(alive)).into_response()
}

impl Reader {
    fn new(feed: Arc<Feed>, voice: Voice, known: Option<u64>) -> Option<Self> {
        let following = feed.follow(&voice, known)?;
        let mut ready = VecDeque::from([Event::default().retry(RETRY)]);
        if let Some((number, shown)) = following.snapshot {
            ready.push_back(event(&feed.epoch, number, &shown.snapshot(&voice)));
        }
        let mut reader = Self {
            feed,
            voice,
            ready,
            frames: following.frames,
        };
        let missed = following
            .missed
            .iter()
            .filter_map(|frame| reader.heard(frame));
        let missed: Vec<Event> = missed.collect();
        reader.ready.extend(missed);
        Some(reader)
    }
    fn heard(&self, frame: &Frame) -> Option<Event> {
        let text = frame.news.heard(&self.voice)?;
        Some(event(&self.feed.epoch, frame.number, &text))
    }
    /// The next event; `None` ends the stream, and the browser comes back with what it knows.
    async fn next(&mut self) -> Option<Event> {
        let mut next = self.ready.pop_front();
        while next.is_none() {
            // Who is too far behind must not miss anything unsaid.
            let frame = self.frames.recv().await.ok()?;
            next = self.heard(&frame);
        }
        next
    }
}

impl Drop for Reader {
    fn drop(&mut self) {
        self.feed.leave(&self.voice);
    }
}

/// What a frame is called.
fn name(epoch: &str, number: u64) -> String {
    format!("{epoch}.{number}")
}

fn event(epoch: &str, number: u64, text: &str) -> Event {
    let event = Event::default().event("frame");
    event.id(name(epoch, number)).data(text)
}
