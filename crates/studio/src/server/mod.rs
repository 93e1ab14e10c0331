//! The page's server, on the loopback address.
//!
//! Whoever sits at this machine is trusted, pages of others that run in the same browser are not.
//! So [`guard`] looks at every request: it must name this server (against rebinding of names), come
//! from its own page, and know the token, which is in the address that only the user was told. What
//! a page may ask for is a file of the [`folder`], or a question ([`asking`]).

mod asking;
mod folder;
mod guard;

use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;

use axum::Router;
use axum::extract::{DefaultBodyLimit, Path as UrlPath};
use axum::http::{StatusCode, header};
use axum::middleware;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use surmise::{Host, Limits};

use self::asking::Desks;
use self::folder::Folder;
use self::guard::Guard;
use crate::page;

/// The largest message, and so the longest text.
const LARGEST: usize = 4 << 20;

/// So many requests are worked on or wait.
const MOST_REQUESTS: usize = 64;

/// What a studio needs to know.
pub struct Studio {
    /// The folder whose models are opened and saved.
    pub folder: PathBuf,
    /// The model that is open at first, by its name in the folder.
    pub model: Option<String>,
    /// The port, or 0 for one that is free.
    pub port: u16,
    /// How much one check may cost at most.
    pub limits: Limits,
    /// Who lends a clock and counts the memory.
    pub host: Arc<dyn Host>,
}

/// A studio that can be visited.
pub struct Opened {
    listener: std::net::TcpListener,
    router: Router,
    /// Where, with the token.
    pub address: String,
}

impl Studio {
    /// Opens it.
    ///
    /// # Errors
    /// That there is no such folder, port or randomness.
    pub fn open(self) -> io::Result<Opened> {
        let listener = std::net::TcpListener::bind((Ipv4Addr::LOCALHOST, self.port))?;
        listener.set_nonblocking(true)?;
        let at = listener.local_addr()?;
        let token = token()?;
        let address = format!("http://{at}/#token={token}");
        let router = self.router(at, token)?;
        Ok(Opened { listener, router, address })
    }

    fn router(self, at: SocketAddr, token: String) -> io::Result<Router> {
        let folder = Arc::new(Folder::new(&self.folder, self.model)?);
        let desks = Arc::new(Desks::new(Arc::clone(&folder), self.host, self.limits));
        let guard = Arc::new(Guard::new(at.port(), token, MOST_REQUESTS));
        let files = Router::new()
            .route("/api/folder", get(folder::list))
            .route("/api/file", get(folder::read).put(folder::write))
            .with_state(folder);
        let questions = Router::new()
            .route("/api/ask", post(asking::ask))
            .route("/api/cancel", post(asking::cancel))
            .with_state(desks);
        Ok(Router::new()
            .route("/", get(|| async { page_file("index.html") }))
            .route("/{name}", get(|UrlPath(name): UrlPath<String>| async move { page_file(&name) }))
            .merge(files)
            .merge(questions)
            .layer(DefaultBodyLimit::max(LARGEST))
            .layer(middleware::from_fn_with_state(guard, guard::check)))
    }
}

impl Opened {
    /// Serves the page until the process ends.
    ///
    /// # Errors
    /// That the network is gone.
    pub fn serve(self) -> io::Result<()> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_io().build()?;
        runtime.block_on(async {
            let listener = tokio::net::TcpListener::from_std(self.listener)?;
            axum::serve(listener, self.router).await
        })
    }
}

fn page_file(name: &str) -> Response {
    match page::file(name) {
        Some(file) => ([(header::CONTENT_TYPE, file.media_type)], file.text).into_response(),
        None => refused(StatusCode::NOT_FOUND, "there is no such page"),
    }
}

/// A refusal in a line.
fn refused(status: StatusCode, why: impl Into<String>) -> Response {
    (status, why.into() + "\n").into_response()
}

/// 128 bits that nobody can guess.
fn token() -> io::Result<String> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(|error| io::Error::other(error.to_string()))?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}
