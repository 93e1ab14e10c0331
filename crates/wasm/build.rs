//! Models are nested as deep as people write them: the stack of the one thread there is has as much
//! room as that of a job elsewhere.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    if std::env::var("CARGO_CFG_TARGET_FAMILY").is_ok_and(|family| family == "wasm") {
        println!("cargo:rustc-link-arg-cdylib=-zstack-size=67108864");
    }
}
