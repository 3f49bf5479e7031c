import { limiter } from '@hostspec/host-kit';
import { type CollectingHost, type Host, readText } from '@hostspec/spec';
import { collectingHost } from '../plan/collecting-host.js';
import { forbidden } from '../plan/denials.js';
import { denyingHost } from '../plan/denying-host.js';
import type { PlanContext } from '../plan/session.js';

/** The share of time, in percent of the last ten seconds, that something waited for each of these, above which commands wait. */
const pressures = [
  ['cpu', 20],
  ['io', 20],
  ['memory', 5],
] as const;

const pauseSeconds = 2;

/** A host whose commands may wait. */
interface PatientHost<H> {
  readonly host: H;
  /** Seconds of all pauses so far. */
  paused(): number;
  /** What to say about the pauses at the end. */
  pauses(): readonly string[];
}

/** The host of a run. With `patience`, its commands run one at a time, each after a pause while the host is under pressure. */
export function patientOf({
  host,
  catalog,
  denials,
  patience,
}: PlanContext & { readonly patience?: number }): PatientHost<Host> {
  const collecting = collectingHost(host);
  return patience !== undefined && collecting.executes
    ? patientHost(collecting, denyingHost(collecting, forbidden(denials, catalog)), patience)
    : { host, paused: () => 0, pauses: () => [] };
}

/** Creates a host whose commands wait while it is under pressure, at most `mostSeconds`. `asking` reads the pressure. */
export function patientHost(
  host: CollectingHost,
  asking: Host,
  mostSeconds: number,
): PatientHost<CollectingHost> {
  const turn = limiter(1);
  let count = 0;
  let wake = (): void => {};
  let isStopped = false;
  const highest = new Map<string, number>();
  const paused = (): number => count * pauseSeconds;
  const isUnderPressure = async (): Promise<boolean> => {
    const found = await Promise.all(
      pressures.map(async ([name, most]) => {
        const share = shareIn(await readText(asking, `/proc/pressure/${name}`));
        if (share <= most) return false;
        highest.set(name, Math.max(share, highest.get(name) ?? 0));
        return true;
      }),
    );
    return found.includes(true);
  };
  const afterPause = async <T>(work: () => Promise<T>): Promise<T> =>
    turn(async () => {
      if (!isStopped && paused() + pauseSeconds <= mostSeconds && (await isUnderPressure())) {
        count++;
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, pauseSeconds * 1000);
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      return work();
    });
  return {
    host: {
      ...host,
      run: (command, options) => afterPause(() => host.run(command, options)),
      runInto: (argv, take, options) => afterPause(() => host.runInto(argv, take, options)),
      stop(reason) {
        isStopped = true;
        wake();
        return host.stop(reason);
      },
    },
    paused,
    pauses() {
      if (count === 0) return [];
      const shares = [...highest].map(([name, share]) => `${name} ${Math.round(share)} %`).join(', ');
      const rest = paused() + pauseSeconds > mostSeconds ? ', and no longer, because of the time limit' : '';
      return [
        `commands waited for ${paused()} s in all while the host was under pressure (at most ${shares})${rest}`,
      ];
    },
  };
}

/** The share of the last ten seconds in a file of the kernel; 0 if there is none. */
function shareIn(text: string | undefined): number {
  return Number(/^some avg10=([\d.]+)/.exec(text ?? '')?.[1] ?? 0);
}
