import { join } from 'node:path';
import { readRegularText } from '@hostspec/files/trust';
import { type SliceData, type Spec, specsOfData } from '@hostspec/spec';
import { installedDomains } from '../catalogs/installed.js';

const maxBytes = 16 * 1024 * 1024;

/** The specs of all installed domains, by name. They are read from data. */
export function installedSpecs(): (readonly [name: string, spec: Spec])[] {
  return installedDomains().flatMap(({ path }) => {
    const data = JSON.parse(readRegularText(join(path, 'specs.json'), maxBytes)) as SliceData;
    return Object.entries(specsOfData(data, 'linux'));
  });
}
