import type { CommandTable, CompletedCommand, CompletedOption, Completes } from './command-table.js';

/** The script that completes the command in zsh, to be read or to be a file _hostspec in $fpath. */
export function zshScript(table: CommandTable): string {
  return `#compdef hostspec
# Completion of hostspec in zsh, made by: hostspec completion zsh

_hostspec_names() {
  local -a names
  names=(\${(f)"$(hostspec completion $1 2> /dev/null)"})
  compadd -a names
}

# The same for the last of several values that commas separate.
_hostspec_list() {
  compset -P '*,'
  compadd -S '' -- "$@"
}

_hostspec_list_names() {
  _hostspec_list \${(f)"$(hostspec completion $1 2> /dev/null)"}
}

_hostspec() {
  local -a commands
  local name
  commands=(
${table
  .filter(({ name }) => !name.includes(' '))
  .map(({ name, summary }) => `    ${quoted(`${name}:${summary}`)}`)
  .join('\n')}
  )
  if (( CURRENT == 2 )); then
    _describe -t commands command commands
    _arguments '--help[Show the help]' '--version[Show the version]'
    return
  fi
  name=$words[2]
  shift words
  (( CURRENT-- ))
${pairs(table)}
  case $name in
${table.map(commandCase).join('\n')}
  esac
}

if [[ \${funcstack[1]} == _hostspec ]]; then
  _hostspec "$@"
else
  compdef _hostspec hostspec
fi
`;
}

/** The lines that recognise commands of two words. */
function pairs(table: CommandTable): string {
  const names = table.filter(({ name }) => name.includes(' '));
  return names
    .map(({ name, summary }) => {
      const [first = '', second = ''] = name.split(' ');
      return `  if [[ $name == ${first} ]]; then
    if (( CURRENT == 2 )); then
      commands=(${quoted(`${second}:${summary}`)})
      _describe -t commands command commands
    elif [[ $words[2] == ${second} ]]; then
      name=${quoted(name)}
      shift words
      (( CURRENT-- ))
    fi
  fi`;
    })
    .join('\n');
}

function commandCase({ name, options, operands }: CompletedCommand): string {
  const specs = [
    ...options.map(optionSpec),
    ...operands.map((completes, index) =>
      quoted(`${index + 1}:${messageOf(completes)}:${actionOf(completes)}`),
    ),
  ];
  return `    ${quoted(name)})\n      _arguments ${specs.join(' \\\n        ')}\n      ;;`;
}

function optionSpec({ name, brief, isList, value }: CompletedOption): string {
  const repeat = isList ? '*' : '';
  const text = brief.replace(/[[\]]/g, '\\$&');
  if (value === undefined) return quoted(`${name}[${text}]`);
  return quoted(`${repeat}${name}=[${text}]:${messageOf(value)}:${isList ? listOf(value) : actionOf(value)}`);
}

function messageOf(completes: Completes): string {
  return typeof completes === 'object'
    ? 'value'
    : completes.replace(/s$/, '').replace('directorie', 'directory');
}

function actionOf(completes: Completes): string {
  if (typeof completes === 'object') return `(${completes.words.map(escaped).join(' ')})`;
  switch (completes) {
    case 'files':
      return '_files';
    case 'directories':
      return '_files -/';
    case 'text':
      return ' ';
    default:
      // A blank first keeps _arguments from adding words of its own.
      return ` _hostspec_names ${completes}`;
  }
}

function listOf(completes: Completes): string {
  if (typeof completes === 'object') return ` _hostspec_list ${completes.words.map(escaped).join(' ')}`;
  return completes === 'text' ? ' ' : ` _hostspec_list_names ${completes}`;
}

function escaped(word: string): string {
  return word.replaceAll(' ', '\\ ');
}

/** A word in single quotes. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
