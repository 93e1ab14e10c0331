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

/// A choice where it is written down: by its name.
pub(crate) mod by_name {
    use serde::{Deserialize, Deserializer, Serializer, de};

    use super::Named;

    pub(crate) fn serialize<T: Named, S: Serializer>(value: &T, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(value.name())
    }

    pub(crate) fn deserialize<'de, T: Named, D: Deserializer<'de>>(from: D) -> Result<T, D::Error> {
        let name = String::deserialize(from)?;
        T::by_name(&name).ok_or_else(|| {
            let known: Vec<&str> = T::ALL.iter().map(|(_, name, _)| *name).collect();
            de::Error::custom(format!("`{name}` is none of {}", known.join(", ")))
        })
    }
}

/// Several choices.
pub(crate) mod several {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use super::{Named, by_name};

    #[derive(Serialize, Deserialize)]
    #[serde(bound = "")]
    struct Value<T: Named>(#[serde(with = "by_name")] T);

    pub(crate) fn serialize<T: Named, S: Serializer>(
        values: &[T],
        to: S,
    ) -> Result<S::Ok, S::Error> {
        to.collect_seq(values.iter().map(|&value| Value(value)))
    }

    pub(crate) fn deserialize<'de, T: Named, D: Deserializer<'de>>(
        from: D,
    ) -> Result<Vec<T>, D::Error> {
        let values = Vec::<Value<T>>::deserialize(from)?;
        Ok(values.into_iter().map(|Value(value)| value).collect())
    }
}

/// A choice that need not be made.
pub(crate) mod optional {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use super::{Named, by_name};

    #[derive(Serialize, Deserialize)]
    #[serde(bound = "")]
    struct Value<T: Named>(#[serde(with = "by_name")] T);

    #[expect(clippy::ref_option, reason = "serde wants it so")]
    pub(crate) fn serialize<T: Named, S: Serializer>(
        value: &Option<T>,
        to: S,
    ) -> Result<S::Ok, S::Error> {
        value.map(Value).serialize(to)
    }

    pub(crate) fn deserialize<'de, T: Named, D: Deserializer<'de>>(
        from: D,
    ) -> Result<Option<T>, D::Error> {
        Ok(Option::<Value<T>>::deserialize(from)?.map(|Value(value)| value))
    }
}
