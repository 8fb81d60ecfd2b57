//! The live dashboard: the report's page over a store, and a stream that tells when it has
//! changed. It listens where it is told, believes nobody without the token, and changes nothing
//! but whether a bug is muted.

mod guard;
mod pages;

use axum::Router;
use axum::middleware::from_fn_with_state;
use axum::routing::{get, post};
use guard::guard;
use pages::Cache;
use spektr_hunt::store::{Stamp, Store};
use spektr_report::BugFacts;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::sync::watch;

/// Gives the facts about every bug of the store. Who knows languages knows how.
pub type Bugs = Box<dyn Fn() -> Vec<BugFacts> + Send + Sync>;

/// What is served, and to whom.
pub struct Dashboard {
    pub store: Store,
    pub bugs: Bugs,
    /// Who knows it may look.
    pub token: String,
}

/// What all requests share.
struct App {
    dashboard: Dashboard,
    /// What forms bring back: another secret, so that the first is never in a page.
    form_token: String,
    listens: SocketAddr,
    cache: Mutex<Option<Cache>>,
    changes: watch::Sender<Stamp>,
}

/// How often the store is asked whether something has changed.
const LOOK_EVERY: Duration = Duration::from_millis(500);

/// How often it is looked whether somebody wishes to stop.
const NAP: Duration = Duration::from_millis(100);

/// Serves until `stop` says so. `started` is told the address, which is of interest if the port
/// was 0.
pub fn serve(
    dashboard: Dashboard,
    listen: SocketAddr,
    stop: &dyn Fn() -> bool,
    started: &dyn Fn(SocketAddr),
) -> std::io::Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let outcome = runtime.block_on(async {
        let listener = TcpListener::bind(listen).await?;
        let listens = listener.local_addr()?;
        let app = Arc::new(App {
            dashboard,
            form_token: new_token()?,
            listens,
            cache: Mutex::new(None),
            changes: watch::Sender::new(Stamp::default()),
        });
        tokio::spawn(watch_store(app.clone()));
        let server = tokio::spawn(async move { axum::serve(listener, routes(app)).await });
        started(listens);
        while !stop() && !server.is_finished() {
            tokio::time::sleep(NAP).await;
        }
        Ok(())
    });
    // Streams never end by themselves.
    runtime.shutdown_background();
    outcome
}

fn routes(app: Arc<App>) -> Router {
    Router::new()
        .route("/", get(pages::page))
        .route("/live.js", get(pages::script))
        .route("/events", get(pages::events))
        .route("/bugs/{bug}/mute", post(pages::mute))
        .route("/bugs/{bug}/unmute", post(pages::unmute))
        .layer(from_fn_with_state(app.clone(), guard))
        .with_state(app)
}

/// Asks the store again and again, as long as somebody listens.
async fn watch_store(app: Arc<App>) {
    loop {
        tokio::time::sleep(LOOK_EVERY).await;
        if app.changes.receiver_count() == 0 {
            continue;
        }
        let asked = app.clone();
        let stamp = tokio::task::spawn_blocking(move || asked.dashboard.store.stamp()).await;
        if let Ok(Ok(stamp)) = stamp {
            app.changes.send_if_modified(|known| {
                let changed = *known != stamp;
                *known = stamp;
                changed
            });
        }
    }
}

/// A secret that nobody can guess.
pub fn new_token() -> std::io::Result<String> {
    use std::io::Read;
    let mut bytes = [0; 24];
    std::fs::File::open("/dev/urandom")?.read_exact(&mut bytes)?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}
