import { bytesText } from '@hostspec/host-kit';
import type { Io } from '../io.js';
import type { Tally } from '../runs/tally.js';
import { mark } from '../safe-output.js';
import { plainLine, secondsText } from '../text.js';

/** A line on the terminal that shows the progress of a run. */
export interface Progress {
  update(): void;
  /** Removes the line. */
  end(): void;
}

const perSecond = 10;
const slow = 1000;
const mostNamed = 3;

/**
 * Shows the progress of a run on one line, on a terminal only. `longest` returns what has been under way for so many
 * milliseconds; the line names it.
 */
export function showProgress(
  tally: Tally,
  total: number,
  { err }: Pick<Io, 'err'>,
  longest: (milliseconds: number) => readonly string[] = () => [],
): Progress {
  if (!err.isTTY) return { update() {}, end() {} };
  const started = performance.now();
  let shown = 0;
  const show = (): void => {
    shown = performance.now();
    const line = `${tally.specs}/${total} specs, ${bytesText(tally.bytes)}, ${secondsText((shown - started) / 1000)}`;
    const waiting = longest(slow).slice(0, mostNamed);
    const text = waiting.length > 0 ? `${line}, waiting for ${waiting.join(', ')}` : line;
    err.write(`${mark('eraseLine')}${plainLine(text, (err.columns ?? 80) - 1)}`);
  };
  const timer = setInterval(show, 1000);
  timer.unref();
  return {
    update() {
      if (performance.now() - shown >= 1000 / perSecond) show();
    },
    end() {
      clearInterval(timer);
      err.write(mark('eraseLine'));
    },
  };
}
