import {
  type FileSystem,
  type FstabFault,
  fileSystems,
  fstabFaults,
  type Mount,
  mountRows,
  type RaidArray,
  raidArrays,
} from '../../storage.js';
import { mapped } from '../../table.js';
import { factTable } from '../declaration.js';

const space = mapped(fileSystems, ({ device, mount, size, used, available, percent }: FileSystem) => ({
  device,
  mount,
  size: size * 1024,
  used: used * 1024,
  available: available * 1024,
  used_percent: percent,
}));
const inodes = mapped(fileSystems, ({ device, mount, size, used, percent }: FileSystem) => ({
  device,
  mount,
  inodes: size,
  inodes_used: used,
  inodes_used_percent: percent,
}));

/** File systems with their space and inodes. */
export const filesystem = factTable({
  name: 'filesystem',
  doc: 'A file system that is mounted and has a size',
  columns: {
    mount: { type: 'text', doc: 'The mount point' },
    device: { type: 'text', doc: 'The device, or the source of a network file system' },
    type: { type: 'text', doc: 'The type, such as ext4', joined: 'mount' },
    size: { type: 'integer', unit: 'bytes', doc: 'The size' },
    used: { type: 'integer', unit: 'bytes', doc: 'The space in use', volatile: true },
    available: { type: 'integer', unit: 'bytes', doc: 'The space that users can still fill', volatile: true },
    used_percent: { type: 'integer', unit: 'percent', doc: 'The share of the space in use', volatile: true },
    inodes: {
      type: 'integer',
      unit: 'count',
      doc: 'The inodes; none if the file system makes them as needed',
    },
    inodes_used: { type: 'integer', unit: 'count', doc: 'The inodes in use', volatile: true },
    inodes_used_percent: {
      type: 'integer',
      unit: 'percent',
      doc: 'The share of the inodes in use',
      volatile: true,
    },
  },
  key: ['mount'],
  parts: [
    [
      { spec: 'df__alP', rows: space },
      { spec: 'df__al', rows: space },
      { spec: 'busybox_df', rows: space },
    ],
    [
      { spec: 'df__li', rows: inodes },
      { spec: 'busybox_df_inodes', rows: inodes },
    ],
  ],
});

/** Mounts with their options. */
export const mount = factTable({
  name: 'mount',
  doc: 'A mounted file system',
  columns: {
    mount: { type: 'text', doc: 'The mount point' },
    device: { type: 'text', doc: 'The device, or the source of a network file system' },
    type: { type: 'text', doc: 'The type, such as ext4' },
    options: { type: 'text', doc: 'The options, with commas between them' },
    read_only: { type: 'boolean', doc: 'Nothing can be written' },
  },
  key: ['mount'],
  parts: [
    [
      {
        spec: 'mounts',
        rows: mapped(mountRows, ({ device, path, type, options }: Mount) => ({
          mount: path,
          device,
          type,
          options: options.join(','),
          read_only: options.includes('ro'),
        })),
      },
    ],
  ],
});

/** Lines of `/etc/fstab` that are wrong. */
export const fstabFault = factTable({
  name: 'fstab_fault',
  doc: 'A line of /etc/fstab that is wrong',
  columns: {
    fault: { type: 'text', doc: 'The mount point, if it can be read, and what is wrong' },
  },
  key: ['fault'],
  parts: [
    [
      {
        spec: 'findmnt_verify',
        rows: mapped(fstabFaults, ({ path, fault }: FstabFault) => ({
          fault: path === undefined ? fault : `${path}: ${fault}`,
        })),
      },
    ],
  ],
});

/** Arrays of software RAID. */
export const raid = factTable({
  name: 'raid',
  doc: 'An array of software RAID',
  columns: {
    name: { type: 'text', doc: 'The array, such as md0' },
    state: { type: 'text', doc: 'active, inactive, or container: of arrays that the firmware made' },
    level: { type: 'text', doc: 'The level, such as raid1' },
    members: {
      type: 'text',
      doc: 'A letter for each member: U for one that works, _ for one that is missing',
    },
    missing: { type: 'integer', unit: 'count', doc: 'Members that are missing' },
  },
  key: ['name'],
  parts: [
    [
      {
        spec: 'mdstat',
        rows: mapped(raidArrays, ({ members, ...rest }: RaidArray) => ({
          ...rest,
          members,
          missing: members === undefined ? undefined : members.split('_').length - 1,
        })),
      },
    ],
  ],
});
