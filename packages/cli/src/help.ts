import type { Command, CommandEntry } from './command.js';
import type { Option } from './options.js';
import { wrap } from './wrap.js';

const width = 100;

/** The help of `hostspec` itself. */
export function overview(commands: readonly CommandEntry[]): string {
  return `Collect diagnostic data from a Linux host into an archive. A catalog of specs
defines what to collect.

Usage: hostspec COMMAND [options]

${table(commands.map(({ name, summary }) => [name, summary]))}

  --help, --version

Run hostspec COMMAND --help for the options of a command.
`;
}

/** The help of one command. */
export function commandHelp(name: string, { usage, doc, options, examples, notes }: Command): string {
  const rows = Object.entries(options).map(([option, definition]): [string, string] => [
    optionHead(option, definition),
    definition.doc,
  ]);
  const parts = [
    `Usage: ${`hostspec ${name} ${usage}`.trim()}`,
    wrap(doc, width).join('\n'),
    table([...rows, ['--help', 'Show this help']]),
  ];
  if (notes !== undefined)
    parts.push(
      notes
        .split('\n')
        .map((line) => wrap(line, width).join('\n'))
        .join('\n'),
    );
  if (examples) parts.push(`Examples:\n${table(examples.map(([line, what]) => [line, what]))}`);
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

const longest = 34;

/** Two columns; a first cell that is too long gets a line of its own. */
function table(rows: readonly (readonly [string, string])[]): string {
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
