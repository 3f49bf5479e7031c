import { type BlockDevice, blkid, type FstabRow, fstab, physicalVolumes } from '@hostspec/facts';
import { defineProvider, type Host, listOr, nothing } from '@hostspec/spec';
import { listingTargets } from './providers-listings.js';
import { lsLdHItems } from './settings.js';

const fstabDevices = 'fstab_mounted.devices';
const pvsDevices = 'pvs.devices';

/** What `ls -ldH` shows. */
export const listWithLdH = defineProvider({
  name: 'list_with_ldH',
  doc: 'The paths in the setting `ls_ldH_items` that are not directories, sorted and distinct. `fstab_mounted.devices` means the devices in /etc/fstab, without bind mounts and network sources; UUID, LABEL, PARTUUID and PARTLABEL, quoted or not, are looked up in `/sbin/blkid -c /dev/null`, otherwise below /dev/disk. `pvs.devices` means the devices that LVM lists. A single target is followed by `_non_existing_`. The reference implementation recognises only UUID and LABEL without quotes, and passes the two words to ls if their input is missing.',
  yields: 'arguments',
  async evaluate({ host, setting }) {
    const items = setting(lsLdHItems);
    if (items.length === 0) return nothing('the setting ls_ldH_items is empty');
    const plain = items.filter((item) => item !== fstabDevices && item !== pvsDevices);
    const mounted = items.includes(fstabDevices) ? await devicesOfFstab(host) : [];
    const volumes = items.includes(pvsDevices) ? ((await physicalVolumes(host)) ?? []) : [];
    const paths = [...plain, ...mounted, ...volumes.filter((path) => path.startsWith('/'))];
    const facts = await Promise.all(paths.map((path) => host.stat(path).catch(() => undefined)));
    const targets = paths.filter((_, index) => facts[index]?.kind !== 'directory');
    return listOr(listingTargets(targets), 'the setting ls_ldH_items leads to nothing but directories');
  },
});

async function devicesOfFstab(host: Host): Promise<string[]> {
  const rows = ((await fstab(host)) ?? []).filter(
    ({ options }) => !options.some((option) => /^r?bind$/.test(option)),
  );
  const known = rows.some(isTagged) ? await blkid(host) : [];
  const devices = await Promise.all(rows.map((row) => deviceOf(host, row, known)));
  return devices.filter((device) => device !== undefined);
}

const tagPattern = /^(UUID|LABEL|PARTUUID|PARTLABEL)=(["']?)(.*)\2$/;

function isTagged({ device }: FstabRow): boolean {
  return tagPattern.test(device);
}

async function deviceOf(
  host: Host,
  { device }: FstabRow,
  known: readonly BlockDevice[],
): Promise<string | undefined> {
  const [, tag = '', , value = ''] = tagPattern.exec(device) ?? [];
  if (tag === '') return /^\/[^/]/.test(device) ? device : undefined;
  const match = known.find(({ attributes }) => isSame(tag, attributes[tag], value));
  if (match) return match.device;
  const link = `/dev/disk/by-${tag.toLowerCase()}/${encoded(value)}`;
  return (await host.stat(link).catch(() => undefined))?.kind === 'block' ? link : undefined;
}

function isSame(tag: string, a: string | undefined, b: string): boolean {
  return tag.endsWith('UUID') ? a?.toLowerCase() === b.toLowerCase() : a === b;
}

/** A tag's value as udev writes it in the name of a link. */
function encoded(value: string): string {
  const hex = (char: string): string =>
    [...new TextEncoder().encode(char)].map((byte) => `\\x${byte.toString(16).padStart(2, '0')}`).join('');
  return value.replace(/[^\p{L}\p{N}#+\-.:=@_]/gu, hex);
}
