import { type FileSystem, fileSystemsOf } from '../../parse/df.js';
import { raidArraysOf } from '../../parse/raid.js';
import { wordsOf } from '../../parse/words.js';
import type { Evidence } from '../evidence.js';
import type { Finding } from '../summary.js';
import { bytesText, counted, someOf } from '../words.js';

const nearFull = 85;
const most = 8;

/** Disks, file systems that are nearly full, RAID arrays that lack members, and mounts that were not entered. */
export async function storageFacts({ text, archive }: Evidence): Promise<Finding[]> {
  const notEntered = archive.manifest?.notEntered ?? [];
  return [
    ...diskFacts((await text('lsblk')) ?? ''),
    ...spaceFacts(fileSystemsOf((await text('df__alP')) ?? '')),
    ...inodeFacts(fileSystemsOf((await text('df__li')) ?? '')),
    ...readOnlyFacts((await text('mounts')) ?? ''),
    ...raidFacts((await text('mdstat')) ?? ''),
    ...(notEntered.length === 0
      ? []
      : [{ label: 'not entered', text: someOf(notEntered, most), from: 'manifest', data: notEntered }]),
  ];
}

function diskFacts(lsblk: string): Finding[] {
  const disks = lsblk.split('\n').flatMap((line) => {
    const words = wordsOf(line);
    // Memory that is not set up yet is a disk of no size.
    return words[5] === 'disk' && words[0] && words[3] !== '0B'
      ? [{ name: words[0], size: words[3] ?? '' }]
      : [];
  });
  if (disks.length === 0) return [];
  const list = disks.map(({ name, size }) => `${name} ${size}`);
  return [{ label: 'disks', text: someOf(list, most), from: 'lsblk', whole: true, data: disks }];
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

function readOnlyFacts(mounts: string): Finding[] {
  const paths = mounts.split('\n').flatMap((line) => {
    const [device = '', path = '', type = '', options = ''] = wordsOf(line);
    const isDisk = device.startsWith('/dev/') && /^(?:ext[234]|xfs|btrfs)$/.test(type);
    return isDisk && options.split(',')[0] === 'ro' ? [decoded(path)] : [];
  });
  if (paths.length === 0) return [];
  return [{ label: 'read-only', text: someOf(paths, most), from: 'mounts', attention: true, data: paths }];
}

/** A path of `/proc/mounts`, in which some characters are octal numbers. */
function decoded(path: string): string {
  return path.replace(/\\([0-7]{3})/g, (_, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 8)),
  );
}

function raidFacts(mdstat: string): Finding[] {
  const arrays = raidArraysOf(mdstat);
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
