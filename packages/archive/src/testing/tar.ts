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
