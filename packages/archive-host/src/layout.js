import { HostspecError } from '@hostspec/spec';
import { createTree } from './tree.js';
/** A root file system: files only. @throws HostspecError `INVALID_ARCHIVE` if there is no `/etc`. */
export const treeLayout = (source) => {
  const tree = createTree(source);
  if (tree.find('/etc')?.kind !== 'directory')
    throw new HostspecError(
      'INVALID_ARCHIVE',
      `${source.path} is not an archive of hostspec or insights-core, a sos report or a root file system`,
      { subject: source.path },
    );
  return { tree, output: () => undefined, hadProgram: () => undefined };
};
