import { fact, hostNames, namesIn } from '@hostspec/facts';
import type { Host } from '@hostspec/spec';

/** Yesterday in the local time of the host, as PCP writes it in names of files: `YYYYMMDD`. */
export function yesterday(): string {
  const date = new Date();
  date.setDate(date.getDate() - 1);
  const [month, day] = [date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, '0'));
  return `${date.getFullYear()}${month}${day}`;
}

/** Where pmlogger keeps its archives. */
export const pmloggerDirectory = '/var/log/pcp/pmlogger';

/** Yesterday's PCP archive. */
export interface PcpArchive {
  /** All its files, sorted. */
  readonly files: readonly string[];
  /** The file that PCP's programs take as the archive's name. */
  readonly index: string;
}

interface Candidate extends PcpArchive {
  readonly modified: number;
}

/** Yesterday's archive in a directory named after the host: the one with the newest index, then with the most files. */
export const pcpArchive = fact(async (host): Promise<PcpArchive | undefined> => {
  const names = await hostNames(host);
  const known = [names.default, names.full, names.full?.split('.')[0]].filter((name) => name !== undefined);
  const directories = [...new Set(known)].filter((name) => !/\/|^\.\.?$/.test(name)).sort();
  const candidates = await Promise.all(
    directories.map((name) => candidateIn(host, `${pmloggerDirectory}/${name}`)),
  );
  const [best] = candidates
    .filter((candidate) => candidate !== undefined)
    .sort((a, b) => b.modified - a.modified || b.files.length - a.files.length);
  return best;
});

async function candidateIn(host: Host, directory: string): Promise<Candidate | undefined> {
  const day = yesterday();
  const index = `${directory}/${day}.index`;
  const names = (await namesIn(host, directory)).filter(
    (name) => name === `${day}.index` || (name.startsWith(`${day}.`) && name.endsWith('.xz')),
  );
  const found = await Promise.all(
    names.map(async (name) => ({
      path: `${directory}/${name}`,
      facts: await host.stat(`${directory}/${name}`),
    })),
  );
  const files = found.filter(({ facts }) => facts?.kind === 'file');
  const indexFacts = files.find(({ path }) => path === index)?.facts;
  const parts = files.filter(({ path }) => /\.(index|meta\.xz|0\.xz)$/.test(path));
  if (!indexFacts || parts.length < 3) return undefined;
  return { files: files.map(({ path }) => path).sort(), index, modified: indexFacts.modified };
}
