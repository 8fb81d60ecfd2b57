//! `use` declarations: which short name stands for which path.

use std::collections::HashMap;

use super::cursor::Cursor;
use super::fault::Result;
use super::lex::Kind;

/// Only ever looked up by name.
#[derive(Default)]
pub(crate) struct Imports<'a> {
    names: HashMap<&'a str, String>,
    /// Modules imported whole.
    globs: Vec<String>,
}

impl<'a> Imports<'a> {
    /// Reads the tree after `use` and its `;`.
    pub fn read(&mut self, cursor: &mut Cursor<'a>) -> Result<()> {
        cursor.eat(Kind::PathSep);
        self.tree(cursor, &mut String::new())?;
        cursor.expect(Kind::Punct(b';'), "`;`")?;
        Ok(())
    }

    fn tree(&mut self, cursor: &mut Cursor<'a>, prefix: &mut String) -> Result<()> {
        match cursor.kind() {
            Kind::Punct(b'*') => {
                cursor.bump();
                self.globs.push(prefix.clone());
                Ok(())
            }
            Kind::Open(b'{') => {
                let inside = cursor.group(b'{')?;
                let end = cursor.pos();
                cursor.seek(inside.start);
                while cursor.pos() < inside.end {
                    let length = prefix.len();
                    cursor.nested(|cursor| self.tree(cursor, prefix))?;
                    prefix.truncate(length);
                    if !cursor.eat(Kind::Punct(b',')) {
                        break;
                    }
                }
                if cursor.pos() != inside.end {
                    return cursor.unexpected("`,` or `}`");
                }
                cursor.seek(end);
                Ok(())
            }
            _ => self.segment(cursor, prefix),
        }
    }

    fn segment(&mut self, cursor: &mut Cursor<'a>, prefix: &mut String) -> Result<()> {
        let mut name = cursor.ident("a path")?;
        if name == "self" {
            name = "";
        }
        if !name.is_empty() {
            if !prefix.is_empty() {
                prefix.push_str("::");
            }
            prefix.push_str(name);
        }
        if cursor.eat(Kind::PathSep) {
            return cursor.nested(|cursor| self.tree(cursor, prefix));
        }
        if cursor.eat_word("as") {
            name = cursor.ident("a name")?;
        }
        self.names.insert(name, prefix.clone());
        Ok(())
    }

    /// The full path that a single name was imported from.
    pub fn path_of(&self, name: &str) -> Option<&str> {
        self.names.get(name).map(String::as_str)
    }

    /// Modules imported whole, in order.
    pub fn globs(&self) -> impl Iterator<Item = &str> {
        self.globs.iter().map(String::as_str)
    }
}
