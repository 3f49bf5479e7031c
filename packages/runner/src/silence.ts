import type { Request } from './request.js';

/** Ends a connection to a runner that no longer says anything. */
export interface Silence {
  /** Notes that the runner said something. */
  heard(): void;
  /** Notes that the runner was asked to stop everything, and has to answer soon. */
  stopping(): void;
  /** Stops watching. */
  end(): void;
}

// A runner needs the limits of what is open: twice, because a login may ask the system about its user first. The rest is for the way.
const patience = 30;
// A runner that stops everything kills processes and answers; on a slow host this takes a second or two.
const afterStop = 5;
/** What is on its way when everything stops may still arrive, but a host that trickles must not hold the end of a run for ever. */
const longestStop = 20;

/** Watches the silence of a connection, given its open requests; calls `end` with the reason when it lasts too long. */
export function watchSilence(open: () => Iterable<Request>, end: (reason: string) => void): Silence {
  let isStopping = false;
  let silent = 0;
  let sinceStop = 0;
  // Counts turns of the timer instead of time: after each of them, what arrived while this process was busy or asleep is heard first.
  const timer = setInterval(() => {
    const waiting = [...open()].filter(({ isAnswered }) => !isAnswered());
    // A runner without credit waits for this process, unless it was asked to stop.
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
