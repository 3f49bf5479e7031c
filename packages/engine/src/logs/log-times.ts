import { type RecordedBoot, recordedBoot, usageError } from '@hostspec/host-kit';
import { type CollectingHost, type Host, readBytes, readText, runLines, windowSeconds } from '@hostspec/spec';
import type { OptionName } from '../plan/restrictions.js';
import { checkWindow, type Window, type WindowOptions, windowOf } from './window.js';
import { utc, type Zone, zoneOf } from './zone.js';

/** Which part of logs and of the journal a run collects. */
export interface LogOptions {
  /** The time that logs and the journal are collected for, in place of the windows of specs. */
  readonly window?: WindowOptions;
  /** Collect logs and the journal without the size limits of specs. Default false. */
  readonly fullLogs?: boolean;
}

/** The times that select logs on one host. */
export interface LogTimes {
  /** The window that was asked for; it replaces those of specs. */
  readonly asked: Window | undefined;
  readonly full: boolean;
  /** The window for a spec with this one; undefined if there is none. */
  windowFor(window: string | undefined): Promise<Window | undefined>;
  /** The zone of the host's local time. */
  zone(): Promise<Zone>;
}

const largestZone = 64 * 1024;

/**
 * Determines the times for a host, in the host's time zone. `asking` reads only what is needed for that.
 *
 * @throws UsageError for a window that is not possible, or a boot that the host does not know.
 */
export async function logTimes(
  host: CollectingHost,
  asking: Host,
  { window, fullLogs = false }: LogOptions,
  nameOf: OptionName,
): Promise<LogTimes> {
  let zone: Promise<Zone> | undefined;
  let now: Promise<number> | undefined;
  const times = {
    full: fullLogs,
    zone: () => (zone ??= readZone(asking)),
    async windowFor(text: string | undefined): Promise<Window | undefined> {
      const seconds = text === undefined ? undefined : windowSeconds(text);
      if (asked !== undefined || seconds === undefined) return asked;
      now ??= nowOf(host, asking);
      return { since: (await now) - seconds * 1000, asked: `${text}` };
    },
  };
  const { since, until, boot } = window ?? {};
  let asked: Window | undefined;
  if (window) checkWindow(window, nameOf);
  if (boot !== undefined) asked = await bootWindow(asking, String(boot), nameOf);
  else if (window && (since ?? until) !== undefined)
    asked = windowOf(window, await nowOf(host, asking), await times.zone(), nameOf);
  return { ...times, asked };
}

async function readZone(host: Host): Promise<Zone> {
  const file = await readBytes(host, '/etc/localtime', { maxBytes: largestZone });
  return file === undefined ? utc : zoneOf(file);
}

/** The time of the host: for one that does not run, when it last wrote a log. */
async function nowOf(host: CollectingHost, asking: Host): Promise<number> {
  if (host.executes) return host.now?.() ?? Date.now();
  const { paths } = await asking.glob(['/var/log/*', '/var/log/*/*'], { newest: 1 });
  const newest = paths[0] === undefined ? undefined : await asking.stat(paths[0]);
  return newest?.modified ? Math.min(newest.modified, Date.now()) : Date.now();
}

const mostNamed = 5;

/** The window of a boot: from its first message to its last. @throws UsageError if the host does not know the boot. */
export async function bootWindow(host: Host, boot: string, nameOf: OptionName): Promise<Window> {
  const asked = `${nameOf('boot')} ${boot}`;
  const boots = await bootsOf(host);
  const found = boots.find(({ number, id }) => number === boot || id === boot);
  // The journal may have lost the beginning of the current boot, and the current boot has no end.
  if (boot === '0' || found?.number === '0') {
    const first = (await startOfKernel(host)) ?? (found && timeOf(found.first));
    if (first !== undefined) return { since: first, asked };
  }
  if (found) return { since: timeOf(found.first), until: timeOf(found.last) + 999, asked };
  const numbers = boots.map(({ number }) => number);
  const known = !host.executes
    ? 'its journal is not read, because it is not the running machine'
    : numbers.length === 0
      ? 'its journal names no boot'
      : `its journal has ${numbers.length > mostNamed ? `${numbers.length} boots, from ${numbers[0]} to ${numbers.at(-1)}` : numbers.join(', ')}`;
  throw usageError(
    `${asked} is not a boot that the host knows: ${known}; give a window by ${nameOf('since')} and ${nameOf('until')} instead`,
    nameOf('boot'),
    boot,
  );
}

/** The boots of the journal, the oldest first. Their times are UTC. */
async function bootsOf(host: Host): Promise<readonly RecordedBoot[]> {
  const argv = ['/usr/bin/journalctl', '-q', '--no-pager', '--list-boots'];
  const lines = (host.executes && (await runLines(host, argv, { env: { TZ: 'UTC' } }))) || [];
  return lines.flatMap((line) => recordedBoot(line) ?? []);
}

const timeOf = (text: string): number => Date.parse(`${text.replace(' ', 'T')}Z`);

async function startOfKernel(host: Host): Promise<number | undefined> {
  if (!host.executes) return undefined;
  const seconds = /^btime (\d+)$/m.exec((await readText(host, '/proc/stat')) ?? '')?.[1];
  return seconds === undefined ? undefined : Number(seconds) * 1000;
}
