import type { Command, CommandEntry } from '../command.js';
import { exitStatus } from '../exit-status.js';
import type { Io } from '../io.js';
import { exitStatuses, files } from './sections.js';

/** Prints the manual page. */
export async function printManPage(commands: readonly CommandEntry[], io: Io): Promise<number> {
  const described = await Promise.all(
    commands.map(async ({ name, load }) => ({ name, command: (await load()).default })),
  );
  // Imported statically, it would be one more file for the help.
  const { firstSteps, optionHead } = await import('../help.js');
  io.out.write(manPage(described, optionHead, firstSteps));
  return exitStatus.done;
}

/** A command with its name. */
interface Named {
  readonly name: string;
  readonly command: Command;
}

type OptionHead = typeof import('../help.js').optionHead;

/** The manual page of these commands, for troff with the macros of man. */
function manPage(
  described: readonly Named[],
  head: OptionHead,
  examples: readonly (readonly [line: string, doc: string])[],
): string {
  const lines = [
    // The date and the version would make another page of every release.
    '.TH HOSTSPEC 1 "" hostspec "User commands"',
    '.SH NAME',
    'hostspec \\- collect diagnostic data from a Linux host',
    '.SH SYNOPSIS',
    '.B hostspec',
    '.I COMMAND',
    '[options]',
    '.SH DESCRIPTION',
    text(
      'Collects diagnostic data from a Linux host into an archive, and reads such archives. A catalog of specs defines what to collect.',
    ),
    '.SH COMMANDS',
    ...described.flatMap((each) => commandLines(each, head)),
    '.SH EXAMPLES',
    ...examples.flatMap(([line, what]) => tagged(bold(line), what)),
    '.SH "EXIT STATUS"',
    ...exitStatuses.flatMap(([status, doc]) => tagged(bold(status), doc)),
    '.SH FILES',
    ...files.flatMap(([path, doc]) => tagged(`\\fI${text(path)}\\fR`, doc)),
    '.SH ENVIRONMENT',
    ...tagged(bold('NO_COLOR'), 'If it is set and not empty, output has no colours.'),
  ];
  return `${lines.join('\n')}\n`;
}

function commandLines(
  { name, command: { usage, doc, options, examples = [], notes } }: Named,
  head: OptionHead,
): string[] {
  const all = { ...options, help: { kind: 'flag', doc: 'Show the help' } } as const;
  return [
    `.SS "hostspec ${text(`${name} ${usage}`.trim())}"`,
    text(doc),
    ...Object.entries(all).flatMap(([option, definition]) =>
      tagged(bold(head(option, definition)), definition.doc),
    ),
    ...(notes === undefined ? [] : notes.split('\n\n').flatMap((part) => ['.PP', text(part)])),
    ...(examples.length === 0 ? [] : ['.PP', 'Examples:']),
    ...examples.flatMap(([line, what]) => tagged(bold(line), what)),
  ];
}

function tagged(tag: string, doc: string): string[] {
  return ['.TP', tag, text(doc)];
}

function bold(words: string): string {
  return `\\fB${text(words)}\\fR`;
}

/** Text on a line of its own, with nothing that troff would take for a request. */
function text(plain: string): string {
  const line = plain
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll("'", '\\(aq')
    .replaceAll('"', '\\(dq')
    .replaceAll('`', '\\(ga')
    .replaceAll('^', '\\(ha')
    .replaceAll('~', '\\(ti')
    .replace(/\s*\n\s*/g, ' ');
  return line.startsWith('.') ? `\\&${line}` : line;
}
