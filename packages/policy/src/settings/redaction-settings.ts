import { isAbsolute } from 'node:path';
import type { Setting } from '@hostspec/spec';

/** The settings of redaction, which are also options on the command line. */
export type RedactionSetting = 'keep-secrets' | 'map' | 'map-list' | 'key' | 'keywords' | 'rules' | 'deny';

// A relative path would mean another file in each directory.
const problem = 'allowed: an absolute path, or nothing for the default';

const file = {
  default: '',
  check: (path: string) => (path === '' || isAbsolute(path) ? undefined : problem),
};

/** Their allowed values in a configuration file, and their defaults. */
export const redactionSettings: Readonly<Record<RedactionSetting, Pick<Setting, 'default' | 'check'>>> = {
  'keep-secrets': { default: false },
  map: { default: [] },
  'map-list': file,
  key: file,
  keywords: file,
  rules: file,
  deny: file,
};
