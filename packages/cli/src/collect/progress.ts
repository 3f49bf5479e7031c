import type { Io } from '../io.js';
import { mark } from '../safe-output.js';
import { bytesText, secondsText } from '../text.js';
import type { Tally } from './tally.js';

/** A line on the terminal that shows the progress of a run. */
export interface Progress {
  update(): void;
  /** Removes the line. */
  end(): void;
}

const perSecond = 10;

/** Shows the progress of a run, on a terminal only. */
export function showProgress(tally: Tally, total: number, { err }: Pick<Io, 'err'>): Progress {
  if (!err.isTTY) return { update() {}, end() {} };
  const started = performance.now();
  let shown = 0;
  const show = (): void => {
    shown = performance.now();
    const line = `${tally.specs}/${total} specs, ${bytesText(tally.bytes)}, ${secondsText((shown - started) / 1000)}`;
    err.write(`${mark('eraseLine')}${line.slice(0, (err.columns ?? 80) - 1)}`);
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
