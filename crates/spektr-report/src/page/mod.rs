//! stub
pub fn page(_: &crate::PageFacts) -> String {
    String::new()
}
