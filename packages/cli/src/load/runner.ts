import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { RunnerFacts, RunnerHost, RunnerHostOptions } from '@hostspec/runner';
import type { Io } from '../io.js';
import { commandRoot } from './command-root.js';
import { findPackage, foldersOf, scope } from './find-packages.js';
import { whyUntrustedCode } from './trust.js';

/** The way to the files and commands of a host. */
export type Access =
  | ({ readonly by: 'runner' } & RunnerFacts)
  | { readonly by: 'process'; readonly reason: string }
  | { readonly by: 'archive' };

type Client = typeof import('@hostspec/runner');

/** Why no runner is used. */
interface NoRunner {
  readonly reason: string;
  /** Whether one is installed that root must not use. */
  readonly refused?: boolean;
}

const name = `${scope}/runner`;

/** One line about the way to a host. */
export function accessText(access: Access): string {
  if (access.by === 'archive') return 'from an archive: nothing on this machine is read or run';
  if (access.by === 'process')
    return `no runner: ${access.reason}; files and commands are accessed in this process`;
  return `runner ${access.build} (${access.arch}, protocol ${access.protocol})`;
}

/** The way to this machine, unless an option says otherwise. @throws as `openRunner`. */
export async function installedAccess(): Promise<Access> {
  const opened = await startInstalled({});
  if ('reason' in opened) return { by: 'process', reason: opened.reason };
  await opened.stop('its version is known');
  return { by: 'runner', ...opened.runner };
}

/**
 * Opens this machine or a root through the installed runner, or says why none is used.
 *
 * @throws HostspecError `RUNNER` if it is not the one that was built with this client, or does not start.
 */
export async function openRunner(options: RunnerHostOptions, io: Io): Promise<RunnerHost | NoRunner> {
  const opened = await startInstalled(options);
  if ('refused' in opened) io.err.write(`hostspec: no runner is used: ${opened.reason}\n`);
  return opened;
}

async function startInstalled(options: RunnerHostOptions): Promise<RunnerHost | NoRunner> {
  // The program that was checked is started by its descriptor.
  if (!existsSync('/proc/self/fd')) return { reason: 'it needs /proc' };
  const found = findClient();
  if ('reason' in found) return found;
  const client: Client = await import(pathToFileURL(found.entry).href);
  const runner = client.findRunner(found.folders);
  if (typeof runner === 'string') return { reason: runner };
  const { program, sha256 } = runner;
  return refusal(program) ?? client.createRunnerHost(client.startRunner(program, sha256), options);
}

/** The client installed with hostspec, and the directories that hold its dependencies. Node's own search would go on above. */
function findClient(): { readonly entry: string; readonly folders: readonly string[] } | NoRunner {
  const found = findPackage(name, foldersOf(commandRoot()));
  if (!found) return { reason: `${name} is not installed` };
  const { path, entry, problem } = found;
  const refused = refusal(path) ?? refusal(entry) ?? refusal(join(path, 'checksums.json'));
  if (refused) return refused;
  if (problem !== undefined) return { reason: `${path} cannot be loaded: ${problem}` };
  const folders = foldersOf(path);
  const vocabulary = findPackage(`${scope}/spec`, folders);
  if (!vocabulary) return { reason: `${path} cannot be loaded: ${scope}/spec is not installed with it` };
  return refusal(vocabulary.path) ?? refusal(vocabulary.entry) ?? { entry, folders };
}

function refusal(path: string): NoRunner | undefined {
  const why = whyUntrustedCode(path);
  return why === undefined ? undefined : { reason: `${path} is not loaded as root: ${why}`, refused: true };
}
