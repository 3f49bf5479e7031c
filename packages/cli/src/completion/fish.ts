import type { CommandTable, CompletedCommand, CompletedOption, Completes } from './command-table.js';

/** The script that completes the command in fish. */
export function fishScript(table: CommandTable): string {
  const seconds = table.filter(({ name }) => name.includes(' '));
  const valued = new Set(
    table.flatMap(({ options }) =>
      options.filter(({ value }) => value !== undefined).map(({ name }) => name),
    ),
  );
  return `# Completion of hostspec in fish, made by: hostspec completion fish

# The command and the number of the argument at the cursor: "read 1"; empty before a command.
function __hostspec_place
    set -l words (commandline -opc)
    set -e words[1]
    set -q words[1]; or return
    set -l command $words[1]
    set -e words[1]
    if set -q words[1]; and contains -- "$command $words[1]" ${seconds.map(({ name }) => quoted(name)).join(' ')}
        set command "$command $words[1]"
        set -e words[1]
    end
    set -l operand 0
    set -l value
    set -l ended
    for word in $words
        if set -q value[1]
            set -e value
        else if not set -q ended[1]; and test "$word" = --
            set ended yes
        else if not set -q ended[1]; and string match -q -- '--*' "$word"
            contains -- "$word" ${[...valued].join(' ')}; and set value yes
        else
            set operand (math $operand + 1)
        end
    end
    echo "$command $operand"
end

function __hostspec_in
    set -l place (__hostspec_place)
    string match -qr -- "^$argv \\\\d+\\$" "$place"
end

function __hostspec_at
    set -l place (__hostspec_place)
    test "$place" = "$argv"
end

# The names after those that are there already, with commas between.
function __hostspec_list
    set -l given (string match -r -- '^(?:--[\\\\w-]+=)?(.*,)?[^,]*$' (commandline -ct))[2]
    for name in $argv
        echo "$given$name"
    end
end

complete -c hostspec -f
complete -c hostspec -n __hostspec_at -l help -d 'Show the help'
complete -c hostspec -n __hostspec_at -l version -d 'Show the version'
${table.map(commandLines).join('\n')}
`;
}

function commandLines({ name, summary, options, operands }: CompletedCommand): string {
  const [first = '', second] = name.split(' ');
  const start =
    second === undefined
      ? `complete -c hostspec -n __hostspec_at -a ${first} -d ${quoted(summary)}`
      : `complete -c hostspec -n ${quoted(`__hostspec_at ${first} 0`)} -a ${second} -d ${quoted(summary)}`;
  return [
    start,
    ...options.map((option) => optionLine(name, option)),
    ...operands.flatMap((completes, index) => {
      const action = actionOf(completes, false);
      return action === ''
        ? []
        : [`complete -c hostspec -n ${quoted(`__hostspec_at ${name} ${index}`)} ${action}`];
    }),
  ].join('\n');
}

function optionLine(command: string, { name, brief, value, isList }: CompletedOption): string {
  const takes = value === undefined ? '' : ` ${value === 'files' ? '-r' : '-x'} ${actionOf(value, isList)}`;
  return `complete -c hostspec -n ${quoted(`__hostspec_in ${command}`)} -l ${name.slice(2)}${takes} -d ${quoted(brief)}`;
}

function actionOf(completes: Completes, isList: boolean): string {
  const offered = (words: string): string => `-a ${quoted(isList ? `(__hostspec_list ${words})` : words)}`;
  if (typeof completes === 'object') return offered(completes.words.map(word).join(' '));
  switch (completes) {
    case 'files':
      return '-F';
    case 'directories':
      return "-a '(__fish_complete_directories (commandline -ct))'";
    case 'text':
      return '';
    default:
      return offered(`(hostspec completion ${completes})`);
  }
}

function word(text: string): string {
  return text.includes(' ') ? `"${text}"` : text;
}

/** A word in single quotes. */
function quoted(text: string): string {
  return `'${text.replace(/[\\']/g, '\\$&')}'`;
}
