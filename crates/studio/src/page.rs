//! The page, as it was built from `page/src`: part of the program.

/// A file of the page.
#[derive(Debug, Clone, Copy)]
pub struct PageFile {
    /// Its name.
    pub name: &'static str,
    /// What a browser has to know about it.
    pub media_type: &'static str,
    /// What is in it.
    pub text: &'static str,
}

macro_rules! files {
    ($($name:literal, $media_type:literal;)*) => {
        &[$(PageFile {
            name: $name,
            media_type: $media_type,
            text: include_str!(concat!("../page/built/", $name)),
        },)*]
    };
}

/// All files of the page, the page itself first.
pub const FILES: &[PageFile] = files! {
    "index.html", "text/html; charset=utf-8";
    "studio.css", "text/css; charset=utf-8";
    "studio.js", "text/javascript; charset=utf-8";
    "worker.js", "text/javascript; charset=utf-8";
    "icon.svg", "image/svg+xml";
    "report.html", "text/html; charset=utf-8";
    "licences.txt", "text/plain; charset=utf-8";
};

/// The file of a name.
pub fn file(name: &str) -> Option<&'static PageFile> {
    FILES.iter().find(|file| file.name == name)
}
