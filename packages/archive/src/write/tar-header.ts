import { markerName } from '../manifest.js';

/** The header of a member of a tar archive. */
export interface TarMember {
  /** Relative; a directory's without a slash at the end. */
  readonly name: string;
  readonly type: 'file' | 'directory';
  /** Bytes of content. */
  readonly size: number;
  /** Seconds since the epoch. */
  readonly modified: number;
}

const block = 512;
const largestOctalSize = 0o77777777777;

/** Whether a tar with this beginning is one of hostspec: it has the exact bytes that hostspec writes for its top folder, and the marker. */
export function isOwnTar(start: Buffer): boolean {
  const long = /^\d+ path=(.*)\/\n/.exec(start.subarray(block, 2 * block).toString());
  const name = long?.[1] ?? start.subarray(0, start.indexOf('/')).toString();
  const modified = Number.parseInt(start.subarray(136, 147).toString('latin1'), 8);
  const folder = tarHeader({ name, type: 'directory', size: 0, modified });
  const rest = start.subarray(folder.length, folder.length + 3 * block);
  return start.subarray(0, folder.length).equals(folder) && rest.includes(`/${markerName}`);
}

/** Bytes after content of this size up to the next block. */
export function paddingFor(size: number): number {
  return (block - (size % block)) % block;
}

/** The header blocks of a member: ustar, with a pax header before it if name or size need one. */
export function tarHeader(member: TarMember): Buffer {
  const name = member.type === 'directory' ? `${member.name}/` : member.name;
  const bytes = Buffer.from(name);
  const split = splitName(bytes);
  const large = member.size > largestOctalSize;
  const header = ustar(split ?? { name: bytes.subarray(0, 100) }, member.type === 'directory' ? '5' : '0', {
    size: large ? 0 : member.size,
    mode: member.type === 'directory' ? 0o700 : 0o600,
    modified: member.modified,
  });
  if (split && !large) return header;
  const records = Buffer.concat([
    ...(split ? [] : [paxRecord('path', bytes)]),
    ...(large ? [paxRecord('size', Buffer.from(`${member.size}`))] : []),
  ]);
  const pax = ustar({ name: Buffer.from('PaxHeader') }, 'x', {
    size: records.length,
    mode: 0o600,
    modified: member.modified,
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

function ustar(
  { name, prefix }: SplitName,
  type: string,
  { size, mode, modified }: { size: number; mode: number; modified: number },
): Buffer {
  const header = Buffer.alloc(block);
  name.copy(header, 0);
  octal(header, 100, 8, mode);
  octal(header, 108, 8, 0);
  octal(header, 116, 8, 0);
  octal(header, 124, 12, size);
  octal(header, 136, 12, Math.max(Math.floor(modified), 0));
  header.fill(' ', 148, 156);
  header.write(type, 156, 'latin1');
  header.write('ustar\x0000', 257, 'latin1');
  header.write('root', 265, 'latin1');
  header.write('root', 297, 'latin1');
  prefix?.copy(header, 345);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
  return header;
}

function octal(header: Buffer, offset: number, length: number, value: number): void {
  header.write(value.toString(8).padStart(length - 1, '0'), offset, 'latin1');
}

/** `LENGTH KEY=VALUE\n`, where the length counts its own digits. */
function paxRecord(key: string, value: Buffer): Buffer {
  const rest = key.length + value.length + 3;
  let length = rest + `${rest}`.length;
  if (`${length}`.length !== `${rest}`.length) length = rest + `${length}`.length;
  return Buffer.concat([Buffer.from(`${length} ${key}=`), value, Buffer.from('\n')]);
}
