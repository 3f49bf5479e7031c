import { isObject } from '@hostspec/host-kit';
import { type Container, type OutcomeStatus, type Source, splitWords } from '@hostspec/spec';
import type { ArchiveIndex } from '../archive-index.js';
import { type ArchiveLimits, jsonReaderOf, overLimit } from '../archive-limits.js';
import type { ArchiveOutcome, ItemRecord } from './archive.js';
import type { ArchiveTree } from './archive-layout.js';
import { readJson } from './read-manifest.js';

/** Reads the outcomes in the insights-core metadata below `prefix`. Unreadable metadata are skipped. */
export async function insightsOutcomes(
  archive: string,
  { files, skipped }: ArchiveIndex,
  prefix: string,
  { find }: ArchiveTree,
  limits: ArchiveLimits,
): Promise<Map<string, ArchiveOutcome>> {
  const outcomes = new Map<string, ArchiveOutcome>();
  const metadata = [...files]
    .filter(([path]) => path.startsWith(prefix) && path.endsWith('.json'))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const bytes = metadata.reduce((sum, [, file]) => sum + file.bytes, 0);
  if (bytes > limits.jsonBytes) throw overLimit(archive, limits, 'jsonBytes');
  const json = jsonReaderOf(limits);
  for (const [path, file] of metadata) {
    const outcome = outcomeOf(await readJson(archive, path, file, json).catch(() => undefined), find);
    if (outcome) outcomes.set(outcome.name, outcome);
    else skipped.push({ path, reason: 'it is not the metadata of a spec' });
  }
  return outcomes;
}

function outcomeOf(document: unknown, find: ArchiveTree['find']): ArchiveOutcome | undefined {
  if (!isObject(document) || typeof document.name !== 'string') return undefined;
  const name = document.name.slice(document.name.lastIndexOf('.') + 1);
  if (!/^\w{1,200}$/.test(name)) return undefined;
  const results = Array.isArray(document.results) ? document.results : [document.results];
  const told = results.flatMap((result) => recordOf(result) ?? []);
  const items = told.flatMap((record) => {
    const file = find(record.path);
    return file ? [{ ...record, bytes: file.bytes }] : [];
  });
  const missing = told
    .filter(({ path }) => !find(path))
    .map(({ path }) => `data/${path} is not in the archive`);
  const errors = Array.isArray(document.errors)
    ? document.errors.filter((error) => typeof error === 'string')
    : [];
  const failure = insightsFailure(errors);
  const reason = [...missing, ...(failure.reason === undefined ? [] : [failure.reason])].join('\n');
  return {
    name,
    status: items.length > 0 ? 'collected' : missing.length > 0 ? 'failed' : failure.status,
    ...(reason !== '' && { reason }),
    ...(errors.length > 0 && { errors }),
    items,
  };
}

function recordOf(result: unknown): ItemRecord | undefined {
  if (!isObject(result) || !isObject(result.object)) return undefined;
  const { relative_path: path, rc, cmd, args, save_as, image, engine, container_id: id } = result.object;
  if (typeof path !== 'string') return undefined;
  const command = typeof cmd === 'string' ? cmd : undefined;
  const container = typeof id === 'string' ? { image: textOf(image), engine: textOf(engine), id } : undefined;
  const source = sourceOf(textOf(result.type), path, command, container);
  return {
    path,
    ...(source && { source }),
    ...(command !== undefined && { commandLine: command }),
    ...(typeof rc === 'number' && { rc }),
    ...(isElement(args) && { element: args }),
    ...(typeof save_as === 'string' && { saveAs: save_as }),
    ...(container && { container }),
  };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function sourceOf(
  type: string,
  path: string,
  command: string | undefined,
  container: Container | undefined,
): Source | undefined {
  if (command !== undefined) return { kind: 'command', argv: wordsOf(command) };
  if (!type.endsWith('FileProvider')) return undefined;
  const prefix = container ? `insights_containers/${container.id}/` : '';
  return { kind: 'file', path: `/${path.startsWith(prefix) ? path.slice(prefix.length) : path}` };
}

function wordsOf(command: string): string[] {
  try {
    return splitWords(command);
  } catch {
    return [command];
  }
}

function isElement(value: unknown): value is string | string[] {
  return (
    typeof value === 'string' || (Array.isArray(value) && value.every((part) => typeof part === 'string'))
  );
}

/** The outcome of a spec without content, from the Python tracebacks of insights-core. */
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
  // The words of the command start with timeout -s SIGNAL SECONDS.
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

// The patterns above backtrack over the whole line.
const longestLine = 8192;

function lastLine(text: string): string {
  const end = text.trimEnd();
  return end
    .slice(end.lastIndexOf('\n') + 1)
    .trim()
    .slice(0, longestLine);
}
