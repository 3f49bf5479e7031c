import { createRequire } from 'node:module';
import type { RunnerHost, RunnerHostOptions } from '@hostspec/runner';
import { whyUntrustedCode } from './trust.js';

type Client = typeof import('@hostspec/runner');

/** The way to a runner, or why none is used. */
export type RunnerChoice =
  | { readonly client: Client; readonly program: string; readonly sha256: string }
  | { readonly reason: string };

const name = '@hostspec/runner';

/** Finds the runner that is installed with hostspec. */
export async function chooseRunner(): Promise<RunnerChoice> {
  let path: string;
  try {
    path = createRequire(import.meta.url).resolve(name);
  } catch {
    return { reason: `${name} is not installed` };
  }
  const untrusted = whyUntrustedCode(path);
  if (untrusted !== undefined) return { reason: `${path} is not used, because ${untrusted}` };
  const client = await import('@hostspec/runner');
  const found = client.findRunner();
  return typeof found === 'string' ? { reason: found } : { client, ...found };
}

/**
 * Opens this machine or a root through the installed runner; undefined if none is installed.
 *
 * @throws HostspecError `RUNNER` if it is not the one that was built with this client, or does not start.
 */
export async function openRunner(options: RunnerHostOptions): Promise<RunnerHost | undefined> {
  const choice = await chooseRunner();
  if ('reason' in choice) return undefined;
  const { client, program, sha256 } = choice;
  return client.createRunnerHost(client.startRunner(program, sha256), options);
}
