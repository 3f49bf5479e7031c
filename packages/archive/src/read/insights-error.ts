import type { OutcomeStatus } from '@hostspec/spec';

/** The outcome of a spec without content in insights-core, from the Python tracebacks that it keeps. */
export function insightsFailure(tracebacks: readonly string[]): {
  readonly status: OutcomeStatus;
  readonly reason?: string;
} {
  const failures = tracebacks.map((text) => failureOf(lastLine(text)));
  const statuses = new Set(failures.map(({ status }) => status));
  const [status = 'failed'] = statuses.size === 1 ? statuses : [];
  const reason = [...new Set(failures.map((failure) => failure.reason))].join('\n');
  return { status, ...(reason !== '' && { reason }) };
}

interface Failure {
  readonly status: OutcomeStatus;
  readonly reason: string;
}

const kinds: readonly [RegExp, OutcomeStatus, (match: RegExpExecArray) => string][] = [
  [/^Command not found: (.*)/, 'absent', ([, program]) => `command not found: ${program}`],
  [/^(.*) does not exist\.$/, 'absent', ([, path]) => `${path}: no such file or directory`],
  [/^\[(.*)\] didn't match\.$/, 'absent', ([, patterns]) => `no file matches ${patterns}`],
  [/^None of \[(.*)\] found\.$/, 'absent', ([, paths]) => `none of ${paths} exists`],
  [/^No results found for \[(.*)\]$/, 'absent', ([, what]) => `nothing for ${what}`],
  [/^Empty \(?after (?:filtering|cleaning)\)?: (.*)/, 'empty', ([, path]) => `${path}: empty`],
  [/^Cannot access (.*)/, 'denied', ([, path]) => `${path}: permission denied`],
  [/^Skipping .* due to no filters\.$/, 'skipped', ([text]) => text],
  // With the words of the command: timeout -s SIGNAL SECONDS come first.
  [
    /^\((-?\d+), \['timeout', '[^']*', '[^']*', '[^']*', (.*?)\], b?['"](.*)['"]\)$/,
    'failed',
    ([, rc, words = '', output = '']) =>
      `${words.replaceAll(/'([^']*)',?/g, '$1')} exited with ${rc}${output === '' ? '' : `: ${output.replaceAll('\\n', ' ').trim()}`}`,
  ],
];

function failureOf(line: string): Failure {
  const message = line.replace(/^[\w.]+\.(\w+): /, (whole, name: string) =>
    /^(ContentException|CalledProcessError|NoFilterException)$/.test(name) ? '' : whole,
  );
  for (const [form, status, reason] of kinds) {
    const match = form.exec(message);
    if (match) return { status, reason: reason(match) };
  }
  return { status: 'failed', reason: message };
}

// The forms above look for the end of a text again and again.
const longestLine = 8192;

function lastLine(text: string): string {
  const end = text.trimEnd();
  return end
    .slice(end.lastIndexOf('\n') + 1)
    .trim()
    .slice(0, longestLine);
}
