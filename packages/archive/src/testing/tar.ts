import { buffer } from 'node:stream/consumers';
import { pack } from 'tar-stream';

/** A member of a tar. */
export type TarMember = Parameters<ReturnType<typeof pack>['entry']>[0] & {
  readonly content?: string | Uint8Array;
};

/** A tar of these members, written by tar-stream. */
export async function tarOf(members: readonly TarMember[]): Promise<Buffer> {
  const tar = pack();
  for (const { content = '', ...header } of members) tar.entry(header, Buffer.from(content));
  tar.finalize();
  return await buffer(tar as unknown as AsyncIterable<Buffer>);
}

/** Writes the name of a tar's member over, in bytes that text cannot have, with the right checksum. `at` is where its header begins. */
export function renameMember(tar: Buffer, at: number, name: string): void {
  const header = tar.subarray(at, at + 512);
  header.write(name, 'latin1');
  header.fill(' ', 148, 156);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
}
