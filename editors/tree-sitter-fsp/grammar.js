/**
 * FSP, the language of LTSA (Magee and Kramer, "Concurrency: State Models and Java Programs").
 *
 * The grammar accepts what Surmise's own parser (crates/lang/src/fsp/parse) accepts, and a little
 * more: whether a name in upper case at the beginning of a label is a set is known only from the
 * definitions before it, so where a process and a label could start, both are tried. The dot at the
 * end of a definition may be missing, as in LTSA.
 */

/// <reference types="tree-sitter-cli/dsl" />
// @ts-check

const list = (rule) => seq(rule, repeat(seq(',', rule)));

// How strong operators bind, as in Java.
const STRENGTH = [
  ['||', 1],
  ['&&', 2],
  ['|', 3],
  ['^', 4],
  ['&', 5],
  ['==', 6],
  ['!=', 6],
  ['<', 7],
  ['<=', 7],
  ['>', 7],
  ['>=', 7],
  ['<<', 8],
  ['>>', 8],
  ['+', 9],
  ['-', 9],
  ['*', 10],
  ['/', 10],
  ['%', 10],
];
const ADDITIVE = 9;
const UNARY = 11;

// Keywords that are labels where no definition starts.
const AS_LABELS = [
  'const', 'property', 'range', 'set', 'progress', 'menu', 'animation', 'actions', 'controls',
  'deterministic', 'minimal', 'compose', 'target', 'import', 'assert', 'fluent', 'constraint',
  'initially', 'include',
];

export default grammar({
  name: 'fsp',

  word: ($) => $.lower,

  extras: ($) => [/[\s\uFEFF]/, $.comment],

  supertypes: ($) => [$._definition],

  conflicts: ($) => [
    // `P` after an arrow is a process, or a set of labels if another arrow follows.
    [$.set_name, $.reference],
    [$.set_name, $.call],
    // A dot ends a definition, or goes on with a label.
    [$.label],
    [$.process_definition],
    [$.composite_definition],
    [$._part],
    [$.animation],
    [$.set_name, $.named_formula],
  ],

  rules: {
    source_file: ($) => repeat(choice($._definition, '.')),

    _definition: ($) =>
      choice(
        $.constant,
        $.range_definition,
        $.set_definition,
        $.include,
        $.import,
        $.progress,
        $.menu,
        $.animation,
        $.fluent,
        $.assertion,
        $.process_definition,
        $.composite_definition,
      ),

    constant: ($) => seq('const', field('name', $.upper), '=', field('value', $._simple)),
    range_definition: ($) =>
      seq('range', field('name', $.upper), '=', $._simple, '..', $._simple),
    set_definition: ($) => seq('set', field('name', $.upper), '=', $.label),
    include: ($) => seq('include', $.string),
    import: ($) => seq('import', field('name', $.upper), '=', $.string),
    menu: ($) => seq('menu', field('name', $.upper), '=', $.label),
    progress: ($) =>
      seq(
        'progress',
        field('name', $.upper),
        repeat($.index),
        '=',
        choice($.label, seq('if', $.label, 'then', $.label)),
      ),
    fluent: ($) =>
      seq(
        'fluent',
        field('name', $.upper),
        repeat($.index),
        '=',
        '<',
        $.label,
        ',',
        $.label,
        '>',
        optional(seq('initially', $._simple)),
      ),
    assertion: ($) =>
      seq(
        choice('assert', 'constraint'),
        field('name', $.upper),
        optional($.parameters),
        '=',
        $._formula,
        optional($.extension),
      ),
    animation: ($) =>
      seq(
        'animation',
        field('name', $.upper),
        '=',
        $.string,
        optional(seq('target', $.upper)),
        optional(
          seq('compose', '{', $._animated, repeat(seq('||', $._animated)), '}'),
        ),
        optional(seq('actions', $.relabel_set)),
        optional(seq('controls', $.relabel_set)),
      ),
    _animated: ($) => seq($.upper, optional($.relabelling)),

    modifier: (_) => choice('deterministic', 'minimal', 'compose', 'property'),

    process_definition: ($) =>
      seq(
        repeat($.modifier),
        field('name', $.upper),
        optional($.parameters),
        $._local_rest,
        repeat(seq(',', $.local_process)),
        optional($.extension),
        optional($.relabelling),
        optional($.hiding),
        optional('.'),
      ),
    local_process: ($) => seq(field('name', $.upper), $._local_rest),
    _local_rest: ($) =>
      seq(optional('@'), optional($._local_index), '=', field('body', $._body)),
    _local_index: ($) => choice(repeat1($.index), seq('.', $.label)),

    composite_definition: ($) =>
      seq(
        repeat($.modifier),
        '||',
        field('name', $.upper),
        optional($.parameters),
        '=',
        field('body', $._composite),
        optional($.priority),
        optional($.hiding),
        optional('.'),
      ),
    priority: ($) => seq(choice('<<', '>>'), $._set),

    parameters: ($) => seq('(', list($.parameter), ')'),
    parameter: ($) => seq(field('name', $.upper), '=', $._expression),
    arguments: ($) => seq('(', list($._expression), ')'),
    extension: ($) => seq('+', $._set),
    hiding: ($) => seq(choice('\\', '@'), $._set),
    relabelling: ($) => seq('/', $.relabel_set),
    relabel_set: ($) => seq('{', list($._relabel), '}'),
    _relabel: ($) => choice($.relabel, seq('forall', repeat1($.index), $.relabel_set)),
    relabel: ($) => seq(field('new', $.label), '/', field('old', $.label)),

    // Processes.
    _body: ($) => choice($.reference, $.conditional, $.choice),
    reference: ($) =>
      seq(
        // After parameters, LTSA reads an arrow as `;`.
        repeat(choice(seq($.call, ';'), seq(alias($.call_with_arguments, $.call), '->'))),
        field('process', $.upper),
        optional($.arguments),
        repeat(seq('[', $._expression, ']')),
      ),
    call: ($) => seq(field('process', $.upper), optional($.arguments)),
    call_with_arguments: ($) => seq(field('process', $.upper), $.arguments),
    conditional: ($) =>
      prec.right(
        seq('if', $._expression, 'then', $._body, optional(seq('else', $._body))),
      ),
    choice: ($) => seq('(', $.alternative, repeat(seq('|', $.alternative)), ')'),
    alternative: ($) =>
      seq(
        optional(seq('when', field('guard', $._expression))),
        repeat1(seq(field('action', $.label), '->')),
        $._body,
      ),

    // Compositions.
    _composite: ($) => choice($.composite_conditional, $.replication, $.instance),
    composite_conditional: ($) =>
      prec.right(
        seq('if', $._expression, 'then', $._composite, optional(seq('else', $._composite))),
      ),
    replication: ($) => seq('forall', repeat1($.index), $._composite),
    instance: ($) =>
      prec.right(
        seq(
          optional(seq(field('sharing', $.label), '::')),
          optional(seq(field('prefix', $.label), ':')),
          choice($.composition, $.call),
          optional($.relabelling),
        ),
      ),
    composition: ($) =>
      seq('(', optional(seq($._composite, repeat(seq('||', $._composite)))), ')'),

    // Labels and sets of labels.
    label: ($) =>
      seq(choice($._name, $._part), repeat(choice($.index, seq('.', choice($._after_dot, $._part))))),
    _part: ($) => choice($.index, $._set, $.difference),
    _name: ($) => alias($.lower, $.action),
    _after_dot: ($) => choice($._name, alias(choice(...AS_LABELS), $.action)),
    difference: ($) => prec(1, seq($._set, '\\', $._set)),
    _set: ($) => choice($.set, $.set_name),
    set: ($) => seq('{', optional(list($.label)), '}'),
    set_name: ($) => $.upper,
    index: ($) =>
      seq(
        '[',
        choice(
          seq(field('variable', $.lower), ':', $._domain),
          seq($._expression, optional(seq('..', $._expression))),
          $.set,
        ),
        ']',
      ),
    _domain: ($) => choice($.set, $.upper, seq($._expression, '..', $._expression)),

    // Expressions.
    _expression: ($) => choice($.binary, $.unary, $._primary),
    binary: ($) =>
      choice(
        ...STRENGTH.map(([operator, strength]) =>
          prec.left(
            strength,
            seq(field('left', $._expression), operator, field('right', $._expression)),
          ),
        ),
      ),
    // Constants and ranges stop at operators that are weaker than `+`: `||` may start a composite.
    _simple: ($) => choice(alias($.simple_binary, $.binary), $.unary, $._primary),
    simple_binary: ($) =>
      choice(
        ...STRENGTH.filter(([, strength]) => strength >= ADDITIVE).map(([operator, strength]) =>
          prec.left(strength, seq(field('left', $._simple), operator, field('right', $._simple))),
        ),
      ),
    unary: ($) => prec(UNARY, seq(choice('+', '-', '!'), choice($.unary, $._primary))),
    _primary: ($) =>
      choice(
        $.integer,
        alias($.lower, $.variable),
        $.upper,
        $.parenthesized,
        seq("'", $.label),
        seq('#', $.label),
        seq('@', '(', $.label, ',', $._expression, ')'),
      ),
    parenthesized: ($) => seq('(', $._expression, ')'),

    // Formulas of linear temporal logic.
    _formula: ($) =>
      choice(
        $.unary_formula,
        $.quantified,
        $.rigid,
        $.named_formula,
        alias($.parenthesized_formula, $.parenthesized),
        $.label,
      ),
    unary_formula: ($) => seq(choice('!', '<>', '[]', 'X'), $._formula),
    quantified: ($) => seq(choice('forall', 'exists'), repeat1($.index), $._formula),
    rigid: ($) => seq('rigid', $._simple),
    named_formula: ($) => seq(field('name', $.upper), repeat($.index), $.arguments),
    parenthesized_formula: ($) => seq('(', $._whole_formula, ')'),
    _whole_formula: ($) => choice($.binary_formula, $._formula),
    binary_formula: ($) =>
      choice(
        prec.left(1, seq($._whole_formula, '||', $._whole_formula)),
        prec.left(2, seq($._whole_formula, choice('->', '<->', 'U', 'W'), $._whole_formula)),
        prec.left(3, seq($._whole_formula, '&&', $._whole_formula)),
      ),

    // Words.
    lower: (_) => /[a-z_][\p{L}\p{N}_]*/,
    upper: (_) => /[A-Z][\p{L}\p{N}_]*/,
    integer: (_) => token(choice(/0[xX][0-9a-fA-F]+/, /[0-9]+/)),
    string: (_) => /"[^"\n]*"/,
    // A comment that is never closed goes on to the end, as in LTSA.
    comment: (_) =>
      token(
        choice(
          seq('//', /[^\n]*/),
          seq('/*', /([^*]|\*+[^*/])*/, optional(seq(/\*+/, '/'))),
        ),
      ),
  },
});
