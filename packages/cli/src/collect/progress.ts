import type { Io } from '../io.js';
import { bytesText, secondsText } from '../text.js';
import type { Tally } from './tally.js';

/** A line on the terminal that says how far a run is. */
export interface Progress {
  update(): void;
  /** Removes the line. */
  end(): void;
}

const perSecond = 10;

/** Shows how far a run is, on a terminal only. */
export function showProgress(tally: Tally, total: number, { err }: Pick<Io, 'err'>): Progress {
  if (!err.isTTY) return { update() {}, end() {} };
  const started = performance.now();
  let shown = 0;
  const show = (): void => {
    shown = performance.now();
    const line = `${tally.specs}/${total} specs, ${bytesText(tally.bytes)}, ${secondsText((shown - started) / 1000)}`;
    err.write(`\r\x1b[K${line.slice(0, (err.columns ?? 80) - 1)}`);
  };
  const timer = setInterval(show, 1000);
  timer.unref();
  return {
    update() {
      if (performance.now() - shown >= 1000 / perSecond) show();
    },
    end() {
      clearInterval(timer);
      err.write('\r\x1b[K');
    },
  };
}
