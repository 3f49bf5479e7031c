import { gzipSync } from 'node:zlib';
import { plainFile } from '@hostspec/testing/pathological';

/** A member of a tar, with whatever a stranger writes into its header. */
export interface Member {
  readonly name: string;
  /** Letter of the type; default a file. */
  readonly type?: string;
  readonly linkname?: string;
  /** Records of a pax header before it. */
  readonly pax?: Readonly<Record<string, string>>;
  readonly content?: string | Uint8Array;
}

/** Writes a tar.gz with these members, which no tool would write; returns its path. */
export function hostileTar(path: string, members: readonly Member[]): string {
  return plainFile(
    path,
    gzipSync(Buffer.concat([...members.flatMap(blocks), Buffer.alloc(1024)]), { level: 9 }),
  );
}

function blocks({ name, type = '0', linkname = '', pax = {}, content = '' }: Member): Buffer[] {
  const long = {
    ...(Buffer.byteLength(name) > 100 ? { path: name } : {}),
    ...(Buffer.byteLength(linkname) > 100 ? { linkpath: linkname } : {}),
    ...pax,
  };
  const records = Buffer.from(Object.entries(long).map(record).join(''));
  const header = records.length > 0 ? [headerOf('pax', 'x', '', records.length), ...padded(records)] : [];
  const bytes = Buffer.from(content);
  return [...header, headerOf(name, type, linkname, bytes.length), ...padded(bytes)];
}

function padded(bytes: Buffer): Buffer[] {
  return [bytes, Buffer.alloc((512 - (bytes.length % 512)) % 512)];
}

function headerOf(name: string, type: string, linkname: string, size: number): Buffer {
  const header = Buffer.alloc(512);
  Buffer.from(name).copy(header, 0, 0, 100);
  header.write('0000600\x000000000\x000000000\x00', 100, 'latin1');
  header.write(`${size.toString(8).padStart(11, '0')}\x0000000000000\x00        ${type}`, 124, 'latin1');
  Buffer.from(linkname).copy(header, 157, 0, 100);
  header.write('ustar\x0000', 257, 'latin1');
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\x00 `, 148, 'latin1');
  return header;
}

/** `LENGTH KEY=VALUE\n`, where the length counts its own digits. */
function record([key, value]: [string, string]): string {
  const rest = Buffer.byteLength(` ${key}=${value}\n`);
  const digits = `${rest + `${rest}`.length}`.length;
  return `${rest + digits} ${key}=${value}\n`;
}
