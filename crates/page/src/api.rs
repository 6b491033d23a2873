//! The protocol of `wythoff-lab` over HTTP: `POST /api` answers with one event a line as they come, `POST /bytes` with
//! the bytes of a tile, a picture or an export.

use crate::lanes::{Events, Lanes};
use axum::Router;
use axum::body::{Body, Bytes, to_bytes};
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use futures_util::stream::poll_fn;
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;
use wythoff_lab::{Event, Failure, Request};

/// Time in which a request has to arrive.
const ARRIVES: Duration = Duration::from_secs(10);

const JSON: &str = "application/json";
const LINES: &str = "application/x-ndjson";

/// The routes of the protocol.
pub(crate) fn routes(lanes: Arc<Lanes>) -> Router {
    Router::new().route("/api", post(api)).route("/bytes", post(bytes)).with_state(lanes)
}

/// Answers with events, one a line.
async fn api(State(lanes): State<Arc<Lanes>>, headers: HeaderMap, body: Body) -> Response {
    let mut events = match started(&lanes, &headers, body).await {
        Ok(events) => events,
        Err(refusal) => return refusal,
    };
    let lines = poll_fn(move |context| {
        events
            .poll_recv(context)
            .map(|event| event.map(|event| Ok::<Bytes, Infallible>(Bytes::from(event.line() + "\n"))))
    });
    let headers = [(header::CONTENT_TYPE, LINES), (header::CACHE_CONTROL, "no-store")];
    (headers, Body::from_stream(lines)).into_response()
}

/// Answers with the bytes that the last event holds.
async fn bytes(State(lanes): State<Arc<Lanes>>, headers: HeaderMap, body: Body) -> Response {
    let mut events = match started(&lanes, &headers, body).await {
        Ok(events) => events,
        Err(refusal) => return refusal,
    };
    loop {
        match events.recv().await {
            Some(Event::Bytes(kind, bytes)) => {
                let headers = [(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, "no-store")];
                return (headers, bytes).into_response();
            }
            Some(Event::Failed(failure)) => return failed(failure),
            Some(answer @ Event::Answer(_)) => return line(StatusCode::OK, answer),
            Some(_) => {}
            None => return failed(Failure::new("internal", "the engine ended without an answer")),
        }
    }
}

/// Reads the request and starts to answer it, or refuses.
async fn started(lanes: &Arc<Lanes>, headers: &HeaderMap, body: Body) -> Result<Events, Response> {
    // A form of another page cannot say this without being asked first.
    let is_json = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).is_some_and(|kind| {
        kind.split(';').next().is_some_and(|kind| kind.trim().eq_ignore_ascii_case(JSON))
    });
    if !is_json {
        let failure = Failure::new("input", "a request is of the type application/json");
        return Err(line(StatusCode::UNSUPPORTED_MEDIA_TYPE, Event::Failed(failure)));
    }
    let limits = lanes.engine().limits();
    let body = match tokio::time::timeout(ARRIVES, to_bytes(body, limits.request_bytes)).await {
        Ok(Ok(body)) => body,
        Ok(Err(_)) => {
            let message = format!("a request has at most {} bytes", limits.request_bytes);
            return Err(line(StatusCode::PAYLOAD_TOO_LARGE, Event::Failed(Failure::new("limit", message))));
        }
        Err(_) => {
            let failure = Failure::new("limit", "the request took too long to arrive");
            return Err(line(StatusCode::REQUEST_TIMEOUT, Event::Failed(failure)));
        }
    };
    let request = Request::read(&body, limits).map_err(failed)?;
    drop(body);
    lanes.start(request).await.map_err(failed)
}

/// An answer that is one event.
fn line(status: StatusCode, event: Event) -> Response {
    let headers = [(header::CONTENT_TYPE, LINES), (header::CACHE_CONTROL, "no-store")];
    (status, headers, event.line() + "\n").into_response()
}

fn failed(failure: Failure) -> Response {
    let status = match failure.kind {
        "busy" => StatusCode::SERVICE_UNAVAILABLE,
        "internal" => StatusCode::INTERNAL_SERVER_ERROR,
        _ => StatusCode::BAD_REQUEST,
    };
    line(status, Event::Failed(failure))
}
