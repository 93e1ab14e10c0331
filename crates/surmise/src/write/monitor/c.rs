//! A monitor in C (C99): one file for any compiler, or two functions of a larger program.

use std::fmt::Write;

use super::{Tables, lines};

pub(super) fn program(tables: &Tables) -> String {
    let Tables { origin, actions, rows, initial } = tables;
    let initial = initial.map_or("-1".to_owned(), |state| state.to_string());
    let origin = origin.replace("*/", "* /");
    let count = actions.len();
    // An array cannot be empty: each has an entry that is never read.
    let names = lines(actions.iter().map(|action| literal(action)).chain(["\"\"".to_owned()]));
    let offsets = lines(tables.offsets().iter());
    let steps = rows.iter().flatten().map(|(action, target)| format!("{{{action}, {target}}}"));
    let steps = lines(steps.chain(["{0, 0}".to_owned()]));
    format!(
        r#"/* Watches a stream of actions: does it keep to what {origin}, allows?
 *
 * Written by Surmise. As a program (cc monitor.c) it reads one action a line and stops with status
 * 1 at the first one that is not allowed; in a larger program, define MONITOR_WITHOUT_MAIN and use
 * MONITOR_START and monitor_step. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The actions that are watched, in the order of their bytes; all others are ignored. */
static const char *const monitor_actions[] = {{
{names}
}};

enum {{ MONITOR_ACTIONS = {count}, MONITOR_START = {initial}, MONITOR_BROKEN = -1 }};

/* Where the steps of each state begin in monitor_steps, and where the last ones end. */
static const int monitor_offsets[] = {{
{offsets}
}};

/* The number of an action, and the state that it leads to. */
static const struct {{ int action, target; }} monitor_steps[] = {{
{steps}
}};

static int monitor_compare(const void *name, const void *entry) {{
    return strcmp(name, *(const char *const *)entry);
}}

/* The state after an action: MONITOR_BROKEN if it, or one before it, is not allowed. */
static int monitor_step(int state, const char *action) {{
    const char *const *found =
        bsearch(action, monitor_actions, MONITOR_ACTIONS, sizeof *monitor_actions, monitor_compare);
    if (state == MONITOR_BROKEN || found == NULL)
        return state;
    int number = (int)(found - monitor_actions);
    for (int step = monitor_offsets[state]; step < monitor_offsets[state + 1]; step++)
        if (monitor_steps[step].action == number)
            return monitor_steps[step].target;
    return MONITOR_BROKEN;
}}

#ifndef MONITOR_WITHOUT_MAIN
/* Reads a line of any length without its end into a buffer that grows; 0 at the end of input. */
static int read_line(char **line, size_t *room) {{
    size_t length = 0;
    int byte;
    while ((byte = getchar()) != EOF && byte != '\n') {{
        if (length + 2 > *room) {{
            size_t more = *room ? *room * 2 : 256;
            char *grown = realloc(*line, more);
            if (grown == NULL) {{
                fputs("out of memory\n", stderr);
                exit(2);
            }}
            *line = grown;
            *room = more;
        }}
        (*line)[length++] = (char)byte;
    }}
    if (byte == EOF && length == 0)
        return 0;
    if (length > 0 && (*line)[length - 1] == '\r')
        length--;
    if (*line == NULL && (*line = malloc(*room = 1)) == NULL)
        exit(2);
    (*line)[length] = '\0';
    return 1;
}}

int main(void) {{
    char *line = NULL;
    size_t room = 0;
    int state = MONITOR_START;
    if (state == MONITOR_BROKEN) {{
        puts("nothing is allowed, not even to start");
        return 1;
    }}
    for (unsigned long number = 1; read_line(&line, &room); number++) {{
        int next = monitor_step(state, line);
        if (next == MONITOR_BROKEN) {{
            int first = monitor_offsets[state], last = monitor_offsets[state + 1];
            printf("%lu: %s is not allowed here; allowed: ", number, line);
            for (int step = first; step < last; step++)
                printf("%s%s", step > first ? ", " : "", monitor_actions[monitor_steps[step].action]);
            puts(first == last ? "nothing" : "");
            return 1;
        }}
        state = next;
    }}
    free(line);
    return 0;
}}
#endif
"#
    )
}

/// A string as a literal, byte by byte: what is not plain ASCII is written as an octal escape of
/// three digits, which no following digit can lengthen.
fn literal(text: &str) -> String {
    let mut literal = String::from("\"");
    for byte in text.bytes() {
        match byte {
            b'"' | b'\\' | b'?' => literal.extend(['\\', char::from(byte)]),
            b' '..=b'~' => literal.push(char::from(byte)),
            _ => {
                let _ = write!(literal, "\\{byte:03o}");
            }
        }
    }
    literal + "\""
}
