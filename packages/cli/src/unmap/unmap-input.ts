import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { createIdentityUnmap, identityKinds } from '@hostspec/redact';
import type { Io } from '../io.js';
import { defaultKeyPath, kindsOf } from '../load/identity.js';
import { readKey } from '../load/key-file.js';
import type { Values } from '../options.js';
import { notes } from '../redact/manifest-change.js';
import { writeCopy } from '../redact/redact-input.js';
import { usageError } from '../usage-error.js';
import type { options } from './options.js';

/** Writes a copy with the identity restored; returns the exit status. */
export async function unmap(path: string, values: Values<typeof options>, io: Io): Promise<number> {
  const file = values.key === undefined ? defaultKeyPath : resolve(io.cwd, values.key);
  // A key that is made now restores nothing.
  if (!existsSync(file))
    throw usageError(
      `--key ${file} does not exist; allowed: the key that the identity was mapped with`,
      '--key',
      file,
    );
  const redaction = createIdentityUnmap({
    key: readKey(file, '--key'),
    kinds: kindsOf(values.map ?? ['identity'], identityKinds),
  });
  return writeCopy(path, values, { redaction, note: notes.unmapped, done: ['token', 'restored'] }, io);
}
