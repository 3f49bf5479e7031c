import { mostZeros, zeroBytes } from '@hostspec/host-kit';
import { type HostProblem, hostError, type TakePiece } from '@hostspec/spec';
import { createFlow } from './flow.js';
import { encode, type Frame, type FrameKind, frameReader, kinds } from './frames.js';
import {
  type Answer,
  errorLimits,
  limitsOf,
  maskedAnswer,
  type ReadAnswer,
  readAnswer,
} from './read-answer.js';
import { openRequest, type Request } from './request.js';
import { mostShared, type Slot } from './shared-memory.js';
import { watchSilence } from './silence.js';

/** A connection to a runner. */
export interface Connection {
  /**
   * Sends a request and returns its answer. `take` gets its content in pieces; more than `most` bytes (default: no limit) end the
   * connection.
   *
   * @throws HostError if the runner answers with an error or is gone; any error of `take`, after cancelling the request.
   */
  request(kind: FrameKind, body: object, take?: TakePiece, most?: number): Promise<Answer>;
  /** The reason why the connection ended; undefined while it is open. */
  ended(): string | undefined;
  /** Masks, in a text from the runner, secrets that were sent to it. */
  masked(text: string): string;
  /** Calls `listener` with the reason when the connection ends, or now if it has ended. */
  onEnd(listener: (reason: string) => void): void;
}

/** A stream to and from a runner, such as a `Duplex`. */
export interface RunnerStream {
  on(event: 'data', listener: (bytes: Buffer) => void): unknown;
  on(event: 'error', listener: (error: Error) => void): unknown;
  once(event: 'close', listener: () => void): unknown;
  write(bytes: Uint8Array): unknown;
  end(): unknown;
  /** Process id of the runner, if it is on this machine. */
  readonly pid?: number;
  /** Masks, in a text from the host, secrets that were sent to it. Default: no change. */
  masked?(text: string): string;
  /** Output of the runner outside its frames, such as the message of a crash. May be empty. */
  said?(): string;
  /** Keeps this process alive. Called while requests are open. */
  ref?(): void;
  /** Lets this process end, and the runner with it. */
  unref?(): void;
}

interface ConnectOptions {
  /** Bytes of the first requests that the runner already has. Default: 0. */
  readonly given?: number;
  /** Seconds that the runner may take for a request without a time of its own. Default: 10. */
  readonly timeout?: number | undefined;
  /** Takes a slot of memory that the runner shares, for a request with much content. Default: there is none. */
  readonly slot?: () => Slot | undefined;
}

/** Default seconds for one command or file. */
export const defaultTimeout = 10;

/**
 * Connects over a stream. `noted` gets the mounts in an error that were not entered, and throws if they are malformed. The connection ends
 * if the runner is silent for too long while requests are open.
 */
export function connect(
  stream: RunnerStream,
  noted: (notEntered: unknown) => void,
  { given = 0, timeout = defaultTimeout, slot = () => undefined }: ConnectOptions = {},
): Connection {
  const requests = new Map<number, Request>();
  const send = sender(stream, given);
  const flow = createFlow();
  const { masked, read } = heardFrom(stream);
  let nextId = 1;
  let over: string | undefined;
  const listeners = new Set<(reason: string) => void>();

  const end = (reason: string): void => {
    if (over !== undefined) return;
    over = reason;
    silence.end();
    for (const request of requests.values()) request.fail(hostError('failed', reason));
    requests.clear();
    stream.unref?.();
    for (const listener of listeners) listener(reason);
  };

  const silence = watchSilence(
    () => requests.values(),
    (reason) => {
      end(`the runner is silent: ${reason}`);
      stream.end();
    },
  );

  const close = (id: number): void => {
    requests.delete(id);
    if (requests.size === 0) stream.unref?.();
  };

  const arrived = (frame: Frame): void => {
    const { id, kind, payload } = frame;
    const request = requests.get(id);
    // Empty frames are no sign of life: they could delay the end of a run for ever.
    if (request && payload.length > 0) silence.heard();
    if (takeContent(frame, request)) return;
    const answer = request ? request.part(frame) : parseError(kind, payload, read);
    if (!answer) return;
    if (request && kind === kinds.error && answer.notEntered !== undefined) noted(answer.notEntered);
    request?.settle(kind === kinds.answer ? undefined : errorOf(answer), () => close(id));
    if (answer.end === true) end(String(answer.reason));
  };

  receive(stream, arrived, end);
  return {
    request: (kind, body, take, most = Number.POSITIVE_INFINITY) =>
      new Promise((resolve, reject) => {
        if (over !== undefined) return reject(hostError('failed', over));
        const id = nextId++;
        if (requests.size === 0) stream.ref?.();
        requests.set(
          id,
          openRequest({
            resolve,
            reject,
            take,
            most,
            limits: limitsOf(kind),
            seconds: secondsOf(body, timeout),
            send: (each, payload) => send(encode(each, id, payload)),
            flow,
            slot,
            read,
          }),
        );
        if (kind === 'stop') silence.stopping();
        send(requestBytes(kind, id, body));
      }),
    ended: () => over,
    masked,
    onEnd(listener) {
      if (over === undefined) listeners.add(listener);
      else listener(over);
    },
  };
}

/** Functions that mask texts of a runner and read its answers. */
function heardFrom(stream: RunnerStream): Pick<Connection, 'masked'> & { readonly read: ReadAnswer } {
  if (stream.masked === undefined) return { masked: String, read: readAnswer };
  const masked = (text: string): string => stream.masked?.(text) ?? text;
  return { masked, read: (payload, most) => maskedAnswer(readAnswer(payload, most), masked) };
}

function secondsOf(body: { readonly timeout?: unknown }, usual: number): number {
  return typeof body.timeout === 'number' ? body.timeout : usual;
}

/** Encodes a request. A connection counts its requests from 1. */
export function requestBytes(kind: FrameKind, id: number, body: object): Buffer {
  return encode(kind, id, Buffer.from(JSON.stringify(body)));
}

/** Passes the content of a frame to its request, if that is open. Returns true if the frame has content. */
function takeContent({ kind, payload }: Frame, request: Request | undefined): boolean {
  if (kind === kinds.content) request?.content(payload.length, payload.length, () => payload);
  else if (kind === kinds.zeros) {
    const count = countIn(payload, mostZeros);
    request?.content(count, Math.ceil(count / zerosPerCredit), () => zeroBytes(count));
  } else if (kind === kinds.shared)
    request?.shared(countIn(payload.subarray(0, countBytes), mostShared), hitsIn(payload));
  else return false;
  return true;
}

/** One byte of credit pays for this many zeros, which take no memory here. */
const zerosPerCredit = 64;

const countBytes = 4;

/** The keywords in a piece, as they follow its number of bytes; undefined if the runner did not look for them. @throws Error if some are missing. */
function hitsIn(payload: Buffer): Buffer | undefined {
  if (payload.length === countBytes) return undefined;
  const hits = payload.subarray(2 * countBytes);
  const count = payload.readUInt32BE(countBytes);
  if (hits.length !== count * countBytes)
    throw new Error(`a frame that announces ${count} keywords, with ${hits.length} bytes`);
  return hits;
}

/** The number of bytes that a frame announces. @throws Error if the number is not allowed. */
function countIn(payload: Buffer, most: number): number {
  const count = payload.length === countBytes ? payload.readUInt32BE() : 0;
  if (count === 0 || count > most) throw new Error(`a frame that announces ${count} bytes`);
  return count;
}

// Frames are sent at the latest when they have this many bytes: the runner starts on them while the next are encoded.
const mostWaiting = 4096;

/**
 * Returns a function that writes the frames of one turn of the event loop together, because each write is a system call. Omits the first
 * `given` bytes.
 */
function sender(stream: RunnerStream, given: number): (frame: Buffer) => void {
  let left = given;
  let waiting: Buffer[] = [];
  let bytes = 0;
  const flush = (): void => {
    if (waiting.length > 0) stream.write(Buffer.concat(waiting));
    waiting = [];
    bytes = 0;
  };
  return (frame) => {
    if (left > 0) {
      left -= frame.length;
      return;
    }
    waiting.push(frame);
    bytes += frame.length;
    if (bytes >= mostWaiting) flush();
    else if (waiting.length === 1) setImmediate(flush);
  };
}

function receive(stream: RunnerStream, arrived: (frame: Frame) => void, end: (reason: string) => void): void {
  const reader = frameReader(arrived, stream.masked);
  stream.on('data', (bytes: Buffer) => {
    try {
      reader.push(bytes);
    } catch (error) {
      end(`the runner sent something that the protocol does not allow: ${(error as Error).message}`);
      stream.end();
    }
  });
  stream.on('error', (error: Error) => end(`the runner cannot be reached: ${error.message}`));
  stream.once('close', () => {
    const banner = reader.banner();
    const said = stream.said?.() ?? '';
    const ended = said === '' ? 'the runner has ended' : `the runner has ended: ${said}`;
    end(banner === '' ? ended : `no runner was started: ${banner}`);
  });
}

/** Parses an error of the connection, which belongs to no request. */
function parseError(kind: number, payload: Buffer, read: ReadAnswer): Answer | undefined {
  return kind === kinds.error ? { ...(read(payload, errorLimits) as Answer), end: true } : undefined;
}

/** The problems that an error or answer can have. */
export const problems: readonly HostProblem[] = ['absent', 'denied', 'refused', 'timed out', 'failed'];

/** Most characters of a reason: two paths and a few words. A run keeps each reason. */
export const mostReason = 16_384;

function errorOf({ problem, reason, leadsTo }: Answer): Error {
  const text = String(reason);
  if (text.length > mostReason)
    return hostError(
      'failed',
      `the runner gave a reason of ${text.length} characters; allowed: at most ${mostReason}`,
    );
  const elsewhere = typeof leadsTo === 'string' ? leadsTo : undefined;
  return hostError(problems.find((each) => each === problem) ?? 'failed', text, elsewhere);
}
