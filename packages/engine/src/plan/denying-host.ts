import { commandResult } from '@hostspec/host-kit';
import type { RegistryParts } from '@hostspec/registry';
import {
  type Host,
  type HostError,
  type HostProblem,
  hostError,
  isHostError,
  isNothing,
  type Provider,
  splitWords,
} from '@hostspec/spec';
import { contentDenial, type Forbidden, fileDenial, printedDenial, readAllowed } from './denials.js';

/** The parts of a catalog, with providers and conditions that neither read nor run what the owner of the host denies. */
export function denyingParts(parts: RegistryParts, denials: Forbidden | undefined): RegistryParts {
  if (denials === undefined) return parts;
  const { providers, conditions, settings } = parts;
  const run: RunFacts = { denials, facts: new Map() };
  return {
    settings,
    providers: mapped(providers, (definition) => denyingProvider(definition, run)),
    conditions: mapped(conditions, (definition) => ({
      ...definition,
      async evaluate(context) {
        const { host, found } = noted(context.host, run);
        const verdict = await definition.evaluate({ ...context, host });
        if (found.size === 0) return verdict;
        return { ...verdict, reason: withFound(verdict.reason, found) };
      },
    })),
  };
}

function denyingProvider(definition: Provider['definition'], run: RunFacts): Provider['definition'] {
  return {
    ...definition,
    async evaluate(context) {
      const { host, found } = noted(context.host, run);
      const value = await definition.evaluate({ ...context, host });
      if (found.size === 0 || !value || !isNothing(value)) return value;
      return { nothing: withFound(value.nothing, found), status: 'denied' };
    },
  };
}

const mapped = <T>(all: Readonly<Record<string, T>>, change: (one: T) => T): Readonly<Record<string, T>> =>
  Object.fromEntries(Object.entries(all).map(([name, one]) => [name, change(one)]));

/** What is denied, and the facts that were already read, each with what was denied while it was read. */
interface RunFacts {
  readonly denials: Forbidden;
  readonly facts: Map<unknown, { readonly value: Promise<unknown>; readonly found: ReadonlySet<string> }>;
}

function noted(host: Host, run: RunFacts): { readonly host: Host; readonly found: ReadonlySet<string> } {
  const { denials, facts } = run;
  const found = new Set<string>();
  const once = async <T>(read: (host: Host) => Promise<T>): Promise<T> => {
    let known = facts.get(read);
    if (known === undefined) {
      const own = noted(host, run);
      known = { value: read(own.host), found: own.found };
      facts.set(read, known);
    }
    try {
      return (await known.value) as T;
    } finally {
      for (const what of known.found) found.add(what);
    }
  };
  return { host: { ...denyingHost(host, denials, (what) => found.add(what)), once }, found };
}

const withFound = (reason: string, found: ReadonlySet<string>): string => [reason, ...found].join('; ');

/**
 * A host that neither reads nor runs what its owner denies, for code that collects nothing itself. `note` gets each denied file or command
 * with the reason.
 */
export function denyingHost(
  host: Host,
  denials: Forbidden | undefined,
  note: (what: string) => void = () => {},
): Host {
  if (denials === undefined) return host;
  const noteDenied = (what: string, reason: string | undefined): string | undefined => {
    if (reason !== undefined) note(`${what}: ${reason}`);
    return reason;
  };
  const denialOfFile = (path: string) => noteDenied(path, fileDenial(path, denials));
  const refusal = (path: string, reason: string): HostError => {
    noteDenied(path, reason);
    return hostError('refused', `${path}: ${reason}`);
  };
  const refuse = (path: string, reason: string | undefined): void => {
    if (reason !== undefined) throw refusal(path, reason);
  };
  return {
    ...host,
    async readFile(path, options) {
      refuse(path, contentDenial(path, denials));
      return readAllowed(
        path,
        { host, denials },
        (realPath) => host.readFile(path, { ...options, realPath }),
        (reason) => refusal(path, reason),
      );
    },
    async stat(path) {
      return denialOfFile(path) === undefined ? host.stat(path) : undefined;
    },
    async list(path) {
      refuse(path, fileDenial(path, denials));
      return host.list(path);
    },
    async glob(patterns, options) {
      const found = await host.glob(patterns, options);
      return { ...found, paths: found.paths.filter((path) => denialOfFile(path) === undefined) };
    },
    async run(command, options) {
      const line = typeof command === 'string' ? command : command.join(' ');
      const refused = (problem: HostProblem, reason: string) =>
        commandResult({ problem, reason }, new Uint8Array());
      try {
        const argv = typeof command === 'string' ? splitWords(command) : command;
        const reason = denials.command(line) ?? (await printedDenial(argv, host, denials));
        if (noteDenied(line, reason) !== undefined) return refused('refused', reason ?? '');
      } catch (error) {
        if (!isHostError(error)) throw error;
        return refused(error.problem, error.message);
      }
      return host.run(command, options);
    },
  };
}
