import type { Request } from './request.js';

/** Ends the connection to a runner that has gone silent. */
interface Silence {
  /** Notes a sign of life. */
  heard(): void;
  /** Notes that the runner was told to stop everything, and must answer soon. */
  stopping(): void;
  end(): void;
}

// On top of the limits of what is open, counted twice, because a login may first ask the system about its user.
const patience = 30;
// A runner that stops kills processes and answers, which takes a second or two on a slow host.
const afterStop = 5;
/** What is in transit may still arrive after a stop, but a host that trickles must not hold up the end of a run for ever. */
const longestStop = 20;

/** Watches for silence while requests are open. Calls `end` with the reason when it lasts too long. */
export function watchSilence(open: () => Iterable<Request>, end: (reason: string) => void): Silence {
  let isStopping = false;
  let silent = 0;
  let sinceStop = 0;
  // Counts timer turns, not time: after each turn, what arrived while this process was busy or asleep is heard first.
  const timer = setInterval(() => {
    const waiting = [...open()].filter(({ isAnswered }) => !isAnswered());
    // A runner without credit waits for this process, unless it was told to stop.
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
