import { join } from 'node:path';
import type { Archive } from '@hostspec/archive';
import { readRegularText } from '@hostspec/files/trust';
import type { Place, Places } from '@hostspec/report';
import { type Spec, specsOfData } from '@hostspec/spec';
import { installedDomains } from '../catalogs/installed.js';

const maxBytes = 16 * 1024 * 1024;

/** Where the content of the installed specs is in an archive without outcomes; undefined for any other. */
export function installedPlaces({ outcomes }: Archive): Places | undefined {
  if (outcomes.size > 0) return undefined;
  return new Map(installedSpecs().map(([name, spec]): [string, readonly Place[]] => [name, placesOf(spec)]));
}

function placesOf(spec: Spec): readonly Place[] {
  if (spec.type === 'simple_file') return [{ file: absolute(spec.path) }];
  if (spec.type === 'glob_file') return [{ files: spec.patterns.map(absolute) }];
  return spec.type === 'simple_command' ? [{ command: spec.command }] : [];
}

function absolute(path: string): string {
  return path.startsWith('/') ? path : `/${path}`;
}

/** The specs of all installed domains, by name. They are read from data. */
export function installedSpecs(): (readonly [name: string, spec: Spec])[] {
  return installedDomains().flatMap(({ path }) => {
    const data = JSON.parse(readRegularText(join(path, 'specs.json'), maxBytes)) as Parameters<
      typeof specsOfData
    >[0];
    return Object.entries(specsOfData(data, 'linux'));
  });
}
