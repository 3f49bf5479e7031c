import { mostZeros, zeroBytes } from '@hostspec/host-kit';
import { type HostProblem, hostError, type TakePiece } from '@hostspec/spec';
import { errorLimits, limitsOf, readAnswer } from './answer-limits.js';
import { createFlow } from './flow.js';
import { encode, type Frame, type FrameKind, frameReader, kinds } from './frames.js';
import { maskedAnswer } from './masked-answer.js';
import { type Answer, openRequest, type ReadAnswer, type Request } from './request.js';
import { watchSilence } from './silence.js';

/** A connection to a runner. */
export interface Connection {
  /**
   * Sends a request and returns its answer; content goes to `take`, piece by piece. More than `most` bytes of it end the connection
   * (default: any number).
   *
   * @throws HostError if the runner answers with an error or is gone; whatever `take` throws, once the request is cancelled.
   */
  request(kind: FrameKind, body: object, take?: TakePiece, most?: number): Promise<Answer>;
  /** Why the connection ended; undefined while it has not. */
  ended(): string | undefined;
  /** Text of the runner for a message, without what was sent there as a secret. */
  masked(text: string): string;
  /** Calls `listener` with the reason when the connection ends; at once if it has ended. */
  onEnd(listener: (reason: string) => void): void;
}

/** A stream to and from a runner, such as a `Duplex`. */
export interface RunnerStream {
  on(event: 'data', listener: (bytes: Buffer) => void): unknown;
  on(event: 'error', listener: (error: Error) => void): unknown;
  once(event: 'close', listener: () => void): unknown;
  write(bytes: Uint8Array): unknown;
  end(): unknown;
  /** The id of the runner's process, if it is on this machine. */
  readonly pid?: number;
  /** Text of the runner's host without what was sent there as a secret. Default: as it is. */
  masked?(text: string): string;
  /** What the runner printed beside its frames, such as why it broke; empty if nothing. */
  said?(): string;
  /** Keeps this process alive; called while requests are open. */
  ref?(): void;
  /** Lets this process end, and the runner with it. */
  unref?(): void;
}

/** How a connection is made. */
export interface ConnectOptions {
  /** The runner has so many bytes of the first requests already. Default 0. */
  readonly given?: number;
  /** Seconds that the runner may take for a request that does not say it. Default 10. */
  readonly timeout?: number | undefined;
}

/** Seconds that one command or file may take. */
export const defaultTimeout = 10;

/**
 * Makes the connection over a stream. `noted` gets the mounts that were not entered, as an error has them: it checks them, and throws if they
 * are not as they must be. A runner that is silent for too long while requests are open ends the connection.
 */
export function connect(
  stream: RunnerStream,
  noted: (notEntered: unknown) => void,
  { given = 0, timeout = defaultTimeout }: ConnectOptions = {},
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
    // Frames without use could keep a run waiting.
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

/** How text of a runner becomes a message, and its bytes an answer. */
function heardFrom(stream: RunnerStream): Pick<Connection, 'masked'> & { readonly read: ReadAnswer } {
  if (stream.masked === undefined) return { masked: String, read: readAnswer };
  const masked = (text: string): string => stream.masked?.(text) ?? text;
  return { masked, read: (payload, most) => maskedAnswer(readAnswer(payload, most), masked) };
}

function secondsOf(body: { readonly timeout?: unknown }, usual: number): number {
  return typeof body.timeout === 'number' ? body.timeout : usual;
}

/** The bytes of a request. A connection counts its requests from 1. */
export function requestBytes(kind: FrameKind, id: number, body: object): Buffer {
  return encode(kind, id, Buffer.from(JSON.stringify(body)));
}

/** Gives the content of a frame to its request, if it is still there; returns whether the frame is one of content. */
function takeContent({ kind, payload }: Frame, request: Request | undefined): boolean {
  if (kind === kinds.content) request?.content(payload, payload.length);
  else if (kind === kinds.zeros) {
    const count = zerosIn(payload);
    request?.content(zeroBytes(count), Math.ceil(count / zerosPerCredit));
  } else return false;
  return true;
}

/** One byte of credit is good for this many zeros, which take no memory here. */
const zerosPerCredit = 64;

/** The number of zeros in a frame. @throws Error if it is none that a frame can have. */
function zerosIn(payload: Buffer): number {
  const count = payload.length === 4 ? payload.readUInt32BE() : 0;
  if (count === 0 || count > mostZeros) throw new Error(`a frame with ${count} zeros`);
  return count;
}

// The runner begins with these while the next are made.
const mostWaiting = 4096;

/** Writes frames of one turn together: each write is a call of the system. Leaves out those of the first `given` bytes. */
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

/** An error that belongs to no request. */
function parseError(kind: number, payload: Buffer, read: ReadAnswer): Answer | undefined {
  return kind === kinds.error ? { ...(read(payload, errorLimits) as Answer), end: true } : undefined;
}

/** The problems that an error or answer can have. */
export const problems: readonly HostProblem[] = ['absent', 'denied', 'refused', 'timed out', 'failed'];

/** The most characters of a reason: two paths, and words. A run keeps each of them. */
export const mostReason = 16_384;

function errorOf({ problem, reason }: Answer): Error {
  const text = String(reason);
  if (text.length > mostReason)
    return hostError(
      'failed',
      `the runner gave a reason of ${text.length} characters; allowed: at most ${mostReason}`,
    );
  return hostError(problems.find((each) => each === problem) ?? 'failed', text);
}
