import type { ArchiveKind } from '@hostspec/spec';
import { manifestName, markerName } from '../manifest.js';

/** How to recognize an archive, and where its parts are. */
interface KindOfArchive {
  /** Whether an archive has these files. */
  recognizes(names: ArchiveNames): boolean;
  /** Names of which each archive of the kind has at least one, in the folder that everything is in. */
  readonly marks: readonly string[];
  /** Prefix of the host's files, below the folder that everything is in. */
  readonly tree: 'data/' | '';
  /** Prefix of the metadata of insights-core, if the kind has them. */
  readonly metadata?: 'meta_data/';
}

/** The names in an archive, below the folder that everything is in. */
interface ArchiveNames {
  has(file: string): boolean;
  hasBelow(folder: string): boolean;
}

/** The first kind that recognizes an archive is its kind. */
export const archiveKinds: Readonly<Record<ArchiveKind, KindOfArchive>> = {
  hostspec: { recognizes: ({ has }) => has(manifestName), marks: [manifestName], tree: 'data/' },
  insights: {
    recognizes: ({ has, hasBelow }) => has(markerName) || (hasBelow('meta_data/') && hasBelow('data/')),
    marks: [markerName, 'meta_data'],
    tree: 'data/',
    metadata: 'meta_data/',
  },
  'insights-host': {
    recognizes: ({ hasBelow }) => hasBelow('insights_commands/'),
    marks: ['insights_commands'],
    tree: '',
  },
  sos: { recognizes: ({ hasBelow }) => hasBelow('sos_commands/'), marks: ['sos_commands'], tree: '' },
  tree: { recognizes: () => true, marks: ['boot', 'etc', 'proc', 'run', 'sys', 'usr', 'var'], tree: '' },
};

/** Whether a name is the mark of a kind of archive. */
export function isMark(name: string): boolean {
  return Object.values(archiveKinds).some(({ marks }) => marks.includes(name));
}
