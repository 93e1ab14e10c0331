//! Files as the protocol names them.

use std::path::{Path, PathBuf};

use lsp_types::Uri;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};

/// What may stand in the path of a URI as it is.
const ESCAPED: &AsciiSet =
    &NON_ALPHANUMERIC.remove(b'/').remove(b'-').remove(b'.').remove(b'_').remove(b'~').remove(b':');

/// The file of a URI. What is in no file, as a text that was never saved, has its name.
pub(crate) fn path_of(uri: &Uri) -> PathBuf {
    let text = uri.as_str();
    let path = text.strip_prefix("file://").unwrap_or(text);
    PathBuf::from(percent_decode_str(path).decode_utf8_lossy().into_owned())
}

/// The URI of a file.
pub(crate) fn uri_of(path: &Path) -> Option<Uri> {
    let path = path.to_str()?;
    format!("file://{}", utf8_percent_encode(path, ESCAPED)).parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_survive() {
        for name in ["/a/b.lts", "/a b/ü#%.pml", "/c+d/e&f.prism"] {
            let uri = uri_of(Path::new(name)).expect("a URI");
            assert_eq!(path_of(&uri), Path::new(name));
        }
    }
}
