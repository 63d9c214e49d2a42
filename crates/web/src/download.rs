//! Files as HTTP answers.

use axum::http::header;
use axum::response::{IntoResponse, Response};
use muster_service::export::File;

/// Answers with a file to be saved.
pub fn file(file: File) -> Response {
    answer(file, "attachment")
}

/// Answers with a file that the browser shows, for printing.
pub fn shown(file: File) -> Response {
    answer(file, "inline")
}

fn answer(file: File, how: &str) -> Response {
    let headers = [
        (header::CONTENT_TYPE, file.content_type.to_owned()),
        (
            header::CONTENT_DISPOSITION,
            format!("{how}; filename=\"{}\"", file.name),
        ),
    ];
    (headers, file.bytes).into_response()
}
