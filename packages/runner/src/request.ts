import type { JsonLimits } from '@hostspec/host-kit';
import type { TakePiece } from '@hostspec/spec';
import { errorLimits } from './answer-limits.js';
import type { Flow } from './flow.js';
import { type Frame, type FrameKind, kinds } from './frames.js';

/** An answer of the runner: JSON, as PROTOCOL.md describes it for each kind of request. */
export type Answer = Readonly<Record<string, unknown>>;

/** A request that is not answered yet. */
export interface Request {
  /** Takes the next piece of content, which costs so much credit. @throws Error if the runner had no credit for it, or it is too much. */
  content(piece: Uint8Array, cost: number): void;
  /**
   * Takes the next part of an answer or error; returns all of it after the last part. Parts of another kind that came before are void.
   *
   * @throws Error if it is not an object, or too large.
   */
  part(frame: Frame): Answer | undefined;
  /** Ends the request with its answer, or with an error, once all content is taken; then calls `closed`. */
  settle(error: Error | undefined, closed: () => void): void;
  /** Ends the request at once. */
  fail(error: Error): void;
  /** Seconds that the runner may take for it. */
  readonly seconds: number;
  /** Whether some of its content is being taken. */
  isTaking(): boolean;
  /** Whether its answer, or an error, has arrived. */
  isAnswered(): boolean;
}

/** What a request needs. */
export interface RequestTools {
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
  /** Takes the content. Default: it is dropped. */
  readonly take: TakePiece | undefined;
  /** The most bytes of content. */
  readonly most: number;
  /** The limits for its answer. */
  readonly limits: JsonLimits;
  /** Seconds that the runner may take for it. */
  readonly seconds: number;
  /** Sends a frame about this request. */
  readonly send: (kind: FrameKind, payload: Uint8Array) => void;
  readonly flow: Flow;
  readonly read: ReadAnswer;
}

/** Reads the whole of an answer. @throws Error if it is not JSON, or too large. */
export type ReadAnswer = (bytes: Buffer, most: JsonLimits) => unknown;

/** The bytes of content that a request may have on its way at first. */
const firstCredit = 64 * 1024;
// A host that is 50 ms away can then send 10 MB a second.
const mostCredit = 512 * 1024;
const none = new Uint8Array();

/** Makes a request. If its content cannot be taken, the request is cancelled and fails with that error. */
export function openRequest(tools: RequestTools): Request {
  const { resolve, reject, take, most, limits, seconds, send, flow, read } = tools;
  const parts = partsInMemory(flow, limits, read);
  let isAnswered = false;
  let answer: Answer = {};
  let taking: Promise<void> | undefined;
  let failure: { readonly error: unknown } | undefined;
  let window = firstCredit;
  let allowed = firstCredit;
  let wanted = most;
  let owed = 0;

  const failed = (error: unknown): void => {
    if (failure) return;
    failure = { error };
    send('cancel', none);
  };

  const taken = (cost: number): void => {
    owed += cost;
    // Half of what may be on its way, so that content keeps flowing.
    if (owed < window / 2) return;
    // Content that keeps coming may have twice as much on its way: over a slow connection, each round trip costs time.
    const more = flow.widen(Math.min(window, mostCredit - window));
    window += more;
    allowed += owed + more;
    const credit = Buffer.alloc(4);
    credit.writeUInt32BE(owed + more);
    owed = 0;
    send('credit', credit);
  };

  const takeNow = (piece: Uint8Array, cost: number): Promise<void> | undefined => {
    if (failure) return undefined;
    try {
      const result = take?.(piece);
      if (result) return result.then(() => taken(cost), failed);
      taken(cost);
    } catch (error) {
      failed(error);
    }
    return undefined;
  };

  return {
    content(piece, cost) {
      allowed -= cost;
      wanted -= piece.length;
      if (allowed < 0) throw new Error('content without credit');
      if (wanted < 0) throw new Error(`more than ${most} bytes of content`);
      const next = taking ? taking.then(() => takeNow(piece, cost)) : takeNow(piece, cost);
      if (!next) return;
      const current = next.then(() => {
        if (taking === current) taking = undefined;
      });
      taking = current;
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
        flow.narrow(window - firstCredit);
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

/** The parts of an answer or error, which count as held until they are dropped. */
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
