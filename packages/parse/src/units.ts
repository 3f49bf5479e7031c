import { blocks, eachLine, type Table } from './table.js';
import { countOf, wordsOf } from './words.js';

// The dots and arrows that systemctl prints before a unit, as escapes: a character beyond Latin-1 doubles the memory of a bundle's text.
const marked = /^\s*[\u25cf\u25cb\u21bb×*x](?=\s)/;

/** A unit of systemd that is in memory. */
export interface Unit {
  readonly name: string;
  readonly load: string;
  readonly active: string;
  /** The state within `active`, such as `running`, `exited`, `plugged`. */
  readonly sub: string;
  readonly description: string;
}

/** The units of `systemctl list-units` (spec `systemctl_list_units`). */
export const units: Table<Unit> = eachLine((line) => {
  const words = wordsOf(line.replace(marked, ''));
  const [name = '', load = '', active = '', sub = ''] = words;
  return /\.[a-z]+$/.test(name) && /^(?:loaded|not-found|bad-setting|error|masked|merged|stub)$/.test(load)
    ? { name, load, active, sub, description: words.slice(4).join(' ') }
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

/** The state of a service, from systemd. */
export interface ServiceState {
  readonly name: string;
  /** Result of its last run: `success`, `exit-code`, `oom-kill`, `timeout`, … */
  readonly result: string | undefined;
  /** Restarts by systemd since it was last started by hand. */
  readonly restarts: number | undefined;
  /** When it failed, in seconds since the boot; undefined unless it is failed now. */
  readonly failed_seconds: number | undefined;
}

/** The services of `systemctl show '*.service'` (spec `systemctl_show_all_services`): blocks of properties, with an empty line between them. */
export const serviceStates: Table<ServiceState> = () => {
  let [read, openAt, completeAt] = [0, 0, 0];
  let properties: Record<string, string> = {};
  const complete = (): ServiceState | undefined => {
    const { Id: name, Result: result, NRestarts: restarts, ActiveState: state } = properties;
    const stopped = countOf(properties.InactiveEnterTimestampMonotonic);
    completeAt = openAt;
    properties = {};
    return name === undefined
      ? undefined
      : {
          name,
          result,
          restarts: countOf(restarts),
          failed_seconds: state === 'failed' && stopped ? stopped / 1e6 : undefined,
        };
  };
  return {
    line(text) {
      read++;
      if (text === '') return complete();
      const [, key, value = ''] =
        /^(Id|Result|NRestarts|ActiveState|InactiveEnterTimestampMonotonic)=(.{0,300})/.exec(text) ?? [];
      if (key === 'Id') openAt = read;
      if (key !== undefined) properties[key] ??= value;
      return undefined;
    },
    end: complete,
    begin: () => completeAt,
  };
};

/** The output of `systemctl status` for one unit. */
export interface UnitStatus {
  readonly name: string;
  /** The first word of its `Active:` line, such as `active` or `failed`. */
  readonly active: string | undefined;
  readonly lines: readonly string[];
}

const mostStatusLines = 1000;

/** The units of `systemctl status` (spec `systemctl_status_all`); of each, its first 1000 lines. */
export const unitStatuses: Table<UnitStatus> = blocks<{
  readonly name: string;
  active: string | undefined;
  readonly lines: string[];
}>(
  (line) => {
    const name = /^[\u25cf\u25cb\u21bb×*x] (\S{1,256}\.[a-z]{1,20})(?= - |$)/.exec(line)?.[1];
    return name === undefined ? undefined : { name, active: undefined, lines: [line] };
  },
  (unit, line) => {
    unit.active ??= /^ {1,20}Active: ([a-z-]{1,40})/.exec(line)?.[1];
    if (unit.lines.length < mostStatusLines) unit.lines.push(line);
  },
);
