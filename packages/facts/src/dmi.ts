import { readText, runLines } from '@hostspec/spec';
import { fact } from './fact.js';

/** The firmware's description of the machine; absent if it has none, or if only root can read it. */
export interface Dmi {
  readonly systemVendor?: string;
  readonly productName?: string;
  readonly productVersion?: string;
  readonly productFamily?: string;
  readonly uuid?: string;
  readonly biosVendor?: string;
  readonly biosVersion?: string;
  /** The asset tag of the chassis. */
  readonly assetTag?: string;
}

type Field = keyof Dmi;

const sources: readonly [field: Field, section: string, key: string, file: string][] = [
  ['systemVendor', 'System Information', 'Manufacturer', 'sys_vendor'],
  ['productName', 'System Information', 'Product Name', 'product_name'],
  ['productVersion', 'System Information', 'Version', 'product_version'],
  ['productFamily', 'System Information', 'Family', 'product_family'],
  ['uuid', 'System Information', 'UUID', 'product_uuid'],
  ['biosVendor', 'BIOS Information', 'Vendor', 'bios_vendor'],
  ['biosVersion', 'BIOS Information', 'Version', 'bios_version'],
  ['assetTag', 'Chassis Information', 'Asset Tag', 'chassis_asset_tag'],
];

/** The firmware's description of the machine: from `/usr/sbin/dmidecode`, with missing fields from `/sys/class/dmi/id`. */
export const dmi = fact(async (host): Promise<Dmi> => {
  const decoded = parseDmidecode((await runLines(host, '/usr/sbin/dmidecode')) ?? []);
  const pairs = sources.map(async ([field, , , file]) => {
    const value = decoded[field] ?? (await readText(host, `/sys/class/dmi/id/${file}`))?.trim();
    return [field, value] as const;
  });
  return Object.fromEntries((await Promise.all(pairs)).filter(([, value]) => value));
});

/** Parses dmidecode's output: the first section of each kind counts. */
export function parseDmidecode(lines: readonly string[]): Dmi {
  const found: Partial<Record<Field, string>> = {};
  const seen = new Set<string>();
  let section = '';
  for (const line of lines) {
    if (/^\S/.test(line)) {
      const title = line.trim();
      section = seen.has(title) ? '' : title;
      seen.add(title);
      continue;
    }
    const [, key, value] = /^\t([^\t:][^:]*):\s*(.*)$/.exec(line.trimEnd()) ?? [];
    const source = sources.find(([, title, name]) => title === section && name === key);
    if (source && value) found[source[0]] ??= value;
  }
  return found;
}
