import { nameBytes } from '@hostspec/host-kit';
import { markerName } from '../manifest.js';
import type { MemberOwner } from '../read/member.js';

/** A member of a tar, without content. */
export interface TarMember {
  /** Relative. A directory's name has no slash at the end. */
  readonly name: string;
  readonly type: keyof typeof types;
  readonly size: number;
  /** Seconds since the epoch. */
  readonly modified: number;
  /** Permission bits. Default: 0600, for a directory 0700. */
  readonly mode?: number;
  readonly owner?: MemberOwner;
  readonly target?: string;
}

const types = { file: '0', link: '1', symlink: '2', directory: '5' } as const;
const root: MemberOwner = { uid: 0, gid: 0, user: 'root', group: 'root' };

const block = 512;
/** The two empty blocks that end a tar. */
export const endOfArchive = Buffer.alloc(2 * block);

const largestOctalSize = 0o77777777777;
const largestOctalId = 0o7777777;

/**
 * Whether a tar that starts with these bytes is hostspec's: it has the exact header that hostspec writes for its top folder, and the
 * marker.
 */
export function isOwnTar(start: Buffer): boolean {
  const long = /^\d+ path=(.*)\/\n/.exec(start.subarray(block, 2 * block).toString());
  const name = long?.[1] ?? start.subarray(0, start.indexOf('/')).toString();
  const modified = Number.parseInt(start.subarray(136, 147).toString('latin1'), 8);
  const folder = tarHeader({ name, type: 'directory', size: 0, modified });
  const rest = start.subarray(folder.length, folder.length + 3 * block);
  return start.subarray(0, folder.length).equals(folder) && rest.includes(`/${markerName}`);
}

/** Bytes from the end of a content to the next block. */
export function paddingFor(size: number): number {
  return (block - (size % block)) % block;
}

/** The header blocks of a member: ustar, preceded by a pax header if the name, target, owner or size needs one. */
export function tarHeader(member: TarMember): Buffer {
  const isDirectory = member.type === 'directory';
  const bytes = Buffer.from(nameBytes(isDirectory ? `${member.name}/` : member.name));
  const target = Buffer.from(nameBytes(member.target ?? ''));
  const split = splitName(bytes);
  const large = member.size > largestOctalSize;
  const owner = member.owner ?? root;
  const { modified } = member;
  const header = ustar(split ?? { name: bytes.subarray(0, 100) }, types[member.type], {
    size: large ? 0 : member.size,
    mode: member.mode ?? (isDirectory ? 0o700 : 0o600),
    modified,
    owner,
    target,
  });
  const records = Buffer.concat([
    ...(split ? [] : [paxRecord('path', bytes)]),
    ...(target.length > 100 ? [paxRecord('linkpath', target)] : []),
    ...(large ? [paxRecord('size', Buffer.from(`${member.size}`))] : []),
    ...(owner.uid > largestOctalId ? [paxRecord('uid', Buffer.from(`${owner.uid}`))] : []),
    ...(owner.gid > largestOctalId ? [paxRecord('gid', Buffer.from(`${owner.gid}`))] : []),
  ]);
  if (records.length === 0) return header;
  const pax = ustar({ name: Buffer.from('PaxHeader') }, 'x', {
    size: records.length,
    mode: 0o600,
    modified,
    owner: root,
    target: Buffer.alloc(0),
  });
  return Buffer.concat([pax, records, Buffer.alloc(paddingFor(records.length)), header]);
}

interface SplitName {
  readonly name: Buffer;
  readonly prefix?: Buffer;
}

/** Name and prefix for ustar; undefined if they do not fit. */
function splitName(path: Buffer): SplitName | undefined {
  if (path.length <= 100) return { name: path };
  if (path.length > 256) return undefined;
  const slash = path.indexOf('/', Math.max(path.length - 101, 0));
  if (slash < 1 || slash > 155 || slash === path.length - 1) return undefined;
  return { name: path.subarray(slash + 1), prefix: path.subarray(0, slash) };
}

interface UstarFields {
  readonly size: number;
  readonly mode: number;
  readonly modified: number;
  readonly owner: MemberOwner;
  readonly target: Buffer;
}

function ustar(
  { name, prefix }: SplitName,
  type: string,
  { size, mode, modified, owner, target }: UstarFields,
): Buffer {
  // This runs for every member: memory from the pool, and few writes.
  const header = Buffer.allocUnsafe(block).fill(0);
  name.copy(header, 0);
  const numbers = [
    octal(8, mode),
    octal(8, owner.uid > largestOctalId ? 0 : owner.uid),
    octal(8, owner.gid > largestOctalId ? 0 : owner.gid),
    octal(12, size),
    octal(12, Math.min(Math.max(Math.floor(modified), 0), largestOctalSize)),
  ];
  header.write(`${numbers.join('')}        ${type}`, 100, 'latin1');
  header.write('ustar\x0000', 257, 'latin1');
  target.copy(header, 157, 0, Math.min(target.length, 100));
  header.write(owner.user, 265, 31);
  header.write(owner.group, 297, 31);
  prefix?.copy(header, 345);
  header.write(`${octal(7, sumOf(header))} `, 148, 'latin1');
  return header;
}

const octal = (length: number, value: number): string => `${value.toString(8).padStart(length - 1, '0')}\0`;

/** The sum of the bytes of a header, four in one step: each half of a sum has 16 bits, enough for half of the bytes. */
function sumOf(header: Buffer): number {
  let halves = 0;
  for (const word of new Uint32Array(header.buffer, header.byteOffset, block / 4))
    halves += (word & 0xff_00_ff) + ((word >>> 8) & 0xff_00_ff);
  return (halves % 0x1_00_00) + Math.floor(halves / 0x1_00_00);
}

/** `LENGTH KEY=VALUE\n`, where the length includes its own digits. */
function paxRecord(key: string, value: Buffer): Buffer {
  const rest = key.length + value.length + 3;
  let length = rest + `${rest}`.length;
  if (`${length}`.length !== `${rest}`.length) length = rest + `${length}`.length;
  return Buffer.concat([Buffer.from(`${length} ${key}=`), value, Buffer.from('\n')]);
}
