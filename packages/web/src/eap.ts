import { posix } from 'node:path';
import { namesIn } from '@hostspec/facts';
import { defineProvider, type Host, listOr } from '@hostspec/spec';

const directory = '/var/tmp/insights-runtimes/uploads';
const maximumAge = 24 * 60 * 60 * 1000;
const maximumFiles = 10;
// Anyone can write below /var/tmp: neither loops of links nor a flood of files may delay the run.
const maximumDepth = 8;
const maximumEntries = 10_000;

interface Report {
  readonly path: string;
  readonly modified: number;
}

/** Recent reports of JBoss EAP and other Java runtimes. */
export const eapReportFiles = defineProvider({
  name: 'eap_report_files',
  doc: `The ten newest files below ${directory}, newest first, that are less than 24 hours old. The paths begin with a slash; in the reference implementation they do not.`,
  yields: 'list',
  async evaluate({ host }) {
    const oldest = Date.now() - maximumAge;
    const reports = (await filesBelow(host)).filter(({ modified }) => modified > oldest);
    reports.sort((a, b) => b.modified - a.modified || (a.path < b.path ? -1 : 1));
    return listOr(
      reports.slice(0, maximumFiles).map(({ path }) => path),
      `no file below ${directory} is less than 24 hours old`,
    );
  },
});

async function filesBelow(host: Host): Promise<Report[]> {
  const reports: Report[] = [];
  const directories = [{ path: directory, depth: 0 }];
  let entries = 0;
  for (const { path: parent, depth } of directories)
    for (const name of await namesIn(host, parent)) {
      if (++entries > maximumEntries) return reports;
      const path = posix.join(parent, name);
      const facts = await host.stat(path);
      if (facts?.kind === 'file') reports.push({ path, modified: facts.modified });
      else if (facts?.kind === 'directory' && depth < maximumDepth)
        directories.push({ path, depth: depth + 1 });
    }
  return reports;
}
