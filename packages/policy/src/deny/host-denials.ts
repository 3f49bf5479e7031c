import type { Denials } from '@hostspec/engine';
import { shown, usageError } from '@hostspec/host-kit';
import { type Host, isHostError, messageOf } from '@hostspec/spec';
import type { DenialFile, DenialKey } from './denial-file.js';
import { type Denied, deniedBy, hostDenialFiles } from './denials.js';

const maxBytes = 1024 * 1024;
const maxEntries = 1000;
// A command that reaches a host can be long.
const shownCharacters = 100;

/** An open host. */
export interface DenyingHost {
  readonly host: Host;
  /** The name of another machine, whose own files count, too; undefined for this machine, a root directory or an archive. */
  readonly elsewhere: string | undefined;
}

/**
 * The denials for an open host: those of this machine (`denied`) and, for another host, those of its own files.
 *
 * @throws UsageError if such a file cannot be read or understood, so that nothing is collected against the owner's will.
 */
export async function denialsOn(
  { host, elsewhere }: DenyingHost,
  denied: Denied | undefined,
): Promise<Denied | undefined> {
  if (elsewhere === undefined) return denied;
  const own = await readHostDenials(host, shown(elsewhere, shownCharacters));
  return own && denied ? together(denied, own) : (own ?? denied);
}

async function readHostDenials(host: Host, name: string): Promise<Denied | undefined> {
  const contents = await Promise.all(
    hostDenialFiles.map(async ([path, keys]) => ({ path, keys, content: await contentOf(host, name, path) })),
  );
  // An archive made on the host has the same form.
  const files: DenialFile[] = [];
  for (const { path, keys, content } of contents)
    if (content !== undefined) files.push({ ...(await hostFile(`${name}:${path}`, content, keys)), path });
  if (files.length === 0) return undefined;
  return deniedBy(files);
}

async function contentOf(host: Host, name: string, path: string): Promise<Uint8Array | undefined> {
  try {
    return await host.readFile(path);
  } catch (error) {
    if (isHostError(error) && error.problem === 'absent') return undefined;
    const why = messageOf(error);
    const advice = isHostError(error) && error.problem === 'denied' ? '; connect as root, or use --sudo' : '';
    throw unusable(`${name}:${path}`, `cannot be read: ${shown(why, 1000)}${advice}`);
  }
}

async function hostFile(path: string, content: Uint8Array, keys: readonly DenialKey[]): Promise<DenialFile> {
  if (content.length > maxBytes) throw unusable(path, `is larger than ${maxBytes} bytes`);
  const { denialFileOf } = await import('./denial-file.js');
  const file = await denialFileOf(path, new TextDecoder().decode(content), '--host', keys);
  const { specs, files, commands, texts, expressions, keywords } = file;
  const entries = [specs, files, commands, texts, expressions, keywords].flat().length;
  if (entries > maxEntries) throw unusable(path, `has ${entries} entries; allowed: at most ${maxEntries}`);
  return file;
}

function unusable(path: string, problem: string): Error {
  return usageError(
    `${path} ${problem}: it says what must not be collected, so nothing was collected`,
    '--host',
    path,
  );
}

function together(one: Denied, other: Denied): Denied {
  const either =
    (key: keyof Denials) =>
    (given: string): string | undefined =>
      one.denials[key](given) ?? other.denials[key](given);
  return {
    denials: { spec: either('spec'), file: either('file'), command: either('command') },
    member: (path) => one.member(path) ?? other.member(path),
    texts: [...one.texts, ...other.texts],
    expressions: [...one.expressions, ...other.expressions],
    keywords: [...one.keywords, ...other.keywords],
  };
}
