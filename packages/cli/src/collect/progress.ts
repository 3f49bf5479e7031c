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

/** Shows what `text` says of so many seconds on one line, on a terminal only, after `wait` milliseconds. What is done before shows none. */
export function progressLine(
  { err }: Pick<Io, 'err'>,
  text: (seconds: string) => string,
  wait = 1000 / perSecond,
): Progress {
  if (!err.isTTY) return { update() {}, end() {} };
  const started = performance.now();
  let next = started + wait;
  let isShown = false;
  const show = (): void => {
    const now = performance.now();
    next = now + 1000 / perSecond;
    isShown = true;
    const line = text(secondsText((now - started) / 1000));
    err.write(`${mark('eraseLine')}${plainLine(line, (err.columns ?? 80) - 1)}`);
  };
  const timer = setInterval(show, 1000);
  timer.unref();
  return {
    update() {
      if (performance.now() >= next) show();
    },
    end() {
      clearInterval(timer);
      if (isShown) err.write(mark('eraseLine'));
    },
  };
}

/** Shows what is being done, and with how many bytes, on a terminal only. */
export function byteProgress(
  io: Pick<Io, 'err'>,
  doing: string,
): Pick<Progress, 'end'> & { add(bytes: number): void } {
  let bytes = 0;
  const { update, end } = progressLine(io, (seconds) => `${doing}, ${bytesText(bytes)}, ${seconds}`);
  return {
    add(more) {
      bytes += more;
      update();
    },
    end,
  };
}

/** Shows the progress of a run, at once. `longest` returns what has been under way for so many milliseconds; the line names it. */
export function showProgress(
  tally: Tally,
  total: number,
  io: Pick<Io, 'err'>,
  longest: (milliseconds: number) => readonly string[] = () => [],
): Progress {
  const text = (seconds: string): string => {
    const line = `${tally.specs}/${total} specs, ${bytesText(tally.bytes)}, ${seconds}`;
    const waiting = longest(slow).slice(0, mostNamed);
    return waiting.length > 0 ? `${line}, waiting for ${waiting.join(', ')}` : line;
  };
  return progressLine(io, text, 0);
}
