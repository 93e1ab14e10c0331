//! The page as a static site: the same files, with the engine beside them.

use crate::page::FILES;

/// What the page says of its engine, and what it says in a static site.
const SERVED: &str = "<meta name=\"engine\" content=\"server\">";
const STATIC: &str = "<meta name=\"engine\" content=\"worker\">";

/// The files of the site but for the engine, which belongs beside them as `engine.wasm`.
pub fn exported() -> Vec<(&'static str, String)> {
    let text = |name, text: &str| match name {
        "index.html" => text.replace(SERVED, STATIC),
        _ => text.to_owned(),
    };
    FILES.iter().map(|file| (file.name, text(file.name, file.text))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_static_site_has_an_engine_of_its_own() {
        let files = exported();
        let (name, page) = &files[0];
        assert_eq!(*name, "index.html");
        assert!(page.contains(STATIC) && !page.contains(SERVED), "the page names its engine");
    }
}
