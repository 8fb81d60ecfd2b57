//! Plain values, as both databases have them.

use super::{Result, SqlError};

#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::store) enum Value {
    Null,
    Integer(i64),
    Truth(bool),
    Text(String),
    Bytes(Vec<u8>),
}

macro_rules! into_value {
    ($($from:ty => |$value:ident| $into:expr;)*) => {
        $(impl From<$from> for Value {
            fn from($value: $from) -> Value { $into }
        })*
    };
}

into_value! {
    i64 => |it| Value::Integer(it);
    // Counts and seeds are below this by far; the command line sees to it for seeds.
    u64 => |it| Value::Integer(i64::try_from(it).unwrap_or(i64::MAX));
    bool => |it| Value::Truth(it);
    String => |it| Value::Text(it);
    &String => |it| Value::Text(it.clone());
    &str => |it| Value::Text(it.to_owned());
    Vec<u8> => |it| Value::Bytes(it);
    &[u8] => |it| Value::Bytes(it.to_vec());
}

impl<T: Into<Value>> From<Option<T>> for Value {
    fn from(value: Option<T>) -> Value {
        value.map_or(Value::Null, Into::into)
    }
}

impl<T: Clone + Into<Value>> From<&Option<T>> for Value {
    fn from(value: &Option<T>) -> Value {
        value.clone().into()
    }
}

/// One row of an answer.
#[derive(Debug)]
pub(in crate::store) struct Row(pub(super) Vec<Value>);

impl Row {
    pub(in crate::store) fn get<T: FromValue>(&self, column: usize) -> Result<T> {
        let value = self.0.get(column).unwrap_or(&Value::Null);
        T::from_value(value).ok_or_else(|| SqlError::Unreadable {
            column,
            reason: format!("it holds {}", words(value)),
        })
    }

    /// All values, to be written down somewhere else.
    pub(in crate::store) fn values(&self) -> &[Value] {
        &self.0
    }
}

fn words(value: &Value) -> &'static str {
    match value {
        Value::Null => "nothing",
        Value::Integer(_) | Value::Truth(_) => "a number",
        Value::Text(_) => "text",
        Value::Bytes(_) => "bytes",
    }
}

pub(in crate::store) trait FromValue: Sized {
    fn from_value(value: &Value) -> Option<Self>;
}

impl FromValue for i64 {
    fn from_value(value: &Value) -> Option<i64> {
        match value {
            Value::Integer(number) => Some(*number),
            Value::Truth(truth) => Some(i64::from(*truth)),
            _ => None,
        }
    }
}

impl FromValue for u64 {
    fn from_value(value: &Value) -> Option<u64> {
        i64::from_value(value)?.try_into().ok()
    }
}

impl FromValue for bool {
    fn from_value(value: &Value) -> Option<bool> {
        i64::from_value(value).map(|it| it != 0)
    }
}

impl FromValue for String {
    fn from_value(value: &Value) -> Option<String> {
        match value {
            Value::Text(text) => Some(text.clone()),
            _ => None,
        }
    }
}

impl FromValue for Vec<u8> {
    fn from_value(value: &Value) -> Option<Vec<u8>> {
        match value {
            Value::Bytes(bytes) => Some(bytes.clone()),
            // Columns of bytes in SQLite may hold text.
            Value::Text(text) => Some(text.clone().into_bytes()),
            _ => None,
        }
    }
}

impl<T: FromValue> FromValue for Option<T> {
    fn from_value(value: &Value) -> Option<Option<T>> {
        match value {
            Value::Null => Some(None),
            value => T::from_value(value).map(Some),
        }
    }
}
