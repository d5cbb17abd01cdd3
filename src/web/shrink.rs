//! What goes over a network is made smaller on its way, where the browser can undo that.

use super::ask::{fault, work};
use super::house::House;
use axum::body::{Body, HttpBody as _, to_bytes};
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, header};
use axum::middleware::Next;
use axum::response::Response;
use miniz_oxide::deflate::compress_to_vec_zlib;

/// Smaller answers go as they are: little would be won. In bytes.
const SMALL: u64 = 2 << 10;
/// How hard it is tried, of 10: more takes much longer and wins a hundredth.
const LEVEL: u8 = 6;

/// Whether a browser can undo what HTTP calls `deflate`.
fn understands(headers: &HeaderMap) -> bool {
    let accepted = headers.get(header::ACCEPT_ENCODING);
    let accepted = accepted.and_then(|value| value.to_str().ok());
    let mut kinds = accepted.unwrap_or_default().split(',');
    kinds.any(|kind| kind.trim() == "deflate")
}

/// Makes answers smaller. On the loopback that would only take time.
pub async fn shrink(State(house): State<House>, request: Request, next: Next) -> Response {
    let asked = house.club.is_some() && understands(request.headers());
    let response = next.run(request).await;
    // A stream has no size, and is not held back.
    let size = response.body().size_hint().exact();
    if !asked || size.is_none_or(|size| size < SMALL) {
        return response;
    }
    let (mut head, body) = response.into_parts();
    let Ok(bytes) = to_bytes(body, usize::MAX).await else {
        return fault();
    };
    let smaller = match work(move || compress_to_vec_zlib(&bytes, LEVEL)).await {
        Ok(smaller) => smaller,
        Err(turned) => return turned,
    };
    head.headers.remove(header::CONTENT_LENGTH);
    for (name, value) in [
        (header::CONTENT_ENCODING, "deflate"),
        (header::VARY, "accept-encoding"),
    ] {
        head.headers.insert(name, HeaderValue::from_static(value));
    }
    Response::from_parts(head, Body::from(smaller))
}
