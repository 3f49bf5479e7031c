import { resolve } from 'node:path';
import { defined, identityFiles, releaseFile } from '@hostspec/host-kit';
import { hostDenialFiles, readPassword } from '@hostspec/policy';
import { connectTarget, parseTarget, type RunnerProgram, targetText, viaTarget } from '@hostspec/remote';
import type { RunnerHostOptions } from '@hostspec/runner';
import { HostspecError } from '@hostspec/spec';
import { scope } from '../installation.js';
import type { Io } from '../io.js';
import type { Values } from '../options.js';
import { defaults } from '../runs/collect-options.js';
import type { hostOptions } from '../shared-options.js';
import { version } from '../version.js';
import type { Login, RemoteValues } from './remote-options.js';
import { type LoadedClient, loadClient, type OpenedHost, whyRefused } from './runner.js';

// Nearly everything that needs no other answer first is asked for together.
const mostAtOnce = 512;
// For many hosts together: their answers are in memory until they are written.
const sharedAtOnce = 128;
// For one of many hosts: more would wait for this process anyway.
const fewestAtOnce = 4;

// For the start of a pod and the end of an archive.
const podSeconds = 300;

/**
 * Opens the host that `--host` or `--via` names.
 *
 * @throws UsageError for a target or a password file that is not allowed; HostspecError `UNREACHABLE` if there is no way to it.
 */
export async function openRemote(
  values: RemoteValues & Pick<Values<typeof hostOptions>, 'brand'>,
  options: RunnerHostOptions,
  {
    hosts = 1,
    maxTime = defaults.run,
    key,
    jump,
    password: known,
  }: Login & { readonly hosts: number | undefined },
  io: Io,
): Promise<OpenedHost> {
  const { host, via = '', sudo, 'keep-runner': keepRunner, 'sudo-password-file': file } = values;
  const { 'connect-timeout': connectTimeout, 'node-image': image, 'node-namespace': namespace } = values;
  const named = host === undefined ? viaTarget(via) : parseTarget(host);
  const target = named.kind === 'ssh' ? { ...named, ...defined({ key, jump }) } : named;
  const { askSecret } = io;
  const name = targetText(target);
  const given =
    known ?? (file === undefined ? undefined : readPassword(resolve(io.cwd, file), '--sudo-password-file'));
  const password =
    given !== undefined ? () => given : askSecret && (() => askSecret(`password for sudo on ${name}: `));
  const installed = await loadClient();
  if (typeof installed === 'string')
    throw new HostspecError(
      'RUNNER',
      `another host needs a runner, and there is none: ${installed}; install ${scope}/runner with hostspec`,
      { subject: name },
    );
  const denialFiles = hostDenialFiles.map(([path]) => path);
  const first = {
    ...options,
    ahead: [...(values.brand === undefined ? [releaseFile] : []), ...denialFiles, ...identityFiles],
  };
  const pod =
    image === undefined
      ? undefined
      : {
          image,
          ...defined({ namespace }),
          lifetime: maxTime + podSeconds,
          onLeft: (sentence: string) => void io.err.write(`hostspec: ${sentence}\n`),
        };
  const { stream, facts, close } = await connectTarget(target, {
    first: installed.client.firstRequests(first),
    runners: (arch) => programFor(arch, installed),
    interactive: askSecret !== undefined,
    ...defined({ sudo, password, keepRunner, connectTimeout, pod }),
  });
  if (target.kind === 'kube-node') io.atEnd(close);
  if (keepRunner && !facts.stays)
    io.err.write(`hostspec: the runner is not kept on ${name}: its cache directory cannot be used\n`);
  try {
    const environment = { HOME: facts.home, LANG: facts.lang };
    const atOnce = hosts === 1 ? mostAtOnce : Math.max(fewestAtOnce, Math.ceil(sharedAtOnce / hosts));
    const opened = await installed.client.createRunnerHost(stream, {
      ...first,
      isGiven: true,
      environment,
      atOnce,
      packsOutputs: hosts > 1,
    });
    const access = { by: 'runner', ...opened.runner, on: name, arrived: facts.runner } as const;
    return { host: opened, access, elsewhere: name, close };
  } catch (error) {
    await close();
    throw error;
  }
}

// Node's names for the processors.
const processors: Readonly<Record<string, string>> = {
  amd64: 'x64',
  arm64: 'arm64',
  s390x: 's390x',
  ppc64le: 'ppc64',
};

/** The runner for an architecture, as it is installed here; a sentence that says how to install it. */
function programFor(arch: string, { client, folders }: LoadedClient): RunnerProgram | string {
  const platform = `linux-${processors[arch]}`;
  const found = client.findRunner(folders, platform);
  if (typeof found !== 'string') return whyRefused(found.program) ?? found;
  return `${found}; run npm install --force ${scope}/runner-${platform}@${version} where hostspec is installed`;
}
