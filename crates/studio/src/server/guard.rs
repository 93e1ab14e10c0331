//! Who may ask: looked at before anything of a request is read.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::Response;
use subtle::ConstantTimeEq;
use tokio::sync::Semaphore;

use super::refused;

/// What a page may load and where it may ask: here, and nowhere else. Styles are set from scripts
/// by way of objects, never as text.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
                      connect-src 'self'; img-src 'self' data: blob:; worker-src 'self'; \
                      base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const HEADERS: [(HeaderName, HeaderValue); 5] = [
    (header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY)),
    (header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
    (header::REFERRER_POLICY, HeaderValue::from_static("no-referrer")),
    (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
    (
        HeaderName::from_static("cross-origin-resource-policy"),
        HeaderValue::from_static("same-origin"),
    ),
];

/// What is known of those who may ask.
pub(super) struct Guard {
    /// The names of this server.
    hosts: [String; 2],
    token: String,
    /// A place for each request that is worked on.
    places: Arc<Semaphore>,
}

impl Guard {
    pub(super) fn new(port: u16, token: String, places: usize) -> Self {
        let hosts = [format!("127.0.0.1:{port}"), format!("localhost:{port}")];
        Self { hosts, token, places: Arc::new(Semaphore::new(places)) }
    }

    /// Why a request is refused, if it is.
    fn objection(&self, path: &str, headers: &HeaderMap) -> Option<(StatusCode, &'static str)> {
        let text = |name| headers.get(name).map(|value: &HeaderValue| value.to_str().unwrap_or(""));
        let is_own = |host: &str| self.hosts.iter().any(|own| own == host);
        if !text(header::HOST).is_some_and(is_own) {
            return Some((StatusCode::MISDIRECTED_REQUEST, "this server has another name"));
        }
        let is_own_page = |origin: &str| origin.strip_prefix("http://").is_some_and(is_own);
        if !text(header::ORIGIN).is_none_or(is_own_page) {
            return Some((StatusCode::FORBIDDEN, "pages of others may not ask here"));
        }
        if path.starts_with("/api/") {
            let given = text(header::AUTHORIZATION).and_then(|it| it.strip_prefix("Bearer "));
            let given = given.unwrap_or("").as_bytes();
            if !bool::from(given.ct_eq(self.token.as_bytes())) {
                let help = "the token is missing or wrong: use the address that was printed";
                return Some((StatusCode::UNAUTHORIZED, help));
            }
        }
        None
    }
}

/// Lets a request pass, or says why not.
pub(super) async fn check(
    State(guard): State<Arc<Guard>>,
    request: Request,
    next: Next,
) -> Response {
    let objection = guard.objection(request.uri().path(), request.headers());
    let mut response = match (objection, guard.places.try_acquire()) {
        (Some((status, why)), _) => refused(status, why),
        (None, Err(_)) => refused(StatusCode::SERVICE_UNAVAILABLE, "too many requests at once"),
        (None, Ok(_place)) => next.run(request).await,
    };
    response.headers_mut().extend(HEADERS);
    response
}
