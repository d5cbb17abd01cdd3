//! Who may speak to the server at all: the names it answers to, where requests may come from, and what pages may do.

use super::{House, ask};
use crate::diag::Problem;
use axum::extract::{Request, State};
use axum::http::{HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::Response;

/// The names that a server answers to.
pub struct Names {
    hosts: Vec<String>,
}

impl Names {
    /// Those of this computer for itself.
    pub fn loopback(port: u16) -> Self {
        let names = ["127.0.0.1", "localhost", "[::1]"];
        Self {
            hosts: names.iter().map(|n| format!("{n}:{port}")).collect(),
        }
    }
    fn has(&self, host: Option<&HeaderValue>) -> bool {
        let host = host.and_then(|h| h.to_str().ok());
        host.is_some_and(|host| self.hosts.iter().any(|h| h.eq_ignore_ascii_case(host)))
    }
    fn is_origin(&self, origin: &HeaderValue) -> bool {
        let origin = origin.to_str().unwrap_or_default();
        let host = origin
            .strip_prefix("http://")
            .or(origin.strip_prefix("https://"));
        host.is_some_and(|host| self.hosts.iter().any(|h| h == host))
    }
}

/// A number nobody knows beforehand.
pub fn chance() -> u64 {
    use rand::TryRng as _;
    // Without a source of chance every run looks like the one before: readers begin anew all the same.
    rand::rngs::SysRng.try_next_u64().unwrap_or_default()
}

const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; \
img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; \
require-trusted-types-for 'script'; trusted-types 'none'";

/// Turns away what does not belong here, and says in each answer what a page may do.
pub async fn guard(State(house): State<House>, request: Request, next: Next) -> Response {
    let mut response = match house.wrong(&request) {
        Some(refused) => refused,
        None => next.run(request).await,
    };
    let headers = response.headers_mut();
    for (name, value) in [
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (
            header::HeaderName::from_static("cross-origin-opener-policy"),
            "same-origin",
        ),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    response
}

impl House {
    /// Why a request is turned away.
    fn wrong(&self, request: &Request) -> Option<Response> {
        let headers = request.headers();
        if !self.names.has(headers.get(header::HOST)) {
            let problem = Problem::error("board/host", "this server has another name");
            return Some(ask::refused(StatusCode::MISDIRECTED_REQUEST, problem));
        }
        let origin = headers.get(header::ORIGIN);
        let foreign = origin.is_some_and(|origin| !self.names.is_origin(origin));
        let needed = request.method() != Method::GET && request.method() != Method::HEAD;
        if foreign || (needed && origin.is_none()) {
            let problem = Problem::error("board/origin", "this comes from another page");
            return Some(ask::refused(StatusCode::FORBIDDEN, problem));
        }
        None
    }
}
