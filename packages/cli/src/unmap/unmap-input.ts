import { anotherKey, defaultKeyPath, kindsOf, readKey } from '@hostspec/policy';
import { createIdentityUnmap, type IdentityKind, identityKinds, keyCheck } from '@hostspec/redact';
import type { Mapped } from '@hostspec/spec';
import { choosePolicy } from '../chosen-policy.js';
import type { Io } from '../io.js';
import { maskedManifest, notes } from '../masked-copy/manifest-change.js';
import { writeCopy } from '../masked-copy/redact-input.js';
import type { Values } from '../options.js';
import { usageError } from '../usage-error.js';
import type { options } from './options.js';

/** Writes a copy with the identity restored; returns the exit status. */
export async function unmap(path: string, values: Values<typeof options>, io: Io): Promise<number> {
  const { map, ...others } = values;
  const { key: chosen, subject } = await choosePolicy(others, io, ['key']);
  const [file, name, advice] =
    chosen === undefined ? [defaultKeyPath, 'the key', anotherKey] : [chosen, subject('key'), ''];
  // A key that is made now restores nothing.
  const key = readKey(file, name, { makes: false, advice });
  const given = map === undefined ? undefined : kindsOf(map, identityKinds, '--map');
  const change = (mapped: Mapped | undefined) => {
    if (mapped !== undefined && mapped.keyCheck !== keyCheck(key))
      throw usageError(
        `${name} ${file} is not the key that ${path} was mapped with; give that key${chosen === undefined ? ' with --key FILE' : ''}`,
        name,
        file,
      );
    const kinds = mapped === undefined ? (given ?? identityKinds) : recordedKinds(mapped, given, path);
    const redaction = createIdentityUnmap({ key, kinds, ...(mapped?.keepVendor && { keepVendor: true }) });
    const manifest = maskedManifest(redaction, notes.unmapped, () => undefined);
    return { redaction, manifest, keepsPacked: true };
  };
  return writeCopy(
    path,
    values,
    { change: (_, own) => change(own?.manifest?.mapped), done: ['token', 'restored'] },
    io,
  );
}

/** The kinds that an archive says were mapped. @throws UsageError if others were given, or this version does not know one. */
function recordedKinds(
  { kinds }: Mapped,
  given: readonly IdentityKind[] | undefined,
  path: string,
): IdentityKind[] {
  if (given && given.toSorted().join() !== kinds.toSorted().join())
    throw usageError(
      `--map ${given.join()} is not what ${path} says, which is ${kinds.join()}; leave --map out`,
      '--map',
      given,
    );
  return kindsOf(kinds, identityKinds, `${path} was mapped with a kind that this version does not know:`);
}
