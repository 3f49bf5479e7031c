import { defaultConfigPath, defaultDenialPath, defaultKeyPath } from '@hostspec/policy';
import type { Command, CommandEntry } from '../command.js';
import { exitStatus } from '../exit-status.js';
import type { Io } from '../io.js';

/** The exit statuses of all commands, with their meaning. */
const exitStatuses: readonly (readonly [status: string, doc: string])[] = [
  ['0', 'Success; for collect, even if single specs failed, and with --hosts if every host is collected.'],
  [
    '1',
    'Failure: nothing was collected, an archive is unreadable or changed, a host of --hosts failed or is incomplete, a spec has no content, or check, doctor or check-secrets found something or could not read everything.',
  ],
  ['2', 'Invalid command line, configuration or catalog.'],
  [
    '3',
    'No space for the archive, or a quota is used up; the collected data is kept, and the message says where.',
  ],
  [
    '4',
    'For verify: nothing in the archive was changed, but its run ended before everything was collected. For check and fleet check: no problem was found, but some could not be decided.',
  ],
  [
    '127',
    'For run: the archive has no output of the command. Otherwise run ends as the recorded command did.',
  ],
  ['129, 130, 143', 'Ended by SIGHUP, SIGINT or SIGTERM; everything collected so far is in a valid archive.'],
];

/** The files that commands use if no option names others. */
const files: readonly (readonly [path: string, doc: string])[] = [
  [defaultConfigPath, 'Settings; hostspec config prints such a file.'],
  [defaultDenialPath, 'What must not be collected on this host.'],
  [
    '/etc/insights-client/file-redaction.yaml, /etc/insights-client/file-content-redaction.yaml',
    'The same, as insights-client has it.',
  ],
  [defaultKeyPath, 'The key of --map, made for root if it does not exist.'],
];

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
