import type { HostLine } from '@hostspec/archive';
import { bytesText, counted } from '@hostspec/host-kit';
import type { Io } from '../io.js';
import { mark } from '../safe-output.js';
import { oneLine, plainLine, printable, secondsText } from '../text.js';

/** What is known about a host that is being collected. */
export interface HostState {
  /** How many specs are done, and of how many; undefined before the plan is known. */
  specs?: { readonly done: number; readonly total: number };
  /** What has been under way for so many milliseconds, the longest first. */
  longest?: (milliseconds: number) => readonly string[];
}

/** The progress of a fleet on the terminal. */
export interface FleetProgress {
  /** Shows a host until it ends; `state` is looked at now and then. */
  begin(name: string, state: HostState): void;
  end(line: HostLine): void;
  /** Removes what changes. */
  close(): void;
}

const longestReason = 300;
const slow = 1000;
const interval = 250;
const fewestRows = 4;

interface Running {
  readonly state: HostState;
  readonly since: number;
}

/**
 * Shows a line for each running host and one with totals on a terminal, at most as many as it has lines; elsewhere, and above
 * those lines, one line for each host that ended and, on a terminal, was not collected.
 */
export function showFleet(total: number, { err }: Pick<Io, 'err'>): FleetProgress {
  const running = new Map<string, Running>();
  const counts = { collected: 0, incomplete: 0, failed: 0 };
  const begun = performance.now();
  if (!err.isTTY)
    return {
      begin() {},
      end: (line) => void err.write(`${endText(line)}\n`),
      close() {},
    };
  let shown = 0;
  const erase = (): string =>
    shown === 0 ? '' : mark('eraseLine') + mark('eraseLineAbove').repeat(shown - 1);
  const show = (above = ''): void => {
    const width = (err.columns ?? 80) - 1;
    const lines = [
      ...runningLines(running, Math.max((err.rows ?? 24) - 1, fewestRows) - 1),
      totalText(total, counts, running.size, performance.now() - begun),
    ].map((line) => plainLine(line, width));
    err.write(erase() + above + lines.join('\n'));
    shown = lines.length;
  };
  const timer = setInterval(show, interval);
  timer.unref();
  return {
    begin(name, state) {
      running.set(name, { state, since: performance.now() });
    },
    end(line) {
      running.delete(line.name);
      counts[line.outcome]++;
      show(line.outcome === 'collected' ? '' : `${endText(line)}\n`);
    },
    close() {
      clearInterval(timer);
      err.write(erase());
      shown = 0;
    },
  };
}

/** A line about a host that ended. */
export function endText({ name, outcome, reason, items, bytes, seconds }: HostLine): string {
  const why = reason === undefined ? '' : `: ${oneLine(reason, longestReason)}`;
  const what = items === undefined ? '' : `, ${counted(items, 'item')}, ${bytesText(bytes ?? 0)}`;
  return `${printable(name)}: ${outcome}${what}, ${secondsText(seconds)}${why}`;
}

/** The hosts that run longest come first; they are the ones to wait for. */
function runningLines(running: ReadonlyMap<string, Running>, most: number): string[] {
  const now = performance.now();
  const all = [...running];
  const lines = all.slice(0, all.length > most ? most - 1 : most).map(([name, { state, since }]) => {
    const specs = state.specs ? `${state.specs.done}/${state.specs.total} specs` : 'connecting';
    const waiting = state.longest?.(slow).slice(0, 1) ?? [];
    const wait = waiting.map((each) => `, waiting for ${each}`).join('');
    return `  ${name}: ${specs}, ${secondsText((now - since) / 1000)}${wait}`;
  });
  return all.length > most ? [...lines, `  and ${all.length - lines.length} more`] : lines;
}

function totalText(
  total: number,
  { collected, incomplete, failed }: Readonly<Record<HostLine['outcome'], number>>,
  running: number,
  milliseconds: number,
): string {
  const parts = [
    `${collected}/${total} hosts collected`,
    ...(incomplete > 0 ? [`${incomplete} incomplete`] : []),
    ...(failed > 0 ? [`${failed} failed`] : []),
    `${running} running`,
    secondsText(milliseconds / 1000),
  ];
  return parts.join(', ');
}
