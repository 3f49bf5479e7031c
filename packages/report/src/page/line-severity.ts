/** Severities of lines of logs, the worst first. */
export const lineSeverities = ['error', 'warning'] as const;

/** One of them. */
export type LineSeverity = (typeof lineSeverities)[number];

const priority = /^<(\d{1,3})>/;
const error =
  /\b(?:emerg|alert|crit|critical|err|error|errors|fatal|panic|oops|fail|fails|failed|failure|failures|exception|traceback|segfault|denied|killed|out of memory|blocked for more than)\b|\bBUG:/i;
const warning = /\b(?:warn|warning|warnings|deprecated|timeout|timed out)\b/i;

// What a file system does on errors is an option of its mount.
const option = /\berrors=(?:remount-ro|continue|panic)\b/g;

function isError(line: string): boolean {
  return error.test(line) && (!line.includes('errors=') || error.test(line.replace(option, '')));
}

/** What a line of a log speaks of: its priority if it begins with one, otherwise its words. */
export function lineSeverity(line: string): LineSeverity | undefined {
  const [, number] = priority.exec(line) ?? [];
  if (number !== undefined) {
    const level = Number(number) % 8;
    return level <= 3 ? 'error' : level === 4 ? 'warning' : undefined;
  }
  return isError(line) ? 'error' : warning.test(line) ? 'warning' : undefined;
}
