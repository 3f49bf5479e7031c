import { resolve } from 'node:path';
import { counted } from '@hostspec/host-kit';
import { problemLines } from '@hostspec/policy';
import { isHostspecError, type Problem } from '@hostspec/spec';
import { type FileCatalog, loadCatalogFile } from '../catalogs/catalog-file.js';
import { refusal } from '../catalogs/catalog-problems.js';
import { isProgram } from '../catalogs/program.js';
import { exitStatus, statusOf } from '../exit-status.js';
import type { Io } from '../io.js';
import type { Values } from '../options.js';
import { printable } from '../text.js';
import { usageError } from '../usage-error.js';
import type { options } from './options.js';

/** Checks a catalog file and prints the result. @throws CatalogError with its problems, unless they are printed as JSON. */
export async function checkCatalog(
  file: string,
  { json, packages }: Values<typeof options>,
  io: Io,
): Promise<number> {
  if (isProgram(file))
    throw usageError(
      `FILE ${file} is a program, and a check would run it; allowed: a catalog in YAML or JSON`,
      'FILE',
      file,
    );
  try {
    const { catalog, variant, own, warnings } = await loadFilled(file, packages, io);
    const { domains } = catalog;
    const specs = Object.keys(catalog.specs).length;
    if (json) {
      const found = { problems: [], warnings: flat(warnings) };
      io.out.write(`${JSON.stringify({ file, variant, domains, specs, own, ...found })}\n`);
    } else {
      for (const warning of warnings)
        io.err.write(`hostspec: warning: ${printable(problemLines(resolve(io.cwd, file), [warning]))}\n`);
      const from = domains.map(({ name, version }) => `${name} ${version}`).join(', ');
      io.out.write(
        `${file}: ${counted(specs, 'spec')} from ${from}; ${own.length} of them defined in this file\n`,
      );
    }
    return exitStatus.done;
  } catch (error) {
    if (!json || !isHostspecError(error)) throw error;
    const problems = flat(error.problems ?? [{ message: error.message }]);
    io.out.write(`${JSON.stringify({ file, problems })}\n`);
    return statusOf(error);
  }
}

/** Problems for JSON. */
const flat = (problems: readonly Problem[]): object[] =>
  problems.map(({ position, message }) => ({ ...position, message }));

async function loadFilled(file: string, packages: string | undefined, io: Io): Promise<FileCatalog> {
  const loaded = await loadCatalogFile(file, io, { subject: 'FILE', writers: 'anybody', packages });
  if (Object.keys(loaded.catalog.specs).length > 0) return loaded;
  const message = 'contains no specs; name domains under extends, or specs of your own under add';
  throw refusal(resolve(io.cwd, file), [{ position: { line: 1, column: 1 }, message }]);
}
