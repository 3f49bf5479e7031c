import { isObject, jsonReader } from '@hostspec/host-kit';
import { at } from '../../opened-archive.js';
import { allLines, columns, type Derive, given } from './derivation.js';

const usual = ['NAME', 'MAJ:MIN', 'RM', 'SIZE', 'RO', 'TYPE', 'MOUNTPOINTS'];
const ofFileSystems = ['NAME', 'FSTYPE', 'FSVER', 'LABEL', 'UUID', 'FSAVAIL', 'FSUSE%', 'MOUNTPOINTS'];
const toTheRight = ['SIZE', 'RM', 'RO', 'FSAVAIL', 'FSUSE%', 'MAJ:MIN'];
const deepest = 32;

/** `lsblk`, `lsblk -f` and `lsblk -o COLUMN,…`: from its JSON with all columns. */
export const lsblk: Derive = async (args, sources) => {
  const options = given(args, { flags: 'f', values: 'o', long: { fs: 'f', output: 'o' } });
  const source = sources.command('lsblk', (words) =>
    /^(?:-J|--json) (?:-O|--output-all)$/.test(words.join(' ')),
  );
  if (!options || options.rest.length > 0 || !source) return undefined;
  const names = options.values.get('o')?.toUpperCase().split(',');
  const head = names ?? (options.flags.has('f') ? ofFileSystems : usual);
  const rows = rowsBelow(at(jsonOf((await allLines(source)).join('\n')), 'blockdevices'), head, '', 0);
  const lefts = [...head.keys()].filter((index) => !toTheRight.includes(head[index] ?? ''));
  return { from: [source], lines: columns([head, ...rows], lefts) };
};

function jsonOf(text: string): unknown {
  try {
    return jsonReader().read(text);
  } catch {
    return undefined;
  }
}

function rowsBelow(devices: unknown, head: readonly string[], indent: string, depth: number): string[][] {
  if (!Array.isArray(devices) || depth > deepest) return [];
  return devices.filter(isObject).flatMap((device, index) => {
    const isLast = index === devices.length - 1;
    const branch = depth === 0 ? '' : `${indent}${isLast ? '└─' : '├─'}`;
    const cells = head.map(
      (column, place) => (place === 0 ? branch : '') + cellOf(at(device, column.toLowerCase())),
    );
    const below = depth === 0 ? '' : `${indent}${isLast ? '  ' : '│ '}`;
    return [cells, ...rowsBelow(at(device, 'children'), head, below, depth + 1)];
  });
}

function cellOf(value: unknown): string {
  if (Array.isArray(value))
    return value
      .map(cellOf)
      .filter((text) => text !== '')
      .join(',');
  if (typeof value === 'boolean') return value ? '1' : '0';
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
