//! Who may come in, and what every answer says to the browser.
//!
//! A page of another origin must not reach the server: not by a form, not by a script, not under a name that points to
//! this machine. So the Host must be ours, everything that is no plain reading needs our Origin, and what browsers say
//! about where a request comes from must agree.

use std::net::IpAddr;
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::header::{COOKIE, HOST, LOCATION, ORIGIN, SET_COOKIE, UPGRADE};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, Uri};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};

use crate::{AppError, Studio, StudioSettings};

/// Every answer has these. Scripts and styles come from the server alone, and text never becomes markup.
const HEADERS: [(&str, &str); 8] = [
    (
        "content-security-policy",
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; connect-src 'self' blob:; \
         base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; \
         trusted-types 'none'",
    ),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-embedder-policy", "require-corp"),
    ("cross-origin-resource-policy", "same-origin"),
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "no-referrer"),
    ("permissions-policy", "camera=(), microphone=(), geolocation=()"),
    ("cache-control", "no-store"),
];

const COOKIE_NAME: &str = "segue-studio";

/// Lets a request in or refuses it, and marks the answer.
pub(crate) async fn guard(State(studio): State<Arc<Studio>>, request: Request, next: Next) -> Response {
    let checked = check(studio.settings(), studio.port(), &request);
    let mut response = match checked {
        Ok(Entry::Open) => next.run(request).await,
        Ok(Entry::Cookie(response)) => response,
        Err(error) => error.into_response(),
    };
    for (name, value) in HEADERS {
        let (name, value) = (HeaderName::from_static(name), HeaderValue::from_static(value));
        response.headers_mut().entry(name).or_insert(value);
    }
    response
}

enum Entry {
    /// The request goes on.
    Open,
    /// The token was right: the visitor gets a cookie and the address without the token.
    Cookie(Response),
}

fn check(settings: &StudioSettings, port: u16, request: &Request) -> Result<Entry, AppError> {
    let headers = request.headers();
    let host = our_host(settings, port, headers, request.uri())?;
    let method = request.method();
    let opens_socket = headers.contains_key(UPGRADE);
    if method == Method::OPTIONS {
        return Err(AppError::new(StatusCode::METHOD_NOT_ALLOWED, "method", "other pages may not ask"));
    }
    let reads = matches!(*method, Method::GET | Method::HEAD);
    same_origin(headers, &host, !reads || opens_socket)?;
    same_site(headers)?;
    admitted(settings, request)
}

/// The one Host of the request, if it is one of ours.
fn our_host(
    settings: &StudioSettings,
    port: u16,
    headers: &HeaderMap,
    uri: &Uri,
) -> Result<String, AppError> {
    let foreign = || forbidden("host", "the request is for another host");
    let mut hosts = headers.get_all(HOST).iter();
    let (Some(host), None) = (hosts.next(), hosts.next()) else { return Err(foreign()) };
    let host = host.to_str().map_err(|_| foreign())?.to_ascii_lowercase();
    if uri.authority().is_some_and(|authority| !authority.as_str().eq_ignore_ascii_case(&host)) {
        return Err(foreign());
    }
    let (name, found) = match host.rsplit_once(':') {
        Some((name, number)) if !number.ends_with(']') => (name, number.parse().map_err(|_| foreign())?),
        _ => (host.as_str(), 80),
    };
    if found == port && is_our_name(settings, name) { Ok(host) } else { Err(foreign()) }
}

fn is_our_name(settings: &StudioSettings, name: &str) -> bool {
    if matches!(name, "127.0.0.1" | "localhost" | "[::1]") {
        return true;
    }
    let Ok(address) = name.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>() else {
        return false;
    };
    // A name could be made to point here; a number cannot.
    address == settings.host || settings.host.is_unspecified()
}

fn same_origin(headers: &HeaderMap, host: &str, needed: bool) -> Result<(), AppError> {
    let mut origins = headers.get_all(ORIGIN).iter();
    match (origins.next(), origins.next()) {
        (None, _) if !needed => Ok(()),
        (Some(origin), None)
            if origin.as_bytes().eq_ignore_ascii_case(format!("http://{host}").as_bytes()) =>
        {
            Ok(())
        }
        _ => Err(forbidden("origin", "the request comes from another page")),
    }
}

fn same_site(headers: &HeaderMap) -> Result<(), AppError> {
    let value = headers.get("sec-fetch-site").map(HeaderValue::as_bytes);
    match value {
        None | Some(b"same-origin" | b"none") => Ok(()),
        Some(_) => Err(forbidden("origin", "the request comes from another page")),
    }
}

/// Beyond this machine a visitor must know the token: by cookie, or once by the address.
fn admitted(settings: &StudioSettings, request: &Request) -> Result<Entry, AppError> {
    let Some(token) = &settings.token else { return Ok(Entry::Open) };
    if cookie(request.headers()).is_some_and(|found| same(found, token)) {
        return Ok(Entry::Open);
    }
    let query = request.uri().query().unwrap_or("");
    let given = query.split('&').find_map(|pair| pair.strip_prefix("token="));
    if request.method() != Method::GET || !given.is_some_and(|given| same(given, token)) {
        return Err(forbidden("token", "open the address that `segue studio` printed, with its token"));
    }
    let cookie = format!("{COOKIE_NAME}={token}; HttpOnly; SameSite=Strict; Path=/");
    let headers = [(SET_COOKIE, cookie), (LOCATION, "/".to_owned())];
    Ok(Entry::Cookie((StatusCode::SEE_OTHER, headers).into_response()))
}

fn cookie(headers: &HeaderMap) -> Option<&str> {
    let pairs = headers.get_all(COOKIE).iter().filter_map(|value| value.to_str().ok());
    pairs.flat_map(|line| line.split(';')).find_map(|pair| {
        let (name, value) = pair.trim().split_once('=')?;
        (name == COOKIE_NAME).then_some(value)
    })
}

/// Compares in the same time wherever the difference is.
fn same(given: &str, token: &str) -> bool {
    let differing = given.bytes().zip(token.bytes()).fold(0, |sum, (a, b)| sum | (a ^ b));
    given.len() == token.len() && differing == 0
}

fn forbidden(code: &'static str, message: &str) -> AppError {
    AppError::new(StatusCode::FORBIDDEN, code, message)
}
