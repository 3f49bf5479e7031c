import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Finding, needsOf } from '@hostspec/findings';
import { installedCatalog } from '../catalogs/installed.js';
import { collectHost } from '../collect/collect-host.js';
import { exitStatus } from '../exit-status.js';
import type { Io } from '../io.js';
import type { Values } from '../options.js';
import { hostOptions, remoteOptions } from '../shared-options.js';

/** The options that collecting takes too. */
const passed = { ...remoteOptions, config: hostOptions.config } as const;

/** Collects from a host what findings need, into an archive that is gone after its use. */
export async function withCollected(
  values: Values<typeof passed>,
  findings: readonly Finding[],
  io: Io,
  use: (archive: string) => Promise<number>,
): Promise<number> {
  const { specs } = await installedCatalog(io, {});
  const only = [...needsOf(findings).specs].filter((name) => Object.hasOwn(specs, name));
  const directory = await mkdtemp(join(tmpdir(), 'hostspec-check-'));
  try {
    const output = join(directory, 'archive.tar.gz');
    const quiet: Io = { ...io, out: { write() {} } };
    const given = Object.entries(values).filter(([name]) => name in passed);
    const own: Values<typeof passed> = Object.fromEntries(given);
    const status = await collectHost({ ...own, only, output, quiet: true }, quiet);
    return status === exitStatus.done ? await use(output) : status;
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}
