import { type Archive, encodeName } from '@hostspec/archive';
import { comparisonHtml, reportHtml } from '@hostspec/report';
import type { CollectingHost } from '@hostspec/spec';
import { archiveAnswers } from '../check/archive-answers.js';
import { chosenFindings } from '../check/chosen-findings.js';
import { installedPlaces } from '../check/installed-places.js';
import { compare, withBoth } from '../diff/compare.js';
import { exitStatus } from '../exit-status.js';
import type { Io } from '../io.js';
import type { Values } from '../options.js';
import { withArchive } from '../read/with-archive.js';
import type { options } from './options.js';
import { writePage } from './write-new.js';

/** Writes the report of an archive to `--output`. */
export async function writeReport(path: string, values: Values<typeof options>, io: Io): Promise<number> {
  const { output, force = false } = values;
  const findings = await chosenFindings(values, io);
  return withArchive(path, io, async (archive) => {
    const { createArchiveHost } = await import('@hostspec/archive-host');
    const host = await createArchiveHost(archive);
    const file = output ?? (await pageName(archive, host, '.html'));
    const content = {
      docs: await installedDocs(io),
      findings,
      places: installedPlaces(archive),
      answers: archiveAnswers(archive),
    };
    await writePage({ file, force }, reportHtml(archive, host, content), io);
    return exitStatus.done;
  });
}

/** The doc lines of the installed catalog; none if it cannot be loaded, which a report does not need. */
async function installedDocs(io: Io): Promise<ReadonlyMap<string, string>> {
  const { wholeCatalog } = await import('../catalogs/catalog.js');
  const { specs = {} } = (await wholeCatalog({}, io, 'anybody')) ?? {};
  return new Map(Object.entries(specs).map(([name, { doc }]) => [name, doc]));
}

/** Writes what changed between two archives to `--output`. */
export async function writeComparison(
  before: string,
  after: string,
  values: Values<typeof options>,
  io: Io,
): Promise<number> {
  const { output, force = false } = values;
  const findings = await chosenFindings(values, io);
  return withBoth([before, after], io, async (from, to) => {
    const { createArchiveHost } = await import('@hostspec/archive-host');
    const diff = await compare(from, to, {}, io);
    const [one, other] = [
      { archive: from, host: await createArchiveHost(from) },
      { archive: to, host: await createArchiveHost(to) },
    ];
    const file = output ?? (await pageName(to, other.host, '-changes.html'));
    await writePage({ file, force }, comparisonHtml(one, other, diff, findings), io);
    return exitStatus.done;
  });
}

const longestHostname = 64;

/** The name of a page's file, after the host of an archive. */
async function pageName({ manifest }: Archive, host: CollectingHost, ending: string): Promise<string> {
  const name = manifest?.hostname ?? (await host.hostname());
  // A stranger's archive has any name; a file whose name begins with a dot or a dash surprises.
  const file = encodeName(name.replace(/^[.-]+/, '')).slice(0, longestHostname);
  return `${file || 'host'}${ending}`;
}
