import { isAbsolute } from 'node:path';
import type { Setting } from '@hostspec/spec';

/** The settings of `hostspec check`, which are also options on the command line. */
export const checkSettings = {
  findings: {
    default: [],
    check: (path) => (isAbsolute(path) ? undefined : 'allowed: absolute paths'),
  },
} as const satisfies Readonly<Record<string, Pick<Setting, 'default' | 'check'>>>;
