import type { Request } from './request.js';

/** Ends the connection to a runner that has gone silent. */
interface Silence {
  /** Notes a sign of life. */
  heard(): void;
  /** Notes that the runner was told to stop everything and must soon answer. */
  stopping(): void;
  end(): void;
}

// Seconds added to twice the limit of the open requests. A login may first ask the system about its user, which takes as long again.
const patience = 30;
// Seconds for a runner that stops: killing its processes and answering takes a second or two on a slow host.
const afterStop = 5;
/** Seconds after a stop during which bytes in transit may arrive. A host that trickles must not delay the end of a run for ever. */
const longestStop = 20;

/** Watches for silence while requests are open. If it lasts too long, calls `end` with the reason. */
export function watchSilence(open: () => Iterable<Request>, end: (reason: string) => void): Silence {
  let isStopping = false;
  let silent = 0;
  let sinceStop = 0;
  // Counts turns of the timer, not time, so that bytes that arrived while this process was busy or suspended are read first.
  const timer = setInterval(() => {
    const waiting = [...open()].filter(({ isAnswered }) => !isAnswered());
    // A runner without credit waits for this side, unless it was told to stop.
    if (waiting.length === 0 || (!isStopping && waiting.some(({ isTaking }) => isTaking()))) {
      silent = 0;
      sinceStop = 0;
      return;
    }
    silent++;
    if (isStopping) sinceStop++;
    const most = isStopping ? afterStop : patience + 2 * Math.max(...waiting.map(({ seconds }) => seconds));
    if (silent > most) end(`it has not answered for ${most} s${isStopping ? ', though it was to stop' : ''}`);
    else if (sinceStop > longestStop) end(`it did not stop within ${longestStop} s`);
  }, 1000);
  timer.unref();
  return {
    heard() {
      silent = 0;
    },
    stopping() {
      if (!isStopping) silent = 0;
      isStopping = true;
    },
    end: () => clearInterval(timer),
  };
}
