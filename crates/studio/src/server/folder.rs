//! The folder that the studio was started in: its models can be opened and saved, nothing else.
//!
//! A name is a path below the folder whose parts are plain names, and the file that it leads to,
//! links followed, lies in the folder, too.

use std::fs;
use std::io::{self, Read};
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use axum::Json;
use axum::extract::{Query, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use surmise::load::LANGUAGES;
use walkdir::WalkDir;

use super::{LARGEST, refused};

/// At most so many models are listed, and folders below folders so far down.
const MOST_LISTED: usize = 2000;
const DEEPEST: usize = 8;

/// Models are listed along with what they may mention: headers, and properties of PRISM.
const MENTIONED: [&str; 3] = ["h", "props", "pctl"];

/// A folder.
#[derive(Debug)]
pub(super) struct Folder {
    root: PathBuf,
    /// The model that is open at first.
    model: Option<String>,
}

/// What is in a folder.
#[derive(Serialize)]
struct Listed {
    name: String,
    open: Option<String>,
    files: Vec<ListedFile>,
}

#[derive(Serialize)]
struct ListedFile {
    path: String,
    /// When it was changed, in milliseconds since 1970.
    changed: u64,
}

/// A file with its text.
#[derive(Serialize, Deserialize)]
pub(super) struct TextFile {
    text: String,
    /// When it was changed: what the page knows of it is as old.
    changed: Option<u64>,
}

/// Which file.
#[derive(Deserialize)]
pub(super) struct Which {
    path: String,
}

impl Folder {
    pub(super) fn new(root: &Path, model: Option<String>) -> io::Result<Self> {
        let root = fs::canonicalize(root)?;
        match root.is_dir() {
            true => Ok(Self { root, model }),
            false => Err(io::ErrorKind::NotADirectory.into()),
        }
    }

    /// The file of a name, which need not exist.
    pub(super) fn file(&self, name: &Path) -> io::Result<PathBuf> {
        let is_plain = |part: Component<'_>| match part {
            Component::Normal(part) => !part.as_encoded_bytes().starts_with(b"."),
            Component::CurDir => true,
            _ => false,
        };
        if !name.components().all(is_plain) || !is_model(name) {
            return Err(io::Error::new(io::ErrorKind::PermissionDenied, "no model of this folder"));
        }
        let file = self.root.join(name);
        // What does not exist is looked for where it would be; a link to nothing is something.
        let is_there = fs::symlink_metadata(&file).is_ok();
        let nearest = if is_there { Some(&*file) } else { file.parent() };
        match fs::canonicalize(nearest.unwrap_or(&self.root))?.starts_with(&self.root) {
            true => Ok(file),
            false => Err(io::Error::new(io::ErrorKind::PermissionDenied, "it leads elsewhere")),
        }
    }

    /// The text of a file, if it is not too long.
    pub(super) fn text(&self, name: &Path) -> io::Result<Vec<u8>> {
        let file = fs::File::open(self.file(name)?)?;
        if !file.metadata()?.is_file() {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, "it is no plain file"));
        }
        let mut text = Vec::new();
        file.take(LARGEST as u64 + 1).read_to_end(&mut text)?;
        match text.len() > LARGEST {
            true => Err(io::Error::new(io::ErrorKind::FileTooLarge, "it is too long")),
            false => Ok(text),
        }
    }

    fn listed(&self) -> Listed {
        let is_hidden = |name: &std::ffi::OsStr| name.as_encoded_bytes().starts_with(b".");
        let walk = WalkDir::new(&self.root).max_depth(DEEPEST).sort_by_file_name().into_iter();
        let seen = walk.filter_entry(|entry| entry.depth() == 0 || !is_hidden(entry.file_name()));
        let files = seen.filter_map(Result::ok).filter(|entry| is_model(entry.path()));
        let files = files.filter(|entry| entry.file_type().is_file()).take(MOST_LISTED);
        let listed = |entry: walkdir::DirEntry| {
            let path = entry.path().strip_prefix(&self.root).ok()?.to_str()?.to_owned();
            Some(ListedFile { path, changed: changed(entry.path()).ok()? })
        };
        let name = self.root.file_name().unwrap_or_default().to_string_lossy().into_owned();
        Listed { name, open: self.model.clone(), files: files.filter_map(listed).collect() }
    }

    fn save(&self, name: &Path, new: &TextFile) -> io::Result<u64> {
        let file = self.file(name)?;
        let now = changed(&file).ok();
        if now != new.changed {
            return Err(io::Error::new(io::ErrorKind::AlreadyExists, "it has changed on disk"));
        }
        let mut partial = file.clone().into_os_string();
        partial.push(".partial");
        fs::write(&partial, &new.text)?;
        fs::rename(&partial, &file)?;
        changed(&file)
    }
}

fn is_model(path: &Path) -> bool {
    let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or("");
    let known = LANGUAGES.iter().flat_map(|language| language.extensions()).copied();
    known.chain(MENTIONED).any(|known| known == extension)
}

fn changed(path: &Path) -> io::Result<u64> {
    let at: SystemTime = fs::metadata(path)?.modified()?;
    let since = at.duration_since(UNIX_EPOCH).unwrap_or(Duration::ZERO);
    Ok(u64::try_from(since.as_millis()).unwrap_or(u64::MAX))
}

/// What is in the folder.
pub(super) async fn list(State(folder): State<Arc<Folder>>) -> Response {
    beside(move || Ok(Json(folder.listed()))).await
}

/// The text of a file.
pub(super) async fn read(
    State(folder): State<Arc<Folder>>,
    Query(Which { path }): Query<Which>,
) -> Response {
    beside(move || {
        let name = Path::new(&path);
        let text = String::from_utf8_lossy(&folder.text(name)?).into_owned();
        let changed = Some(changed(&folder.file(name)?)?);
        Ok(Json(TextFile { text, changed }))
    })
    .await
}

/// Saves a file, unless it was changed by others meanwhile.
pub(super) async fn write(
    State(folder): State<Arc<Folder>>,
    Query(Which { path }): Query<Which>,
    Json(new): Json<TextFile>,
) -> Response {
    beside(move || folder.save(Path::new(&path), &new).map(Json)).await
}

/// Does what a disk may be slow with on a thread of its own.
async fn beside<R: IntoResponse + Send + 'static>(
    work: impl FnOnce() -> io::Result<R> + Send + 'static,
) -> Response {
    match tokio::task::spawn_blocking(work).await {
        Ok(Ok(done)) => done.into_response(),
        Ok(Err(error)) => refused(status(&error), error.to_string()),
        Err(_) => refused(StatusCode::INTERNAL_SERVER_ERROR, "the work ended in a panic"),
    }
}

fn status(error: &io::Error) -> StatusCode {
    match error.kind() {
        io::ErrorKind::NotFound => StatusCode::NOT_FOUND,
        io::ErrorKind::PermissionDenied => StatusCode::FORBIDDEN,
        io::ErrorKind::AlreadyExists => StatusCode::CONFLICT,
        io::ErrorKind::FileTooLarge => StatusCode::PAYLOAD_TOO_LARGE,
        _ => StatusCode::INTERNAL_SERVER_ERROR,
    }
}
