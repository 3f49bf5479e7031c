import { loadCatalogFile } from '../catalog-file/load.js';
import { exitStatus } from '../exit-status.js';
import type { Io } from '../io.js';
import type { Values } from '../options.js';
import { counted } from '../text.js';
import type { options } from './command.js';

/** Says what a catalog file comes to. @throws CatalogError that names what is wrong with it. */
export async function checkCatalog(file: string, { json }: Values<typeof options>, io: Io): Promise<number> {
  const { catalog, variant, own } = await loadCatalogFile(file, io);
  const { domains } = catalog;
  const specs = Object.keys(catalog.specs).length;
  if (json) io.out.write(`${JSON.stringify({ file, variant, domains, specs, own })}\n`);
  else {
    const from = domains.map(({ name, version }) => `${name} ${version}`).join(', ');
    io.out.write(`${file}: ${counted(specs, 'spec')} from ${from}; ${own.length} of them its own\n`);
  }
  return exitStatus.done;
}
