//! Limits.
use crate::clock::Clock;

mod store;

pub const BURST: u32 = 10;

pub struct Limiter<'a> {
    clock: &'a Clock,
}

pub enum Error { Limited }

pub trait Policy {
    fn limit(&self) -> u32;
}

impl<'a> Limiter<'a> {
    pub async fn acquire(&self, c: char) -> Result<(), Error> {
        let quote = '"';
        let _ = c == '\'';
        Ok(())
    }
}

fn after() {}
