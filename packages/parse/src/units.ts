import { eachLine, type Table } from './table.js';
import { wordsOf } from './words.js';

/** A unit of systemd that is in memory. */
export interface Unit {
  readonly name: string;
  readonly load: string;
  readonly active: string;
  readonly description: string;
}

/** The units of `systemctl list-units` (spec `systemctl_list_units`). */
export const units: Table<Unit> = eachLine((line) => {
  const words = wordsOf(line.replace(/^\s*[●○↻×*x](?=\s)/, ''));
  const [name = '', load = '', active = ''] = words;
  return /\.[a-z]+$/.test(name) && /^(?:loaded|not-found|bad-setting|error|masked|merged|stub)$/.test(load)
    ? { name, load, active, description: words.slice(4).join(' ') }
    : undefined;
});

/** A unit file of systemd. */
export interface UnitFile {
  readonly name: string;
  /** `enabled`, `disabled`, `static`, … */
  readonly state: string;
}

/** The unit files of `systemctl list-unit-files` (spec `systemctl_list_unit_files`). */
export const unitFileRows: Table<UnitFile> = eachLine((line) => {
  const [, name, state] = /^\s*(\S+\.[a-z]+)\s+([a-z][a-z-]*)(?:\s|$)/.exec(line) ?? [];
  return name === undefined || state === undefined ? undefined : { name, state };
});
