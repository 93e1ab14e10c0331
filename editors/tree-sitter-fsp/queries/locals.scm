; Where the variables of indices are known, and where they are used.

(alternative) @local.scope
(local_process) @local.scope
(process_definition) @local.scope
(composite_definition) @local.scope
(relabel_set) @local.scope

(index variable: (lower) @local.definition)
(variable) @local.reference
