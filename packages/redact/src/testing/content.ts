import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ContentRedactor } from '@hostspec/spec';

const packages = join(import.meta.dirname, '../../..');

/** The contents of the fixtures of all packages, by path. */
export function fixtures(): Map<string, Buffer> {
  const files = readdirSync(packages)
    .map((name) => join(packages, name, 'fixtures'))
    .flatMap((folder) => {
      try {
        return readdirSync(folder, { recursive: true, withFileTypes: true });
      } catch {
        return [];
      }
    })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  return new Map(files.map((path) => [path, readFileSync(path)]));
}

/** Bytes in pieces of a size. */
export const piecesOf = (bytes: Buffer, size = bytes.length): Buffer[] =>
  Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
    bytes.subarray(at * size, (at + 1) * size),
  );

/** Bytes in the pieces between positions. A number beyond the end starts again from the front. */
export function cutAt(bytes: Buffer, cuts: readonly number[]): Buffer[] {
  const at = [0, ...cuts.map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b), bytes.length];
  return at.slice(1).map((to, index) => bytes.subarray(at[index], to));
}

/** All that a redactor returns for pieces. */
export const through = ({ push, end }: ContentRedactor, pieces: readonly Uint8Array[]): Buffer =>
  Buffer.concat([...pieces.map((piece) => Buffer.from(push(piece))), end()]);
