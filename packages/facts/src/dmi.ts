import { type Dmi, dmiOf } from '@hostspec/parse';
import { readText, runLines } from '@hostspec/spec';
import { fact } from './fact.js';

/** The file of each field in `/sys/class/dmi/id`. */
const files: Readonly<Record<keyof Dmi, string>> = {
  systemVendor: 'sys_vendor',
  productName: 'product_name',
  productVersion: 'product_version',
  productFamily: 'product_family',
  uuid: 'product_uuid',
  biosVendor: 'bios_vendor',
  biosVersion: 'bios_version',
  assetTag: 'chassis_asset_tag',
};

/** The firmware's description of the machine: from `/usr/sbin/dmidecode`, with missing fields from `/sys/class/dmi/id`. */
export const dmi = fact(async (host): Promise<Dmi> => {
  const decoded = dmiOf((await runLines(host, '/usr/sbin/dmidecode')) ?? []);
  const pairs = Object.entries(files).map(async ([field, file]) => {
    const value = decoded[field as keyof Dmi] ?? (await readText(host, `/sys/class/dmi/id/${file}`))?.trim();
    return [field, value] as const;
  });
  return Object.fromEntries((await Promise.all(pairs)).filter(([, value]) => value));
});
