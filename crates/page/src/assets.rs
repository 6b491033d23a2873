//! The page's files, embedded.

use axum::http::{StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};

/// A file of the page.
#[derive(Clone, Copy, Debug)]
pub struct Asset {
    /// Its path, without a slash in front.
    pub path: &'static str,
    /// What is in it.
    pub bytes: &'static [u8],
}

const FILES: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/assets.rs"));

/// Every file of the page.
pub fn assets() -> impl Iterator<Item = Asset> {
    FILES.iter().map(|(path, bytes)| Asset { path, bytes })
}

impl Asset {
    /// Its media type, by its ending.
    pub fn kind(&self) -> &'static str {
        match self.path.rsplit('.').next().unwrap_or_default() {
            "html" => "text/html; charset=utf-8",
            "css" => "text/css; charset=utf-8",
            "js" | "mjs" => "text/javascript; charset=utf-8",
            "json" | "map" => "application/json",
            "webmanifest" => "application/manifest+json",
            "svg" => "image/svg+xml",
            "png" => "image/png",
            "ico" => "image/x-icon",
            "woff2" => "font/woff2",
            "wasm" => "application/wasm",
            _ => "text/plain; charset=utf-8",
        }
    }
}

/// Serves a file of the page; no path reaches the file system.
pub(crate) async fn serve(uri: Uri) -> Response {
    let path = uri.path().trim_start_matches('/');
    let path = if path.is_empty() { "index.html" } else { path };
    match assets().find(|asset| asset.path == path) {
        Some(asset) => {
            ([(header::CONTENT_TYPE, asset.kind()), (header::CACHE_CONTROL, "no-cache")], asset.bytes)
                .into_response()
        }
        None => (StatusCode::NOT_FOUND, "there is no such page\n").into_response(),
    }
}
