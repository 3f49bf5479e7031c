import { resolve } from 'node:path';
import { anotherKey, defaultKeyPath, kindsOf, listFiles, readKey, readMapListKey } from '@hostspec/policy';
import {
  createIdentityUnmap,
  type IdentityKind,
  identityKinds,
  keyCheck,
  personalKinds,
} from '@hostspec/redact';
import type { Mapped } from '@hostspec/spec';
import { checkConfig } from '../catalogs/catalog.js';
import { type ChosenPolicy, choosePolicy } from '../chosen-policy.js';
import type { Io } from '../io.js';
import { maskedManifest, notes, writeCopy } from '../masked-copy/redact-input.js';
import type { Values } from '../options.js';
import { usageError } from '../usage-error.js';
import type { options } from './options.js';

/** Writes a copy with the identity restored; returns the exit status. */
export async function unmap(path: string, values: Values<typeof options>, io: Io): Promise<number> {
  const { map, 'map-list': list, ...others } = values;
  const policy = await choosePolicy(others, io, ['key', 'map-list']);
  await checkConfig(undefined, io);
  const chosen = { ...policy, mapList: list === undefined ? policy.mapList : resolve(io.cwd, list) };
  const given =
    map === undefined ? undefined : kindsOf(map, { all: identityKinds, personal: personalKinds }, '--map');
  const change = (mapped: Mapped | undefined) => {
    const isListed = list !== undefined || mapped?.list === true;
    const { key, name, file, advice } = isListed ? listKey(path, chosen) : fileKey(chosen);
    if (mapped !== undefined && mapped.keyCheck !== keyCheck(key))
      throw usageError(
        `${name} ${file} is not the ${isListed ? 'list' : 'key'} that ${path} was mapped with; give that ${isListed ? 'list, with the --key if one was given' : `key${advice}`}`,
        name,
        file,
      );
    const kinds = mapped === undefined ? (given ?? identityKinds) : recordedKinds(mapped, given, path);
    const redaction = createIdentityUnmap({ key, kinds, ...(mapped?.keepVendor && { keepVendor: true }) });
    const manifest = maskedManifest(redaction, notes.unmapped, ({ mapped: _, ...others }) => others);
    return { redaction, manifest, keepsPacked: true };
  };
  return writeCopy(
    path,
    values,
    {
      change(_, own) {
        const mapped = own?.manifest?.mapped;
        // Every address can be a token, so all would become others.
        if (own !== undefined && mapped === undefined && given === undefined)
          throw usageError(
            `${path} was not mapped, as its manifest says, so nothing can be restored; if it was, name the kinds with --map`,
            'INPUT',
            path,
          );
        return change(mapped);
      },
      done: ['token', 'restored'],
    },
    io,
  );
}

/** A key, and how messages name it. */
interface NamedKey {
  readonly key: Buffer;
  readonly name: string;
  readonly file: string;
  readonly advice: string;
}

function listKey(path: string, chosen: ChosenPolicy): NamedKey {
  const { mapList, subject } = chosen;
  if (mapList === undefined)
    throw usageError(
      `${path} was mapped with a list, and only that restores it; give it with --map-list FILE`,
      '--map-list',
    );
  const key = readMapListKey(listFiles(chosen, mapList));
  return { key, name: subject('map-list'), file: mapList, advice: '' };
}

function fileKey({ key: chosen, subject }: ChosenPolicy): NamedKey {
  const [file, name, advice] =
    chosen === undefined ? [defaultKeyPath, 'the key', anotherKey] : [chosen, subject('key'), ''];
  // A key that is made now restores nothing.
  const key = readKey(file, name, { makes: false, advice });
  return { key, name, file, advice: chosen === undefined ? ' with --key FILE' : '' };
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
  return kindsOf(
    kinds,
    { all: identityKinds, personal: personalKinds },
    `${path} was mapped with a kind that this version does not know:`,
  );
}
