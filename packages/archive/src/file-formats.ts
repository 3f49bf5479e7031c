import type { FileFormatName } from './formats.js';
import type { FileFormat } from './write/format.js';
import { ndjson } from './write/ndjson-format.js';
import { tarGz } from './write/tar-gz-format.js';

/** How to recognize, write and read each format that is one file. */
export const fileFormats: { readonly [F in FileFormatName]: FileFormat } = {
  'tar.gz': tarGz(),
  ndjson,
};
