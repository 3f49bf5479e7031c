import type { Command, CommandEntry } from './command.js';
import type { Output } from './io.js';
import type { Option } from './options.js';
import { wrap } from './wrap.js';

const mostColumns = 100;
const leastColumns = 40;
// The first lines are short on a wide terminal, too.
const introduction = 80;

/** How wide help is: as the terminal that shows it, within limits. Files and pipes have the same help on every machine. */
export function helpWidth({ isTTY, columns = mostColumns }: Output): number {
  return isTTY ? Math.max(leastColumns, Math.min(columns, mostColumns)) : mostColumns;
}

/** The help of `hostspec` itself. */
export function overview(commands: readonly CommandEntry[], width: number): string {
  const about =
    'Collect diagnostic data from a Linux host into an archive. A catalog of specs defines what to collect.';
  return `${wrap(about, Math.min(width, introduction)).join('\n')}

Usage: hostspec COMMAND [options]

${table(
  commands.map(({ name, summary }) => [name, summary]),
  width,
)}

  --help, --version

${wrap('Run hostspec COMMAND --help for the options of a command.', width).join('\n')}
`;
}

/** The help of one command. */
export function commandHelp(
  name: string,
  { usage, doc, options, examples, notes }: Command,
  width: number,
): string {
  const rows = Object.entries(options).map(([option, definition]): [string, string] => [
    optionHead(option, definition),
    definition.doc,
  ]);
  const parts = [
    wrap(`Usage: ${`hostspec ${name} ${usage}`.trim()}`, width).join('\n'),
    wrap(doc, width).join('\n'),
    table([...rows, ['--help', 'Show this help']], width),
  ];
  if (notes !== undefined)
    parts.push(
      notes
        .split('\n')
        .map((line) => wrap(line, width).join('\n'))
        .join('\n'),
    );
  if (examples) parts.push(`Examples:\n${table(examples, width)}`);
  return `${parts.join('\n\n')}\n`;
}

/** An option as the help shows it: with the placeholder of its value. */
export function optionHead(name: string, option: Option): string {
  return `--${name}${valueWord(option)}`;
}

function valueWord({ kind, value, choices }: Option): string {
  if (kind === 'flag') return '';
  return ` ${value ?? choices?.join('|') ?? kind.toUpperCase()}`;
}

const longestCell = 34;

/** Two columns; a first cell that is too long gets a line of its own. */
function table(rows: readonly (readonly [string, string])[], width: number): string {
  const longest = Math.min(longestCell, Math.ceil(width / 3));
  const first = Math.max(6, ...rows.map(([cell]) => cell.length).filter((length) => length <= longest));
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
