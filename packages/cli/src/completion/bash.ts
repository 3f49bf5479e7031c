import type { CommandTable, CompletedCommand, Completes } from './command-table.js';

/** The script that completes the command in bash 4 or later. */
export function bashScript(table: CommandTable): string {
  return `# Completion of hostspec in bash, made by: hostspec completion bash

_hostspec_words() {
  local line
  while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen -W "$1" -- "$cur")
}

# Completes the last of several values that commas separate.
_hostspec_list() {
  local given='' each
  [[ $cur == *,* ]] && given=\${cur%,*},
  cur=\${cur##*,} _hostspec_words "$1"
  for each in "\${!COMPREPLY[@]}"; do COMPREPLY[each]=$given\${COMPREPLY[each]}; done
  compopt -o nospace 2> /dev/null
}

_hostspec_paths() {
  local line
  compopt -o filenames 2> /dev/null
  while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen "$1" -- "$cur")
}

_hostspec() {
  local -a words=()
  local i word command first operand=0 ended='' option=''
  COMPREPLY=()
  # bash makes three words of --option=value.
  for ((i = 1; i <= COMP_CWORD; i++)); do
    word=\${COMP_WORDS[i]}
    if [[ $word == '=' && \${COMP_WORDS[i - 1]} == --* ]]; then
      ((i == COMP_CWORD)) && words+=('')
    else
      words+=("$word")
    fi
  done
  local last=$((\${#words[@]} - 1))
  local cur=\${words[last]}
  if ((last == 0)); then
    _hostspec_words '${[...firstWords(table), '--help', '--version'].join(' ')}'
    return
  fi
  command=\${words[0]} first=1
${twoWords(table)}
  for ((i = first; i < last; i++)); do
    word=\${words[i]}
    if [[ -n $option ]]; then
      option=''
    elif [[ -z $ended && $word == -- ]]; then
      ended=1
    elif [[ -z $ended && $word == --* ]]; then
      _hostspec_value "$command" "$word" test && option=$word
    else
      ((++operand))
    fi
  done
  if [[ -n $option ]]; then
    _hostspec_value "$command" "$option"
  elif [[ -z $ended && $cur == -* ]]; then
    _hostspec_options "$command"
  else
    _hostspec_operand "$command" "$operand"
  fi
}

_hostspec_options() {
  case $1 in
${table.map(({ name, options }) => `    '${name}') _hostspec_words '${options.map((option) => option.name).join(' ')}' ;;`).join('\n')}
  esac
}

# Completes the value of an option, or with "test" says whether it has one.
_hostspec_value() {
  case "$1 $2" in
${valueCases(table)}
    *) return 1 ;;
  esac
}

_hostspec_operand() {
  case "$1 $2" in
${operandCases(table)}
  esac
}

complete -F _hostspec hostspec
`;
}

function firstWords(table: CommandTable): string[] {
  return [...new Set(table.map(({ name }) => name.split(' ')[0] ?? ''))];
}

/** The lines that recognise commands of two words, and complete the second one. */
function twoWords(table: CommandTable): string {
  const seconds = new Map<string, string[]>();
  for (const { name } of table) {
    const [first = '', second] = name.split(' ');
    if (second !== undefined) seconds.set(first, [...(seconds.get(first) ?? []), second]);
  }
  return [...seconds]
    .map(
      ([first, others]) => `  if [[ $command == ${first} ]]; then
    ((last == 1)) && _hostspec_words '${others.join(' ')}'
    ((last > 1)) && [[ \${words[1]} == @(${others.join('|')}) ]] && command="$command \${words[1]}" first=2
  fi`,
    )
    .join('\n');
}

function valueCases(table: CommandTable): string {
  const byAction = new Map<string, string[]>();
  for (const { name, options } of table)
    for (const { name: option, value, isList } of options) {
      if (value === undefined) continue;
      const action = actionOf(value, isList);
      byAction.set(action, [...(byAction.get(action) ?? []), `'${name} ${option}'`]);
    }
  return [...byAction]
    .map(([action, places]) => `    ${places.join(' | ')}) [[ $3 == test ]] || ${action} ;;`)
    .join('\n');
}

function operandCases(table: CommandTable): string {
  return table
    .flatMap(({ name, operands }: CompletedCommand) =>
      operands.flatMap((completes, index) =>
        completes === 'text' ? [] : [`    '${name} ${index}') ${actionOf(completes, false)} ;;`],
      ),
    )
    .join('\n');
}

function actionOf(completes: Completes, isList: boolean): string {
  const reply = isList ? '_hostspec_list' : '_hostspec_words';
  if (typeof completes === 'object') return `${reply} '${completes.words.map(quoted).join(' ')}'`;
  switch (completes) {
    case 'files':
      return '_hostspec_paths -f';
    case 'directories':
      return '_hostspec_paths -d';
    case 'text':
      return ':';
    default:
      return `${reply} "$(hostspec completion ${completes} 2> /dev/null)"`;
  }
}

/** A word for compgen, which takes a line of words as a shell does; the completed word is to be typed as it is shown. */
function quoted(word: string): string {
  return word.replaceAll(' ', '\\\\\\ ');
}
