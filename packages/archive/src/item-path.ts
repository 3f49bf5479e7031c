import { createHash } from 'node:crypto';
import { mangleCommand } from '@hostspec/host-kit';
import type { ItemPlace } from '@hostspec/spec';
import { encodeName, fitName } from './archive-name.js';

const pathLimit = 2048;

/** The components of the path, relative to `data/`, that content from this place would have. */
export function wantedPath(place: ItemPlace): string[] {
  const { container } = place;
  const names = container ? ['insights_containers', container.id, ...namesIn(place)] : namesIn(place);
  return shorten(names.map((name) => fitName(encodeName(name || '_'))));
}

function namesIn({ source, saveAs, commandLine }: ItemPlace): string[] {
  if (source.kind === 'file') return named(saveAs, source.path, splitPath(source.path).at(-1) ?? '_');
  const line = source.kind === 'listing' ? `/bin/ls ${source.path}` : (commandLine ?? source.argv.join(' '));
  const mangled = mangleCommand(line) || '_';
  return ['insights_commands', ...named(saveAs, mangled, mangled)];
}

function named(saveAs: string | undefined, path: string, base: string): string[] {
  const names = splitPath(saveAs?.endsWith('/') ? saveAs + base : (saveAs ?? path));
  return names.length > 0 ? names : ['_'];
}

function splitPath(path: string): string[] {
  return path.split('/').filter((name) => name !== '' && name !== '.');
}

/** Shortens a path that is too long for an archive: a digest replaces its middle. */
function shorten(names: string[]): string[] {
  if (Buffer.byteLength(names.join('/')) <= pathLimit) return names;
  const digest = createHash('sha256').update(names.join('/')).digest('hex').slice(0, 32);
  const head: string[] = [];
  let bytes = 0;
  for (const name of names) {
    bytes += Buffer.byteLength(name) + 1;
    if (bytes > pathLimit / 2) break;
    head.push(name);
  }
  return [...head, `~${digest}`, names.at(-1) ?? '_'];
}
