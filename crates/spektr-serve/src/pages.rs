//! What is answered: the page, its script, the stream of changes, and the two forms.

use crate::App;
use crate::guard::is_same;
use axum::extract::{Form, Path, State};
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{Html, IntoResponse, Redirect, Response};
use serde::Deserialize;
use spektr_hunt::gather;
use spektr_hunt::store::{Mute, StoreTrouble};
use spektr_report::page::LIVE_SCRIPT;
use spektr_report::{BugFacts, live_page};
use std::convert::Infallible;
use std::sync::{Arc, PoisonError};
use tokio_stream::Stream;
use tokio_stream::StreamExt;
use tokio_stream::wrappers::WatchStream;

/// Facts about bugs, which take longest to gather, and what the store was like then.
pub(crate) struct Cache {
    bugs: Vec<i64>,
    facts: Vec<BugFacts>,
}

/// Does something that waits for the store, beside everything else.
async fn with_store<T: Send + 'static>(
    app: Arc<App>,
    work: impl FnOnce(&App) -> Result<T, StoreTrouble> + Send + 'static,
) -> Result<T, Response> {
    match tokio::task::spawn_blocking(move || work(&app)).await {
        Ok(Ok(value)) => Ok(value),
        Ok(Err(trouble @ StoreTrouble::NoSuch { .. })) => {
            Err((StatusCode::NOT_FOUND, format!("{trouble}\n")).into_response())
        }
        Ok(Err(trouble)) => {
            Err((StatusCode::SERVICE_UNAVAILABLE, format!("{trouble}\n")).into_response())
        }
        Err(_) => Err((StatusCode::INTERNAL_SERVER_ERROR, "it failed\n").into_response()),
    }
}

pub(crate) async fn page(State(app): State<Arc<App>>) -> Result<Html<String>, Response> {
    with_store(app, |app| {
        let live = gather::live(&app.dashboard.store, &app.form_token)?;
        let facts = gather::page(&app.dashboard.store, bugs(app)?)?;
        Ok(Html(live_page(&facts, &live)))
    })
    .await
}

/// Facts about all bugs, gathered anew only if something about bugs has changed.
fn bugs(app: &App) -> Result<Vec<BugFacts>, StoreTrouble> {
    let stamp = app.dashboard.store.stamp()?.bugs;
    let mut cache = app.cache.lock().unwrap_or_else(PoisonError::into_inner);
    if cache.as_ref().is_none_or(|cache| cache.bugs != stamp) {
        let facts = (app.dashboard.bugs)();
        *cache = Some(Cache { bugs: stamp, facts });
    }
    Ok(cache.as_ref().map(|cache| cache.facts.clone()).unwrap_or_default())
}

pub(crate) async fn script() -> impl IntoResponse {
    ([(CONTENT_TYPE, "text/javascript; charset=utf-8")], LIVE_SCRIPT)
}

/// One event whenever the store has changed.
pub(crate) async fn events(
    State(app): State<Arc<App>>,
) -> Sse<impl Stream<Item = Result<Event, Infallible>>> {
    let changes = WatchStream::from_changes(app.changes.subscribe());
    let events = changes.map(|stamp| {
        let numbers: Vec<i64> = stamp.bugs.into_iter().chain(stamp.progress).collect();
        let text = serde_json::Value::from(numbers).to_string();
        Ok(Event::default().event("changed").data(text))
    });
    Sse::new(events).keep_alive(KeepAlive::default())
}

#[derive(Deserialize)]
pub(crate) struct MuteForm {
    #[serde(default)]
    form_token: String,
    #[serde(default)]
    reason: String,
    #[serde(default)]
    link: String,
}

/// Longer reasons are not typed by people.
const LONGEST: usize = 500;

pub(crate) async fn mute(
    State(app): State<Arc<App>>,
    Path(bug): Path<i64>,
    Form(form): Form<MuteForm>,
) -> Result<Redirect, Response> {
    let (reason, link) = (form.reason.trim().to_owned(), form.link.trim().to_owned());
    if reason.is_empty() || reason.len() > LONGEST || link.len() > LONGEST {
        return Err((StatusCode::BAD_REQUEST, "a mute needs a short reason\n").into_response());
    }
    let mute = Mute { reason, link: Some(link).filter(|link| !link.is_empty()) };
    change(app, bug, &form.form_token, Some(mute)).await
}

pub(crate) async fn unmute(
    State(app): State<Arc<App>>,
    Path(bug): Path<i64>,
    Form(form): Form<MuteForm>,
) -> Result<Redirect, Response> {
    change(app, bug, &form.form_token, None).await
}

async fn change(
    app: Arc<App>,
    bug: i64,
    form_token: &str,
    mute: Option<Mute>,
) -> Result<Redirect, Response> {
    if !is_same(form_token, &app.form_token) {
        let why = "this form is of another page: load it again\n";
        return Err((StatusCode::FORBIDDEN, why).into_response());
    }
    with_store(app, move |app| app.dashboard.store.mute(bug, mute.as_ref())).await?;
    Ok(Redirect::to(&format!("/#bug-{bug}")))
}
