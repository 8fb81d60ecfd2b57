//! Who may ask. Every request passes here: it must be meant for this server (a name that a
//! foreign page made point here is not), know the token, and, if it wants to change something,
//! come from a page of ours.

use crate::App;
use axum::extract::{Request, State};
use axum::http::header::{
    AUTHORIZATION, CACHE_CONTROL, CONTENT_SECURITY_POLICY, COOKIE, HOST, LOCATION, ORIGIN,
    REFERRER_POLICY, SET_COOKIE, X_CONTENT_TYPE_OPTIONS, X_FRAME_OPTIONS,
};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::sync::Arc;

pub(crate) async fn guard(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    let mut response = match admit(&app, &request) {
        Admitted::Yes => next.run(request).await,
        Admitted::Brought => welcome(&app),
        Admitted::No(status, why) => (status, why).into_response(),
    };
    let headers = response.headers_mut();
    for (name, value) in [
        (CONTENT_SECURITY_POLICY, "frame-ancestors 'none'"),
        (X_FRAME_OPTIONS, "DENY"),
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (REFERRER_POLICY, "no-referrer"),
        (CACHE_CONTROL, "no-store"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    response
}

enum Admitted {
    Yes,
    /// The token came in the address, as it is printed for people.
    Brought,
    No(StatusCode, &'static str),
}

fn admit(app: &App, request: &Request) -> Admitted {
    let headers = request.headers();
    if !is_meant_for(app, headers) {
        return Admitted::No(StatusCode::MISDIRECTED_REQUEST, "this is another server\n");
    }
    let query = request.uri().query().unwrap_or_default();
    let brought = query.split('&').find_map(|pair| pair.strip_prefix("token="));
    let token = &app.dashboard.token;
    if request.method() == Method::GET && brought.is_some_and(|it| is_same(it, token)) {
        return Admitted::Brought;
    }
    if !knows(app, headers) {
        return Admitted::No(
            StatusCode::UNAUTHORIZED,
            "open the address that `spektr serve` printed: it has the token\n",
        );
    }
    if request.method() != Method::GET && !is_from_here(headers) {
        return Admitted::No(StatusCode::FORBIDDEN, "this did not come from the dashboard\n");
    }
    Admitted::Yes
}

/// Keeps the token in a cookie and takes it out of the address.
fn welcome(app: &App) -> Response {
    let (name, token) = (cookie_name(app), &app.dashboard.token);
    let cookie = format!("{name}={token}; HttpOnly; SameSite=Strict; Path=/");
    let headers = [(SET_COOKIE, cookie), (LOCATION, "/".to_owned())];
    (StatusCode::SEE_OTHER, headers).into_response()
}

/// Cookies know no ports: two dashboards on one host must not share one.
fn cookie_name(app: &App) -> String {
    format!("spektr-{}", app.listens.port())
}

fn knows(app: &App, headers: &HeaderMap) -> bool {
    let token = &app.dashboard.token;
    let text = |value: &HeaderValue| value.to_str().unwrap_or_default().to_owned();
    let bearer = headers.get(AUTHORIZATION).map(text).unwrap_or_default();
    if bearer.strip_prefix("Bearer ").is_some_and(|it| is_same(it, token)) {
        return true;
    }
    let name = cookie_name(app);
    let cookies = headers.get_all(COOKIE).iter().map(text).collect::<Vec<_>>().join("; ");
    let own = cookies.split("; ").filter_map(|it| it.split_once('='));
    own.filter(|(known, _)| *known == name).any(|(_, value)| is_same(value, token))
}

/// A server of this host alone answers to this host's names only.
fn is_meant_for(app: &App, headers: &HeaderMap) -> bool {
    if !app.listens.ip().is_loopback() {
        return true;
    }
    let host = headers.get(HOST).and_then(|it| it.to_str().ok()).unwrap_or_default();
    let port = app.listens.port();
    host == app.listens.to_string() || host == format!("localhost:{port}")
}

/// Browsers say where a request comes from; what says nothing is no browser, and needs the
/// token of a form all the same.
fn is_from_here(headers: &HeaderMap) -> bool {
    let text = |name: &str| headers.get(name).and_then(|it| it.to_str().ok());
    if text("sec-fetch-site").is_some_and(|site| site != "same-origin") {
        return false;
    }
    let host = headers.get(HOST).and_then(|it| it.to_str().ok()).unwrap_or_default();
    match headers.get(ORIGIN) {
        Some(origin) => origin.to_str().is_ok_and(|it| it == format!("http://{host}")),
        None => true,
    }
}

/// Takes as long for a wrong secret as for a right one.
pub(crate) fn is_same(given: &str, secret: &str) -> bool {
    let differs = given.bytes().zip(secret.bytes()).fold(0, |sum, (a, b)| sum | (a ^ b));
    given.len() == secret.len() && differs == 0
}
