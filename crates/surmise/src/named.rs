//! Choices that a user makes by name.

/// A value that has a name in every user interface, and a few words that explain it.
pub trait Named: Copy + PartialEq + Sized + Send + Sync + 'static {
    /// All values with their names and explanations, in the order in which they are offered.
    const ALL: &'static [(Self, &'static str, &'static str)];

    /// Its name.
    fn name(self) -> &'static str {
        Self::ALL.iter().find(|(value, ..)| *value == self).map_or("", |(_, name, _)| name)
    }

    /// The value of a name.
    fn by_name(name: &str) -> Option<Self> {
        Self::ALL.iter().find(|(_, known, _)| *known == name).map(|(value, ..)| *value)
    }
}
