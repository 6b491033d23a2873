//! Who may ask: this machine's own page and nobody else's. A page of a stranger that knows the port, or a name that was
//! made to point here, is refused by its `Origin` and `Host`.

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

/// The names under which the server answers.
#[derive(Clone)]
pub(crate) struct Names {
    hosts: [String; 2],
}

impl Names {
    pub(crate) fn new(port: u16) -> Names {
        Names { hosts: [format!("127.0.0.1:{port}"), format!("localhost:{port}")] }
    }

    fn has_host(&self, host: &str) -> bool {
        self.hosts.iter().any(|name| name.eq_ignore_ascii_case(host))
    }

    fn has_origin(&self, origin: &str) -> bool {
        origin.strip_prefix("http://").is_some_and(|host| self.has_host(host))
    }
}

/// What every answer carries: nothing inline, nothing from elsewhere, nobody around it.
const HEADERS: [(HeaderName, &str); 6] = [
    (
        header::CONTENT_SECURITY_POLICY,
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' blob: data:; \
         connect-src 'self'; worker-src 'self'; manifest-src 'self'; font-src 'self'; base-uri 'none'; \
         form-action 'none'; frame-ancestors 'none'",
    ),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
];

/// Lets a request through, or refuses it; marks every answer.
pub(crate) async fn guard(State(names): State<Names>, request: Request, next: Next) -> Response {
    let mut response = match refused(&names, &request) {
        Some(why) => (StatusCode::FORBIDDEN, format!("{why}\n")).into_response(),
        None => next.run(request).await,
    };
    for (name, value) in HEADERS {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response
}

fn refused(names: &Names, request: &Request) -> Option<&'static str> {
    let headers = request.headers();
    let Ok(Some(host)) = only(headers, header::HOST) else { return Some("one Host is needed") };
    let named = request.uri().authority().is_none_or(|authority| names.has_host(authority.as_str()));
    if !names.has_host(host) || !named {
        return Some("this server answers on this machine alone");
    }
    match only(headers, header::ORIGIN) {
        Ok(None) => {}
        Ok(Some(origin)) if names.has_origin(origin) => {}
        _ => return Some("this server answers its own page alone"),
    }
    if request.method() == Method::POST {
        let site = only(headers, HeaderName::from_static("sec-fetch-site"));
        if !matches!(site, Ok(None | Some("same-origin" | "none"))) {
            return Some("this server answers its own page alone");
        }
    }
    None
}

/// The one value of a header; none where it is missing, an error where there are several or no text.
fn only(headers: &HeaderMap, name: HeaderName) -> Result<Option<&str>, ()> {
    let mut values = headers.get_all(name).iter();
    match (values.next(), values.next()) {
        (None, _) => Ok(None),
        (Some(value), None) => value.to_str().map(Some).map_err(|_| ()),
        _ => Err(()),
    }
}
