; What is written how. Later patterns win.

(comment) @comment
(string) @string
(integer) @number

[
  "const" "range" "set" "include" "import" "menu" "animation" "progress" "fluent" "assert"
  "constraint" "target" "actions" "controls" "initially" "rigid"
] @keyword
(modifier) @keyword.modifier
["if" "then" "else" "when"] @keyword.conditional
["forall" "exists"] @keyword.repeat

["->" "||" "|" "::" ":" ";" "=" ".." "/" "\\" "@" "<<" ">>" "+" "-" "*" "%" "&" "&&" "^" "==" "!="
 "<" "<=" ">" ">=" "!" "<>" "[]" "<->" "'" "#"] @operator
(unary_formula "X" @keyword.operator)
(binary_formula ["U" "W"] @keyword.operator)
["(" ")" "[" "]" "{" "}"] @punctuation.bracket
["," "."] @punctuation.delimiter

(upper) @constant
(variable) @variable
(index variable: (lower) @variable.parameter)
(action) @function
(set_name) @type

(constant name: (upper) @constant)
(parameter name: (upper) @variable.parameter)
(range_definition name: (upper) @type)
(set_definition name: (upper) @type)

(process_definition name: (upper) @module)
(composite_definition name: (upper) @module)
(local_process name: (upper) @module)
(reference process: (upper) @module)
(call process: (upper) @module)
((reference process: (upper) @constant.builtin)
  (#any-of? @constant.builtin "STOP" "END" "ERROR"))

(progress name: (upper) @label)
(fluent name: (upper) @label)
(assertion name: (upper) @label)
(menu name: (upper) @label)
