import { reportHtml } from '@hostspec/report';
import { archiveAnswers } from '../check/archive-answers.js';
import { chosenFindings } from '../check/chosen-findings.js';
import { installedPlaces } from '../check/installed-places.js';
import { exitStatus } from '../exit-status.js';
import type { Io } from '../io.js';
import type { Values } from '../options.js';
import { withArchive } from '../read/with-archive.js';
import type { options } from './options.js';
import { pageName } from './page-name.js';
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
