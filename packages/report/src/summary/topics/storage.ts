import { bytesText } from '@hostspec/host-kit';
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
import type { Evidence } from '../evidence.js';
import type { Finding } from '../summary.js';
import { counted, someOf } from '../words.js';

const nearFull = 85;
const most = 8;

/** Disks, file systems that are nearly full, RAID arrays that lack members, and mounts that were not entered. */
export async function storageFacts({ rows, archive }: Evidence): Promise<Finding[]> {
  const notEntered = archive.manifest?.notEntered ?? [];
  return [
    ...diskFacts(await rows('lsblk', disks)),
    ...spaceFacts(await rows('df__alP', fileSystems)),
    ...inodeFacts(await rows('df__li', fileSystems)),
    ...readOnlyFacts(await rows('mounts', mountRows)),
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

function spaceFacts(all: readonly FileSystem[]): Finding[] {
  const real = onDisks(all);
  if (real.length === 0) return [];
  const full = real.filter(({ percent }) => percent >= nearFull);
  const shown = full.length > 0 ? full : real.filter(({ mount }) => mount === '/');
  return [
    {
      label: 'file systems',
      text: `${real.length}, ${full.length === 0 ? `all below ${nearFull} %` : `${full.length} at ${nearFull} % or more`}`,
      from: 'df__alP',
      whole: true,
      data: { count: real.length, nearFull: full.length },
    },
    ...shown.slice(0, most).map(
      (one): Finding => ({
        label: one.mount,
        text: `${bytesText(one.used * 1024)} used, ${bytesText(one.available * 1024)} free of ${bytesText(one.size * 1024)}`,
        from: 'df__alP',
        ...(one.percent >= nearFull && { attention: true }),
        data: { ...one, size: one.size * 1024, used: one.used * 1024, available: one.available * 1024 },
      }),
    ),
  ];
}

function inodeFacts(all: readonly FileSystem[]): Finding[] {
  return onDisks(all)
    .filter(({ percent }) => percent >= nearFull)
    .slice(0, most)
    .map((one) => ({
      label: one.mount,
      text: `${one.percent} % of ${one.size} inodes used`,
      from: 'df__li',
      attention: true,
      data: one,
    }));
}

/** A disk has several mounts with bind mounts; loop devices and the kernel's own file systems are always full or empty. */
function onDisks(all: readonly FileSystem[]): FileSystem[] {
  const seen = new Set<string>();
  return all.filter(({ device }) => {
    const isReal = device.startsWith('/dev/') && !/^\/dev\/(?:loop|sr)\d/.test(device) && !seen.has(device);
    seen.add(device);
    return isReal;
  });
}

function readOnlyFacts(mounts: readonly Mount[]): Finding[] {
  const paths = mounts.flatMap(({ device, path, type, options }) => {
    const isDisk = device.startsWith('/dev/') && /^(?:ext[234]|xfs|btrfs)$/.test(type);
    return isDisk && options[0] === 'ro' ? [path] : [];
  });
  if (paths.length === 0) return [];
  return [{ label: 'read-only', text: someOf(paths, most), from: 'mounts', attention: true, data: paths }];
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
      ...(degraded.length > 0 ? { attention: true } : { whole: true }),
      data: arrays,
    },
  ];
}
