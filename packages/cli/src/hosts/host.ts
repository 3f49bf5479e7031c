import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { codeOf, errorWords } from '@hostspec/files';
import { defined } from '@hostspec/host-kit';
import type { Io } from '../io.js';
import type { Values } from '../options.js';
import { archivePath } from '../read/archive-path.js';
import type { hostOptions } from '../shared-options.js';
import { bothGiven, usageError } from '../usage-error.js';
import { checkRemote, type Login } from './remote-options.js';
import { type OpenedHost, openRunner } from './runner.js';

/** Options of a host that only some commands have. */
export interface HostLimits extends Login {
  readonly jobs?: number | undefined;
  readonly polite?: boolean | undefined;
  readonly maxItemBytes?: number | undefined;
  /** A directory for the output of commands until it is passed on. */
  readonly scratch?: string | undefined;
  /** How many hosts are collected at once. Default 1. */
  readonly hosts?: number | undefined;
}

/**
 * Opens the host that the options name. An archive stays open until the process ends; its temporary files have no name.
 *
 * @throws UsageError if `--root` is not a directory, `--archive` does not exist, or options exclude each other; HostspecError for an
 * invalid archive, or a host that cannot be reached.
 */
export async function openHost(
  values: Values<typeof hostOptions>,
  { jobs, polite, maxItemBytes, scratch, hosts, ...login }: HostLimits,
  io: Io,
): Promise<OpenedHost> {
  const isRemote = checkRemote(values);
  if (values.archive !== undefined) {
    const path = archive(values, io);
    const [{ openArchive }, { createArchiveHost }] = await Promise.all([
      import('@hostspec/archive'),
      import('@hostspec/archive-host'),
    ]);
    const opened = await openArchive(path);
    const host = await createArchiveHost(opened, defined({ maxItemBytes }));
    return { host, access: { by: 'archive' }, elsewhere: undefined, mapped: opened.manifest?.mapped };
  }
  const { timeout, 'enter-mounts': enterMounts } = values;
  const root = values.root === undefined ? undefined : directory(resolve(io.cwd, values.root), values.root);
  const options = defined({ root, jobs, polite, timeout, maxItemBytes, enterMounts });
  if (isRemote) return (await import('./remote.js')).openRemote(values, options, { hosts, ...login }, io);
  const opened = values['in-process'] ? { reason: '--in-process is set' } : await openRunner(options, io);
  if (!('reason' in opened))
    return { host: opened, access: { by: 'runner', ...opened.runner }, elsewhere: undefined };
  const { createLocalHost } = await import('@hostspec/local-host');
  const host = createLocalHost({ ...options, ...defined({ scratch }) });
  return { host, access: { by: 'process', reason: opened.reason }, elsewhere: undefined };
}

function directory(path: string, option: string): string {
  let problem = 'is not a directory';
  try {
    if (statSync(path).isDirectory()) return path;
  } catch (error) {
    problem = codeOf(error) === 'ENOENT' ? 'does not exist' : `cannot be used: ${errorWords(error)}`;
  }
  throw usageError(
    `--root ${option} ${problem}; allowed: a directory with a root file system`,
    '--root',
    option,
  );
}

function archive({ archive: option = '', root }: Values<typeof hostOptions>, io: Io): string {
  if (root !== undefined) throw bothGiven(`--archive ${option}`, `--root ${root}`, '--archive', option);
  const path = archivePath(option, io);
  if (!isThere(path))
    throw usageError(
      `--archive ${option} does not exist; allowed: an archive or its directory`,
      '--archive',
      option,
    );
  return path;
}

/** A path that may not be inspected may still exist: reading it gives the better error. */
function isThere(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return true;
  }
}
