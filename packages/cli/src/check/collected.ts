import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type HostLine, openHostLines } from '@hostspec/archive';
import { type Finding, needsOf } from '@hostspec/findings';
import { defined } from '@hostspec/host-kit';
import { installedCatalog } from '../catalogs/installed.js';
import { exitStatus } from '../exit-status.js';
import type { Io } from '../io.js';
import type { Values } from '../options.js';
import { findingOptions, fleetOptions, remoteOptions } from '../shared-options.js';

/** The options that collecting takes too. */
const passed = { ...remoteOptions, ...fleetOptions, config: findingOptions.config } as const;

/** Collects from a host what findings need, into an archive that is gone after its use. */
export async function withCollected(
  values: Values<typeof passed>,
  findings: readonly Finding[],
  io: Io,
  use: (archive: string, host: string | undefined) => Promise<number>,
): Promise<number> {
  const { collectHost } = await import('../collect/collect-host.js');
  return withDirectory(async (directory) => {
    const output = join(directory, 'archive.tar.gz');
    const status = await collectHost(
      { ...(await optionsFor(values, findings, directory, io)), output },
      silent(io),
      'ending without a result',
    );
    const name = values.host ?? values.via;
    return status === exitStatus.done ? use(output, name) : status;
  });
}

/** A host of a list: its archive, or why there is none. */
interface CollectedHost extends Pick<HostLine, 'name' | 'reason' | 'code'> {
  readonly path: string | undefined;
}

/** As `withCollected`, for each host of `--hosts`. The status is that of collecting them. */
export async function withCollectedHosts(
  values: Values<typeof passed>,
  findings: readonly Finding[],
  io: Io,
  use: (host: CollectedHost) => Promise<void>,
): Promise<number> {
  const { collectFleet } = await import('../fleet/collect-fleet.js');
  return withDirectory(async (directory) => {
    const hosts: HostLine[] = [];
    const openLines: typeof openHostLines = (...given) => {
      const lines = openHostLines(...given);
      return {
        ...lines,
        append(line) {
          lines.append(line);
          hosts.push(line);
        },
      };
    };
    const output = join(directory, 'hosts');
    const options = { ...(await optionsFor(values, findings, directory, io)), output };
    const status = await collectFleet(options, silent(io), undefined, openLines);
    for (const { name, reason, code, archive } of hosts) {
      const path = archive === undefined ? undefined : join(output, archive);
      await use({ name, path, ...defined({ reason, code }) });
    }
    return status;
  });
}

async function optionsFor(
  values: Values<typeof passed>,
  findings: readonly Finding[],
  directory: string,
  io: Io,
) {
  const { specs } = await installedCatalog(io, {});
  const wanted = findings.filter(({ decision }) => !decision?.skip);
  const pick = [...needsOf(wanted).specs].filter((name) => Object.hasOwn(specs, name));
  const given: Values<typeof passed> = Object.fromEntries(
    Object.entries(values).filter(([name]) => name in passed),
  );
  const options = { ...given, format: 'tar.gz', quiet: true } as const;
  if (pick.length === 0) return { ...options, only: [] };
  const profile = join(directory, 'check.json');
  await writeFile(profile, JSON.stringify({ pick }));
  // A name in --only would also be collected on other distributions; * is for a configuration that has domains.
  return { ...options, only: ['*'], profile: [profile] };
}

const silent = (io: Io): Io => ({ ...io, out: { write() {} } });

async function withDirectory(use: (directory: string) => Promise<number>): Promise<number> {
  const directory = await mkdtemp(join(tmpdir(), 'hostspec-check-'));
  try {
    return await use(directory);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}
