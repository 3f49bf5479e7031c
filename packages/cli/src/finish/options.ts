import { formats } from '@hostspec/archive/formats';
import { forceArchive } from '../shared-options.js';

/** The options of the command. */
export const options = {
  format: {
    kind: 'text',
    choices: formats,
    doc: 'Format of the archive (default: the format of the run)',
  },
  output: {
    kind: 'text',
    short: 'o',
    value: 'PATH',
    doc: 'Where to write the archive: a new file or directory, or an archive to replace (default: where the run would have written it)',
  },
  force: forceArchive,
} as const;
