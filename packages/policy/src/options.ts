import type { RedactionSetting } from './settings/redaction-settings.js';

/** What a user chose to mask, to replace and to leave out. All paths are absolute. */
export interface PolicyOptions {
  /** Do not mask secrets. */
  readonly keepSecrets?: boolean | undefined;
  /** The kinds of identity to replace with tokens, or `identity` for all of them, or `gdpr` for those of people and hosts. */
  readonly map?: readonly string[] | undefined;
  /** The file of the key. Without it, each run has another one; a mapping uses that of this host. */
  readonly key?: string | undefined;
  /** The file that keeps the table of a mapping; without it, nobody can restore what was mapped. */
  readonly mapList?: string | undefined;
  /** The file of words to map, one in each line. */
  readonly keywords?: string | undefined;
  /** The file of rules for secrets, tried before the others. */
  readonly rules?: string | undefined;
  /** The file that says what must not be collected. Default: `/etc/hostspec/deny.yaml`, if it exists. */
  readonly deny?: string | undefined;
  /** What names one of these values in messages. Default: its own name. */
  readonly subject?: (setting: RedactionSetting) => string;
  /** Gets a note for the user, which is not an error. */
  readonly note?: (text: string) => void;
}

/** What names a value of the options in messages. */
export const subjectOf = ({ subject }: Pick<PolicyOptions, 'subject'>, setting: RedactionSetting): string =>
  subject?.(setting) ?? setting;
