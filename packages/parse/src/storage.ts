import { blocks, eachLine, type Open, type Table } from './table.js';
import { countOf, decodeOctal, wordsOf } from './words.js';

/** A file system in the output of `df`. */
export interface FileSystem {
  readonly device: string;
  /** Blocks of 1024 bytes, or inodes with `-i`; so are `used` and `available`. */
  readonly size: number;
  readonly used: number;
  readonly available: number;
  /** Percent in use, from 0 to 100. */
  readonly percent: number;
  /** The mount point. */
  readonly mount: string;
}

/** The file systems of `df` (specs `df__alP` and `df__li`), without those that have no size. A long device may be on a line of its own. */
export const fileSystems: Table<FileSystem> = () => {
  let device: string[] = [];
  return {
    line(text) {
      const words = [...device, ...wordsOf(text)];
      const fileSystem = fileSystemOf(words);
      device = !fileSystem && device.length === 0 && words.length === 1 ? words : [];
      return fileSystem && fileSystem.size > 0 ? fileSystem : undefined;
    },
  };
};

function fileSystemOf(words: readonly string[]): FileSystem | undefined {
  // Devices and mount points may contain spaces. The percentage is the only word of this form between them.
  const at = words.findIndex((word, index) => index >= 4 && /^(?:\d{1,3}%|-)$/.test(word));
  const [size, used, available] = words.slice(at - 3, at).map(countOf);
  if (at < 4 || size === undefined || used === undefined || available === undefined) return undefined;
  return {
    device: words.slice(0, at - 3).join(' '),
    size,
    used,
    available,
    percent: Number.parseInt(words[at] ?? '', 10) || 0,
    mount: words.slice(at + 1).join(' '),
  };
}

/** A row of the mount table, octal escapes decoded. */
export interface Mount {
  readonly device: string;
  /** The mount point. */
  readonly path: string;
  readonly type: string;
  readonly options: readonly string[];
}

/** The mounted file systems in `/proc/mounts` (spec `mounts`). */
export const mountRows: Table<Mount> = eachLine((line) => {
  // If the file system does not escape blanks, the mount point is everything between the other fields.
  const row = /^(\S+) (\S.*) (\S+) (\S+) \d+ \d+$/.exec(line.trimEnd());
  const [, device, path, type, options] = row ?? [];
  if (device === undefined || path === undefined || type === undefined || options === undefined)
    return undefined;
  if (!path.startsWith('/')) return undefined;
  return { device: decodeOctal(device), path: decodeOctal(path), type, options: options.split(',') };
});

/** A row of `/etc/fstab`, octal escapes decoded. */
export interface FstabRow {
  /** A path, a network source or a tag such as `UUID=…`. */
  readonly device: string;
  /** The mount point, or a word such as `none` or `swap`. */
  readonly path: string;
  readonly type: string;
  readonly options: readonly string[];
}

/** The rows of `/etc/fstab` (spec `fstab`). Only a word that begins with `#` opens a comment, because a label may contain one. */
export const fstabRows: Table<FstabRow> = eachLine((line) => {
  const words = line.trim().split(/\s+/);
  const comment = words.findIndex((word) => word.startsWith('#'));
  const [device, path, type = 'auto', options = 'defaults'] = comment < 0 ? words : words.slice(0, comment);
  if (!device || path === undefined) return undefined;
  return { device: decodeOctal(device), path: decodeOctal(path), type, options: options.split(',') };
});

/** A line of `/etc/fstab` that `findmnt --verify` finds wrong. */
export interface FstabFault {
  /** The mount point; undefined for a line that cannot be read. */
  readonly path: string | undefined;
  readonly fault: string;
}

/** The faults in the output of `findmnt --verify` (spec `findmnt_verify`), without its warnings. What it says of a mount stands below it. */
export const fstabFaults: Table<FstabFault> = () => {
  let path: string | undefined;
  return {
    line(text) {
      const unread = /^findmnt: \S*fstab: (.+)$/.exec(text)?.[1];
      if (unread !== undefined) return { path: undefined, fault: unread };
      const fault = /^\s+\[E\] (.+)$/.exec(text)?.[1];
      if (fault === undefined && /^\S/.test(text)) path = text.trimEnd();
      return fault === undefined ? undefined : { path, fault };
    },
  };
};

/** A block device, by blkid. */
export interface BlockDevice {
  readonly device: string;
  /** `UUID`, `LABEL`, `TYPE`, `PARTUUID`, `PARTLABEL` and the rest, unquoted. */
  readonly attributes: Readonly<Record<string, string>>;
}

/** The devices of `blkid` (spec `blkid`); colons, blanks and quotes in values are not separators. */
export const blockDevices: Table<BlockDevice> = eachLine((line) => {
  const [, device, rest] = /^(\/.*?): +([A-Z][A-Z0-9_.]*=".*)$/.exec(line) ?? [];
  if (device === undefined || rest === undefined) return undefined;
  const pairs = [...rest.matchAll(/([A-Z][A-Z0-9_.]*)="((?:\\.|[^"\\])*)"(?= |$)/g)];
  const attributes = pairs.map(([, key = '', value = '']) => [key, value.replace(/\\(.)/g, '$1')]);
  return { device, attributes: Object.fromEntries(attributes) };
});

/** A disk in the output of `lsblk`. */
export interface Disk {
  readonly name: string;
  /** As printed by lsblk, such as `20G`. */
  readonly size: string;
}

/** The disks of `lsblk` (spec `lsblk`), without those of no size: compressed memory that is not set up yet. */
export const disks: Table<Disk> = eachLine((line) => {
  const [name, , , size = '', , kind] = wordsOf(line);
  return kind === 'disk' && name !== undefined && size !== '0B' ? { name, size } : undefined;
});

/** An array of `/proc/mdstat`. */
export interface RaidArray {
  readonly name: string;
  readonly level: string | undefined;
  /** `active`, `inactive`, … */
  readonly state: string | undefined;
  /** A letter for each member, `_` for a missing one; undefined if the level has no redundancy. */
  readonly members: string | undefined;
}

/** The arrays of `/proc/mdstat` (spec `mdstat`). */
export const raidArrays: Table<RaidArray> = blocks<Open<RaidArray>>(
  (line) => {
    const [, name, state, level] = /^(md[\w-]{1,60}) : (\w+ )?(?:\([\w-]+\) )?(\w+(?= |$))?/.exec(line) ?? [];
    return name === undefined ? undefined : { name, level, state: state?.trim(), members: membersOf(line) };
  },
  (array, line) => {
    array.members ??= membersOf(line);
    if (array.state === 'inactive' && / super external:\w/.test(line)) array.state = 'container';
  },
);

function membersOf(line: string): string | undefined {
  return /\[([U_]{1,512})\]/.exec(line)?.[1];
}
