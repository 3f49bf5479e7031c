import type { Duplex } from 'node:stream';
import { type HostProblem, hostError, type TakePiece } from '@hostspec/spec';
import { encode, type Frame, type FrameKind, frameReader, kinds } from './frames.js';

/** An answer of the runner: JSON, as PROTOCOL.md describes it for each kind of request. */
export type Answer = Readonly<Record<string, unknown>>;

/** A connection to a runner. */
export interface Connection {
  /**
   * Sends a request and returns its answer; content goes to `take`, piece by piece.
   *
   * @throws HostError if the runner answers with an error or is gone; whatever `take` throws, once the request is cancelled.
   */
  request(kind: FrameKind, body: object, take?: TakePiece): Promise<Answer>;
  /** Why the connection ended; undefined while it has not. */
  ended(): string | undefined;
  /** Lets the process end although the connection is open: the runner ends with it. */
  release(): void;
}

/** A stream to and from a runner. */
export type RunnerStream = Pick<Duplex, 'on' | 'once' | 'write' | 'end'> & {
  /** Keeps the process alive while requests are open. */
  ref?(): void;
  unref?(): void;
};

interface Request {
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
  readonly take: TakePiece | undefined;
  readonly parts: Buffer[];
  /** Set while a piece is being taken. */
  taking: Promise<void> | undefined;
  failure: { readonly error: unknown } | undefined;
  /** Bytes that were taken since credit was last given. */
  owed: number;
}

// Half of what a request may have on its way, so that content keeps flowing.
const creditStep = 32 * 1024;
const none = Buffer.alloc(0);

/** Makes the connection over a stream; `noted` is called with each answer's mounts that were not entered. */
export function connect(stream: RunnerStream, noted: (notEntered: readonly string[]) => void): Connection {
  const open = new Map<number, Request>();
  let nextId = 1;
  let over: string | undefined;
  let outgoing: Buffer[] = [];

  // Frames of one turn are written at once: each write is a call of the system.
  const send = (frame: Buffer): void => {
    if (over !== undefined) return;
    outgoing.push(frame);
    if (outgoing.length > 1) return;
    queueMicrotask(() => {
      stream.write(outgoing.length === 1 ? (outgoing[0] as Buffer) : Buffer.concat(outgoing));
      outgoing = [];
    });
  };

  const end = (reason: string): void => {
    if (over !== undefined) return;
    over = reason;
    for (const request of open.values()) request.reject(hostError('failed', reason));
    open.clear();
    stream.unref?.();
  };

  const settle = (id: number, request: Request, act: () => void): void => {
    const now = (): void => {
      open.delete(id);
      if (request.failure) request.reject(request.failure.error);
      else act();
      if (open.size === 0) stream.unref?.();
    };
    if (request.taking) void request.taking.then(now);
    else now();
  };

  const failed = (id: number, request: Request, error: unknown): void => {
    if (request.failure) return;
    request.failure = { error };
    send(encode('cancel', id, none));
  };

  const taken = (id: number, request: Request, bytes: number): void => {
    request.owed += bytes;
    if (request.owed < creditStep || !open.has(id)) return;
    const credit = Buffer.alloc(4);
    credit.writeUInt32BE(request.owed);
    request.owed = 0;
    send(encode('credit', id, credit));
  };

  const takeNow = (id: number, request: Request, piece: Buffer): Promise<void> | undefined => {
    if (request.failure) return undefined;
    try {
      const taking = request.take?.(piece);
      if (taking)
        return taking.then(
          () => taken(id, request, piece.length),
          (error: unknown) => failed(id, request, error),
        );
      taken(id, request, piece.length);
    } catch (error) {
      failed(id, request, error);
    }
    return undefined;
  };

  const takeNext = (id: number, request: Request, piece: Buffer): void => {
    const taking = request.taking
      ? request.taking.then(() => takeNow(id, request, piece))
      : takeNow(id, request, piece);
    if (!taking) return;
    const current = taking.then(() => {
      if (request.taking === current) request.taking = undefined;
    });
    request.taking = current;
  };

  const arrived = ({ id, kind, more, payload }: Frame): void => {
    if (id === 0 && kind === kinds.error) {
      end(String(parse([payload]).reason));
      return;
    }
    const request = open.get(id);
    if (!request) return;
    if (kind === kinds.content) {
      takeNext(id, request, payload);
      return;
    }
    request.parts.push(payload);
    if (more) return;
    const answer = parse(request.parts);
    if (Array.isArray(answer.notEntered)) noted(answer.notEntered.map(String));
    if (kind === kinds.answer) settle(id, request, () => request.resolve(answer));
    else settle(id, request, () => request.reject(errorOf(answer)));
    if (answer.end === true) end(String(answer.reason));
  };

  const reader = frameReader(arrived);
  stream.on('data', (bytes: Buffer) => {
    try {
      reader.push(bytes);
    } catch (error) {
      end(`the runner sent what the protocol does not allow: ${(error as Error).message}`);
      stream.end();
    }
  });
  stream.on('error', (error: Error) => end(`the runner cannot be reached: ${error.message}`));
  stream.once('close', () => {
    const banner = reader.banner();
    end(banner === '' ? 'the runner has ended' : `no runner was started: ${banner}`);
  });

  return {
    request: (kind, body, take) =>
      new Promise((resolve, reject) => {
        if (over !== undefined) {
          reject(hostError('failed', over));
          return;
        }
        const id = nextId++;
        if (open.size === 0) stream.ref?.();
        open.set(id, { resolve, reject, take, parts: [], taking: undefined, failure: undefined, owed: 0 });
        send(encode(kind, id, Buffer.from(JSON.stringify(body))));
      }),
    ended: () => over,
    release: () => stream.unref?.(),
  };
}

function parse(parts: readonly Buffer[]): Answer {
  const answer: unknown = JSON.parse(
    (parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts)).toString(),
  );
  if (typeof answer === 'object' && answer !== null) return answer as Answer;
  throw new Error('an answer is not an object');
}

const problems: readonly unknown[] = ['absent', 'denied', 'refused', 'timed out', 'failed'];

function errorOf({ problem, reason }: Answer): Error {
  const known = problems.includes(problem) ? (problem as HostProblem) : 'failed';
  return hostError(known, String(reason));
}
