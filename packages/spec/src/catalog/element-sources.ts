/** Where each collection type with `%s` takes its elements from: what a provider may yield, or a spec in place of one. */
export const elementSources = {
  foreach_execute: ['list', 'string', 'arguments', 'containers', 'listdir', 'simple_command'],
  foreach_collect: ['list', 'string', 'listdir', 'simple_command'],
  command_with_args: ['string', 'arguments', 'simple_command'],
} as const;

/** A source of elements in words, as in "allowed: …". */
export const sourceWords = {
  list: 'a provider that yields a list',
  string: 'a provider that yields a string',
  arguments: 'a provider that yields arguments',
  containers: 'a provider that yields containers',
  listdir: 'a listdir',
  simple_command: 'a simple_command',
} as const;
