import { isAbsolute } from 'node:path';
import type { Setting } from '@hostspec/spec';

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

/** Options for masking, mapping and leaving out. All paths are absolute. */
export interface PolicyOptions {
  /** Do not mask secrets. */
  readonly keepSecrets?: boolean | undefined;
  /** The kinds of identity to replace with tokens, or `identity` for all of them, or `gdpr` for those of people and hosts. */
  readonly map?: readonly string[] | undefined;
  /** The file of the key. Default: a random key for each run; for a mapping, the key of this host. */
  readonly key?: string | undefined;
  /** The file for the list of mapped values. Without it, nobody can restore them. */
  readonly mapList?: string | undefined;
  /** The file of words to map, one in each line. */
  readonly keywords?: string | undefined;
  /** The file of rules for secrets, tried before the others. */
  readonly rules?: string | undefined;
  /** The file of denials. Default: `/etc/hostspec/deny.yaml`, if it exists. */
  readonly deny?: string | undefined;
  /** Returns the name of one of these options in messages. Default: the option itself. */
  readonly subject?: (setting: RedactionSetting) => string;
  /** Called with a note for the user, which is not an error. */
  readonly note?: (text: string) => void;
}

/** The name of an option in messages. */
export const subjectOf = ({ subject }: Pick<PolicyOptions, 'subject'>, setting: RedactionSetting): string =>
  subject?.(setting) ?? setting;

/** The settings of redaction, which are also options on the command line. */
export type RedactionSetting = 'keep-secrets' | 'map' | 'map-list' | 'key' | 'keywords' | 'rules' | 'deny';
