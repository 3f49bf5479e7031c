import type { Command, CommandEntry, CommandGroup } from './command.js';
import type { Output } from './io.js';
import type { Option, OptionGroup } from './options.js';
import { wrap } from './wrap.js';

const mostColumns = 100;
const leastColumns = 40;
// The first lines are short on a wide terminal, too.
const introduction = 80;

/** How wide help is: as the terminal that shows it, within limits. Files and pipes have the same help on every machine. */
export function helpWidth({ isTTY, columns = mostColumns }: Output): number {
  return isTTY ? Math.max(leastColumns, Math.min(columns, mostColumns)) : mostColumns;
}

/** What commands are for, in the order of the help. */
const commandGroups: Readonly<Record<CommandGroup, string>> = {
  collect: 'Collect',
  look: 'Look',
  secrets: 'Secrets',
  fleet: 'Fleet',
  catalogs: 'Catalogs',
  setup: 'Setup',
};

/** What options are about, in the order of the help. */
const optionGroups: Readonly<Record<OptionGroup, string>> = {
  what: 'What to collect',
  logs: 'Logs and the journal',
  where: 'Where from',
  hosts: 'Other hosts',
  secrets: 'Secrets and identity',
  limits: 'Limits',
  output: 'Output',
  settings: 'Settings',
};

/** The first command lines that a user needs, each with a description. */
export const firstSteps: readonly (readonly [line: string, doc: string])[] = [
  ['sudo hostspec collect', 'collect from this host into hostspec-HOST-TIME.tar.gz'],
  ['hostspec collect --host web01 --sudo', 'the same from another host, over ssh'],
  ['hostspec summary FILE', 'see on one screen what the archive says about its host'],
  ['hostspec report FILE', 'write everything in it as one HTML page'],
  ['hostspec run FILE df -h', 'ask it as you would ask the host'],
];

/** The help of `hostspec` itself. */
export function overview(commands: readonly CommandEntry[], width: number): string {
  const about =
    'Collect diagnostic data from a Linux host into an archive. A catalog of specs defines what to collect.';
  const column = Math.max(...commands.map(({ name }) => name.length));
  const groups = Object.entries(commandGroups).map(([group, title]) => {
    const rows = commands.filter((each) => each.group === group);
    return rows.length === 0
      ? ''
      : `${title}:\n${table(
          rows.map(({ name, summary }) => [name, summary]),
          width,
          column,
        )}\n\n`;
  });
  return `${wrap(about, Math.min(width, introduction)).join('\n')}

Usage: hostspec COMMAND [options]

${table(firstSteps, width)}

${groups.join('')}${wrap('hostspec COMMAND --help shows the options of a command; hostspec --version, the version.', width).join('\n')}
`;
}

// A command with more options than this has a short help.
const fewOptions = 16;

/** The help of one command: of many options only the common ones, unless `isWhole`. */
export function commandHelp(
  name: string,
  { usage, doc, options, examples, notes }: Command,
  width: number,
  isWhole: boolean,
): string {
  const all = Object.entries(options);
  const isLong = all.length > fewOptions;
  const shown = isLong && !isWhole ? inOrder(all.filter(([, { common, group }]) => common || !group)) : all;
  const helpRows: Row[] = [['-h, --help', isLong ? 'Show the common options' : 'Show this help']];
  if (isLong) helpRows.push(['--help=all', `Show all ${all.length} options`]);
  const row = ([option, definition]: NamedOption): Row => [optionHead(option, definition), definition.doc];
  const column = columnOf([...shown.map(row), ...helpRows], width);
  const section = (title: string, rows: readonly Row[]): string[] =>
    rows.length === 0 ? [] : [`${title}:\n${table(rows, width, column)}`];
  const parts = [
    wrap(`Usage: ${`hostspec ${name} ${usage}`.trim()}`, width).join('\n'),
    wrap(doc, width).join('\n'),
    ...(examples ? [`Examples:\n${table(examples, width)}`] : []),
  ];
  if (isLong && isWhole) {
    for (const [group, title] of Object.entries(optionGroups))
      parts.push(...section(title, shown.filter(([, each]) => each.group === group).map(row)));
    parts.push(
      ...section('Other options', [...shown.filter(([, { group }]) => !group).map(row), ...helpRows]),
    );
  } else parts.push(...section(isLong ? 'Common options' : 'Options', [...shown.map(row), ...helpRows]));
  if (notes !== undefined)
    parts.push(
      notes
        .split('\n')
        .map((line) => wrap(line, width).join('\n'))
        .join('\n'),
    );
  return `${parts.join('\n\n')}\n`;
}

type Row = [string, string];

type NamedOption = [name: string, option: Option];

function inOrder(options: readonly NamedOption[]): NamedOption[] {
  const groups = Object.keys(optionGroups);
  const place = ([, { group }]: NamedOption): number => groups.indexOf(group ?? '');
  return options.toSorted((one, other) => place(one) - place(other));
}

/** An option as the help shows it: with its letter, and the placeholder of its value. */
export function optionHead(name: string, option: Option): string {
  return `${option.short === undefined ? '' : `-${option.short}, `}--${name}${valueWord(option)}`;
}

function valueWord({ kind, value, choices }: Option): string {
  if (kind === 'flag') return '';
  return ` ${value ?? choices?.join('|') ?? kind.toUpperCase()}`;
}

const longestCell = 34;

/** The width of the first column: that of its longest cell that is not too long. */
function columnOf(rows: readonly Readonly<Row>[], width: number): number {
  const longest = Math.min(longestCell, Math.ceil(width / 3));
  return Math.max(6, ...rows.map(([cell]) => cell.length).filter((length) => length <= longest));
}

/** Two columns; a first cell that is too long gets a line of its own. */
function table(rows: readonly Readonly<Row>[], width: number, first = columnOf(rows, width)): string {
  const indent = ' '.repeat(first + 4);
  return rows
    .flatMap(([cell, text]) => {
      if (text === '') return [`  ${cell}`];
      const lines = wrap(text, width - first - 4);
      const head =
        cell.length <= first ? [`  ${cell.padEnd(first)}  ${lines[0]}`] : [`  ${cell}`, indent + lines[0]];
      return [...head, ...lines.slice(1).map((line) => indent + line)];
    })
    .join('\n');
}
