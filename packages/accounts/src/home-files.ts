import { listed } from '@hostspec/facts';
import {
  type Context,
  defineProvider,
  isNothing,
  type NamedElement,
  nothing,
  readBytes,
} from '@hostspec/spec';
import { type Home, homesOf } from './homes.js';

const keyFiles = ['.ssh/authorized_keys', '.ssh/authorized_keys2'];
const shellFiles = ['.bash_profile', '.bashrc', '.profile', '.zshrc'];
// ssh-keygen reads the whole file; a thousand keys have half as many bytes.
const maxKeyBytes = 1024 * 1024;

/** Files with the keys that may log in. */
export const homeAuthorizedKeys = defineProvider({
  name: 'home_authorized_keys',
  doc: `The files ${keyFiles.join(' and ')} in the directories of homes, unless they are empty or larger than 1 MiB.`,
  yields: 'list',
  evaluate: (context) =>
    filesInHomes(context, keyFiles, async ({ by }, path, size) => {
      if (size > maxKeyBytes) return `${path}: larger than 1 MiB`;
      // The program opens the file itself: what the account may not read, or is not in its home, never gets that far.
      return (await readBytes(context.host, path, { by, maxBytes: 1 })) ? undefined : `${path}: is not read`;
    }),
});

/** Files that shells read at their start. */
export const homeShellFiles = defineProvider({
  name: 'home_shell_files',
  doc: `The files ${shellFiles.join(', ')} in the directories of homes. Never histories.`,
  yields: 'list',
  evaluate: (context) => filesInHomes(context, shellFiles, async () => undefined),
});

/** Files of these names in home directories that are not empty; `wrong` says why one is left out. */
async function filesInHomes(
  context: Context,
  names: readonly string[],
  wrong: (home: Home, path: string, size: number) => Promise<string | undefined>,
) {
  const found = await homesOf(context);
  if (isNothing(found)) return found;
  const leftOut = [...found.leftOut];
  const elements: NamedElement[] = [];
  for (const home of found.homes)
    for (const name of names) {
      const value = `${home.path}/${name}`;
      const facts = await context.host.stat(value);
      if (facts?.kind !== 'file' || facts.size === 0) continue;
      const reason = await wrong(home, value, facts.size);
      if (reason === undefined) elements.push({ value, by: home.by });
      else leftOut.push(reason);
    }
  if (elements.length > 0) return listed(elements, leftOut);
  return nothing([`no home directory has ${names.join(' or ')}`, ...leftOut].join('; '));
}
