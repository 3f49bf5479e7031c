import type { JsonLimits } from '@hostspec/host-kit';
import type { Piece, TakePiece } from '@hostspec/spec';
import type { Flow } from './flow.js';
import { type Frame, type FrameKind, kinds, numberPayload } from './frames.js';
import { type Answer, errorLimits, type ReadAnswer } from './read-answer.js';
import { type Slot, slotBytes } from './shared-memory.js';

/** An open request. */
export interface Request {
  /**
   * Takes the next piece of content: its bytes, its cost in credit, and a function that returns it when it is its turn.
   *
   * @throws Error if the runner had too little credit, or the content is too large.
   */
  content(bytes: number, cost: number, piece: () => Piece): void;
  /**
   * Takes the next piece of content, of so many bytes, from the slot of the request. `hits` has the keywords in it; undefined if they are not known.
   *
   * @throws Error as `content`, or if it has no slot.
   */
  shared(bytes: number, hits: Buffer | undefined): void;
  /**
   * Takes the next part of an answer or error. Returns the whole after the last part. Parts of another kind before it are discarded.
   *
   * @throws Error if it is not an object, or too large.
   */
  part(frame: Frame): Answer | undefined;
  /** Ends the request with its answer or an error after all content is taken, then calls `closed`. */
  settle(error: Error | undefined, closed: () => void): void;
  fail(error: Error): void;
  /** Seconds that the runner may take. */
  readonly seconds: number;
  isTaking(): boolean;
  isAnswered(): boolean;
}

interface RequestTools {
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
  /** Gets the content. Default: it is dropped. */
  readonly take: TakePiece | undefined;
  readonly most: number;
  readonly limits: JsonLimits;
  readonly seconds: number;
  readonly send: (kind: FrameKind, payload: Uint8Array) => void;
  readonly flow: Flow;
  /** Takes a slot of memory that the runner shares. Returns undefined if there is none. */
  readonly slot: () => Slot | undefined;
  readonly read: ReadAnswer;
}

/** Bytes of content in transit at first. */
const firstCredit = 64 * 1024;
// Enough for 10 MB a second from a host that is 50 ms away. What is in transit must fit into a slot.
const mostCredit = slotBytes;
const none = new Uint8Array();

/** Takes a slot and tells the runner to use it. Returns undefined if there is none. */
function shareSlot({ slot, send }: RequestTools): Slot | undefined {
  const taken = slot();
  if (taken) send('share', numberPayload(taken.number));
  return taken;
}

/** Opens a request. If `take` fails, the request is cancelled and fails with that error. */
export function openRequest(tools: RequestTools): Request {
  const { resolve, reject, take, most, limits, seconds, send, flow, read } = tools;
  const parts = partsInMemory(flow, limits, read);
  let isAnswered = false;
  let answer: Answer = {};
  let taking: Promise<void> | undefined;
  let failure: { readonly error: unknown } | undefined;
  let wanted = most;
  let slot: Slot | undefined;
  const credit = creditOf(tools, () => {
    slot ??= shareSlot(tools);
  });

  const failed = (error: unknown): void => {
    if (failure) return;
    failure = { error };
    send('cancel', none);
  };

  const takeNow = (piece: () => Piece, cost: number): Promise<void> | undefined => {
    if (failure) return undefined;
    try {
      const result = take?.(piece());
      if (result) return result.then(() => credit.taken(cost), failed);
      credit.taken(cost);
    } catch (error) {
      failed(error);
    }
    return undefined;
  };

  const content: Request['content'] = (bytes, cost, piece) => {
    credit.spend(cost);
    wanted -= bytes;
    if (wanted < 0) throw new Error(`more than ${most} bytes of content`);
    const next = taking ? taking.then(() => takeNow(piece, cost)) : takeNow(piece, cost);
    if (!next) return;
    const current = next.then(() => {
      if (taking === current) taking = undefined;
    });
    taking = current;
  };

  return {
    content,
    shared(bytes, hits) {
      if (!slot) throw new Error('content in memory that was not shared');
      content(bytes, bytes, slot.next(bytes, hits));
    },
    part(frame) {
      const whole = parts.add(frame);
      if (whole) answer = whole;
      return whole;
    },
    settle(error, closed) {
      parts.drop();
      isAnswered = true;
      const now = (): void => {
        credit.end();
        slot?.free();
        closed();
        if (failure) reject(failure.error);
        else if (error) reject(error);
        else resolve(answer);
      };
      if (taking) void taking.then(now);
      else now();
    },
    fail: reject,
    seconds,
    isTaking: () => taking !== undefined,
    isAnswered: () => isAnswered,
  };
}

/** Counts the credit of a request, and grants it again when content was taken. Calls `grants` before each time. */
function creditOf(
  { flow, send }: RequestTools,
  grants: () => void,
): {
  /** @throws Error if the runner had too little. */
  spend(cost: number): void;
  taken(cost: number): void;
  end(): void;
} {
  let window = firstCredit;
  let allowed = firstCredit;
  let owed = 0;
  return {
    spend(cost) {
      allowed -= cost;
      if (allowed < 0) throw new Error('content without credit');
    },
    taken(cost) {
      owed += cost;
      // Credit is granted again when half of it is used, so that content keeps flowing.
      if (owed < window / 2) return;
      // While content keeps coming, its credit doubles, because on a slow connection each round trip costs time.
      const more = flow.widen(Math.min(window, mostCredit - window));
      window += more;
      allowed += owed + more;
      grants();
      send('credit', numberPayload(owed + more));
      owed = 0;
    },
    end: () => flow.narrow(window - firstCredit),
  };
}

/** Collects the parts of an answer or error. They count as held until they are dropped. */
function partsInMemory(
  flow: Flow,
  limits: JsonLimits,
  read: ReadAnswer,
): { add(frame: Frame): Answer | undefined; drop(): void } {
  let parts: Buffer[] = [];
  let kindOfParts: number | undefined;
  let held = 0;
  const drop = (): void => {
    flow.release(held);
    parts = [];
    held = 0;
  };
  return {
    drop,
    add({ kind, payload, more }) {
      const allowed = kind === kinds.error ? errorLimits : limits;
      if (kind !== kindOfParts) drop();
      kindOfParts = kind;
      parts.push(payload);
      flow.hold(payload.length);
      held += payload.length;
      if (held > allowed.characters) throw new Error(`an answer of more than ${allowed.characters} bytes`);
      if (more) return undefined;
      const parsed = read(Buffer.concat(parts), allowed);
      if (typeof parsed !== 'object' || parsed === null) throw new Error('an answer is not an object');
      return parsed as Answer;
    },
  };
}
