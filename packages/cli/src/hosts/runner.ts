import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { RunnerFacts, RunnerHost, RunnerHostOptions } from '@hostspec/runner';
import type { CollectingHost, Mapped } from '@hostspec/spec';
import { commandRoot, findPackage, foldersOf, scope, whyNotRun } from '../installation.js';
import type { Io } from '../io.js';
import { loadModule } from '../load-module.js';

/** The way to the files and commands of a host. */
export type Access =
  | ({ readonly by: 'runner'; readonly on?: string; readonly arrived?: 'uploaded' | 'kept' } & RunnerFacts)
  | { readonly by: 'process'; readonly reason: string }
  | { readonly by: 'archive' };

/** A host, and the way to its files and commands. */
export interface OpenedHost {
  readonly host: CollectingHost;
  readonly access: Access;
  /** The name of another machine; undefined for this one, a root directory and an archive. */
  readonly elsewhere: string | undefined;
  /** How identity was mapped in the archive that is used. */
  readonly mapped?: Mapped | undefined;
  /** Ends a connection to another host before the process ends. */
  readonly close?: () => Promise<void>;
}

type RunnerClient = typeof import('@hostspec/runner');

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
  const { build, arch, protocol, on, arrived } = access;
  return `runner ${build} (${arch}, protocol ${protocol})${on === undefined ? '' : ` on ${on}, ${arrived}`}`;
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
  const { client, folders } = await loaded(found);
  const runner = client.findRunner(folders);
  if (typeof runner === 'string') return { reason: runner };
  const { program, sha256 } = runner;
  return refusal(program) ?? client.createRunnerHost(client.startRunner(program, sha256), options);
}

/** A client that was loaded. */
export interface LoadedClient {
  readonly client: RunnerClient;
  /** The directories to search for programs of runners. */
  readonly folders: readonly string[];
}

/** Loads the client installed with hostspec, for a runner elsewhere; a sentence if there is none. */
export async function loadClient(): Promise<LoadedClient | string> {
  const found = findClient();
  return 'reason' in found ? found.reason : loaded(found);
}

async function loaded({ entry, folders }: InstalledClient): Promise<LoadedClient> {
  return { client: (await loadModule(entry)) as RunnerClient, folders };
}

/** Why root must not use a program; undefined if it may. */
export function whyRefused(program: string): string | undefined {
  return refusal(program)?.reason;
}

interface InstalledClient {
  readonly entry: string;
  readonly folders: readonly string[];
}

/** The client installed with hostspec, and the directories that hold its dependencies. Node's own search would go on above. */
function findClient(): InstalledClient | NoRunner {
  const found = findPackage(name, foldersOf(commandRoot()));
  if (!found) return { reason: `${name} is not installed` };
  const { path, entry, problem } = found;
  const refused = refusal(path) ?? refusal(entry) ?? refusal(join(path, 'checksums.json'));
  if (refused) return refused;
  if (problem !== undefined) return { reason: `${path} cannot be loaded: ${problem}` };
  return { entry, folders: foldersOf(path) };
}

function refusal(path: string): NoRunner | undefined {
  const why = whyNotRun(path);
  return why === undefined ? undefined : { reason: `${path} is not loaded as root: ${why}`, refused: true };
}
