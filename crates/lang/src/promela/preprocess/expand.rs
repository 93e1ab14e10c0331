//! Macros replaced by what they stand for.
//!
//! As in C, arguments are replaced first, the result is looked through again, and a macro is not
//! replaced inside itself. `a ## b` joins two words into one.

use rustc_hash::FxHashMap;
use surmise_model::Stop;

use super::super::token::{At, Kind, Symbol, Token};
use super::{MAX_TOKENS, Preprocessor};

/// How deep macros may stand for macros.
const MAX_NESTED: usize = 200;

impl Preprocessor<'_> {
    /// Takes the next word, or the macro that begins with it, and gives how many words that were.
    pub(super) fn expand(&mut self, tokens: &[Token]) -> Result<usize, Stop> {
        let token = tokens[0];
        if token.kind != Kind::Name || !self.macros.contains_key(&token.symbol()) {
            self.push(token)?;
            return Ok(1);
        }
        let mut active = Vec::new();
        let mut output = Vec::new();
        let used = self.call(tokens, &mut active, &mut output)?;
        // What comes out of a macro stands where the macro does.
        let last = tokens[used - 1].at;
        let at = token.at.to(last);
        for (index, &made) in output.iter().enumerate() {
            let first = index == 0 && token.first;
            let at = At { origin: made.at.origin, ..at };
            self.push(Token { at, first, ..made })?;
        }
        Ok(used)
    }

    fn push(&mut self, token: Token) -> Result<(), Stop> {
        if self.output.len().is_multiple_of(1 << 16) {
            self.context.check()?;
        }
        self.room(token.at, 1);
        if !self.full {
            self.output.push(token);
        }
        Ok(())
    }

    /// Whether so many more words can be made. If not, that is said once.
    fn room(&mut self, at: At, more: usize) -> bool {
        if !self.full && self.output.len() + more > MAX_TOKENS {
            self.full = true;
            let message = format!("the text has more than {MAX_TOKENS} words");
            self.error(at, message).help = Some("a macro probably grows without bound".into());
        }
        !self.full
    }

    /// Replaces what begins with a name, if it is a macro that is not being replaced already.
    fn call(
        &mut self,
        tokens: &[Token],
        active: &mut Vec<Symbol>,
        output: &mut Vec<Token>,
    ) -> Result<usize, Stop> {
        let token = tokens[0];
        let name = token.symbol();
        let known = token.kind == Kind::Name && !active.contains(&name);
        let Some(found) = self.macros.get(&name).filter(|_| known).cloned() else {
            output.push(token);
            return Ok(1);
        };
        // Macros that stand for nothing, often enough, are a bomb, too.
        self.calls += 1;
        let endless = active.len() >= MAX_NESTED || self.calls > MAX_TOKENS;
        if endless || !self.room(token.at, output.len()) {
            self.room(token.at, MAX_TOKENS);
            return Ok(1);
        }
        self.context.check()?;
        let Some(parameters) = &found.parameters else {
            active.push(name);
            let body = joined(found.body, self);
            self.rescan(&body, active, output)?;
            active.pop();
            return Ok(1);
        };
        let Some((arguments, used)) = arguments(tokens) else {
            output.push(token);
            return Ok(1);
        };
        let empty = parameters.is_empty() && arguments.len() == 1 && arguments[0].is_empty();
        if arguments.len() != parameters.len() && !empty {
            let text = self.names.text(name);
            let message = format!(
                "the macro `{text}` has {} parameters and gets {}",
                parameters.len(),
                arguments.len()
            );
            self.error(token.at, message);
            return Ok(used);
        }
        let mut values: FxHashMap<Symbol, (Vec<Token>, Vec<Token>)> = FxHashMap::default();
        for (&parameter, argument) in parameters.iter().zip(&arguments) {
            let mut value = Vec::new();
            self.rescan(argument, active, &mut value)?;
            values.insert(parameter, (argument.clone(), value));
        }
        let mut body = Vec::new();
        for (index, &word) in found.body.iter().enumerate() {
            let beside = |place: Option<usize>| {
                place.and_then(|p| found.body.get(p)).is_some_and(|t| t.kind == Kind::Hashes)
            };
            let pasted = beside(index.checked_sub(1)) || beside(Some(index + 1));
            match values.get(&word.symbol()).filter(|_| word.kind == Kind::Name) {
                Some((raw, _)) if pasted => body.extend(raw),
                Some((_, value)) => body.extend(value),
                None => body.push(word),
            }
            if !self.room(token.at, output.len() + body.len()) {
                return Ok(used);
            }
        }
        active.push(name);
        let body = joined(body, self);
        self.rescan(&body, active, output)?;
        active.pop();
        Ok(used)
    }

    fn rescan(
        &mut self,
        tokens: &[Token],
        active: &mut Vec<Symbol>,
        output: &mut Vec<Token>,
    ) -> Result<(), Stop> {
        let mut position = 0;
        while position < tokens.len() && !self.full {
            position += self.call(&tokens[position..], active, output)?;
            self.room(tokens[0].at, output.len());
        }
        Ok(())
    }
}

/// The arguments of `name(…)`, and how many words that is.
fn arguments(tokens: &[Token]) -> Option<(Vec<Vec<Token>>, usize)> {
    if tokens.get(1)?.kind != Kind::LeftRound {
        return None;
    }
    let mut arguments = vec![Vec::new()];
    let mut depth = 1;
    for (index, &token) in tokens.iter().enumerate().skip(2) {
        match token.kind {
            Kind::LeftRound | Kind::LeftSquare | Kind::LeftCurly => depth += 1,
            Kind::RightRound | Kind::RightSquare | Kind::RightCurly => depth -= 1,
            Kind::Comma if depth == 1 => {
                arguments.push(Vec::new());
                continue;
            }
            _ => {}
        }
        if depth == 0 {
            return Some((arguments, index + 1));
        }
        arguments.last_mut()?.push(token);
    }
    None
}

/// `a ## b` made one word.
fn joined(tokens: Vec<Token>, preprocessor: &mut Preprocessor<'_>) -> Vec<Token> {
    if !tokens.iter().any(|token| token.kind == Kind::Hashes) {
        return tokens;
    }
    let mut result: Vec<Token> = Vec::new();
    let mut words = tokens.into_iter();
    while let Some(token) = words.next() {
        if token.kind != Kind::Hashes {
            result.push(token);
            continue;
        }
        let (Some(left), Some(right)) = (result.pop(), words.next()) else { continue };
        let text = |token: Token| match token.kind {
            Kind::Name => preprocessor.names.text(token.symbol()).to_owned(),
            Kind::Number => token.payload.to_string(),
            _ => String::new(),
        };
        let whole = text(left) + &text(right);
        match whole.parse::<u32>() {
            Ok(number) => result.push(Token { kind: Kind::Number, payload: number, ..left }),
            Err(_) => {
                let symbol = preprocessor.names.intern(&whole);
                let at = At { origin: At::ELSEWHERE, ..left.at };
                result.push(Token { kind: Kind::Name, payload: symbol.0, at, ..left });
            }
        }
    }
    result
}
