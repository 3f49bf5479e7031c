import { bytesText, counted, someOf } from '@hostspec/host-kit';
import {
  type Disk,
  disks,
  type FileSystem,
  fileSystems,
  type Mount,
  mountRows,
  type RaidArray,
  raidArrays,
} from '@hostspec/parse';
import { type Evidence, firstRows } from '../evidence.js';
import type { Finding } from '../summary.js';

const most = 8;

/** Disks, the fullest file system, RAID arrays, and mounts that were not entered. */
export async function storageFacts({ rows, archive }: Evidence): Promise<Finding[]> {
  const notEntered = archive.manifest?.notEntered ?? [];
  return [
    ...diskFacts(await rows('lsblk', disks)),
    ...(await spaceFacts(rows)),
    ...raidFacts(await rows('mdstat', raidArrays)),
    ...(notEntered.length === 0
      ? []
      : [{ label: 'not entered', text: someOf(notEntered, most), from: 'manifest', data: notEntered }]),
  ];
}

function diskFacts(all: readonly Disk[]): Finding[] {
  if (all.length === 0) return [];
  const list = all.map(({ name, size }) => `${name} ${size}`);
  return [{ label: 'disks', text: someOf(list, most), from: 'lsblk', whole: true, data: all }];
}

async function spaceFacts(rows: Evidence['rows']): Promise<Finding[]> {
  const [all, from] = (await firstRows(rows, { df__alP: fileSystems, busybox_df: fileSystems })) ?? [[], ''];
  const real = forData(all, await rows('mounts', mountRows));
  if (real.length === 0) return [];
  const [fullest] = real.toSorted((one, other) => other.percent - one.percent);
  const shown = real.filter((one) => one === fullest || one.mount === '/');
  return [
    {
      label: 'file systems',
      text: `${real.length}, the fullest at ${fullest?.percent ?? 0} %`,
      from,
      whole: true,
      data: { count: real.length, fullest: fullest?.percent },
    },
    ...shown.slice(0, most).map(
      (one): Finding => ({
        label: one.mount,
        text: `${bytesText(one.used * 1024)} used, ${bytesText(one.available * 1024)} free of ${bytesText(one.size * 1024)}`,
        from,
        data: { ...one, size: one.size * 1024, used: one.used * 1024, available: one.available * 1024 },
      }),
    ),
  ];
}

/** Types of file systems that hold data without a disk of their own, on an image or as a data set. Images that are read-only are always full. */
const typesForData = new Set(['btrfs', 'ext2', 'ext3', 'ext4', 'xfs', 'zfs']);

/** The file systems that programs write to, each once: bind mounts give a disk several mounts. The kernel's own are left out, except for the root. */
function forData(all: readonly FileSystem[], mounts: readonly Mount[]): FileSystem[] {
  const written = new Set(
    mounts
      .filter(({ type, options }) => typesForData.has(type) && !options.includes('ro'))
      .map(({ path }) => path),
  );
  const seen = new Set<string>();
  return all.filter(({ device, mount }) => {
    const isDisk = device.startsWith('/dev/') && !/^\/dev\/(?:loop|sr)\d/.test(device);
    const isReal = (isDisk || written.has(mount) || mount === '/') && !seen.has(device);
    seen.add(device);
    return isReal;
  });
}

function raidFacts(arrays: readonly RaidArray[]): Finding[] {
  if (arrays.length === 0) return [];
  const degraded = arrays.filter(({ members }) => members?.includes('_'));
  const names = degraded.map(({ name, members }) => `${name} [${members}]`);
  return [
    {
      label: 'RAID',
      text:
        degraded.length === 0
          ? `${counted(arrays.length, 'array')}, complete`
          : `degraded: ${someOf(names, most)}`,
      from: 'mdstat',
      ...(degraded.length === 0 && { whole: true }),
      data: arrays,
    },
  ];
}
