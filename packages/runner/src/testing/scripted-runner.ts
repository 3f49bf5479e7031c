import { Duplex } from 'node:stream';
import { encode, type Frame, type FrameKind, frameReader, kinds, magic, numberPayload } from '../frames.js';
import { createRunnerHost, type RunnerHost, type RunnerHostOptions } from '../host.js';

/** A runner played by a test: it records the frames of the client, and sends what the test wants. */
export interface ScriptedRunner {
  readonly stream: Duplex;
  /** Received frames, not yet taken. */
  readonly frames: Frame[];
  next(kind: number): Promise<Frame>;
  answer(id: number, body: unknown, kind?: FrameKind): void;
  content(id: number, text: string): void;
  /** Announces zeros, even if the protocol does not allow the number. */
  zeros(id: number, count: number): void;
  /** Announces content in memory. */
  shared(id: number, bytes: number): void;
  raw(bytes: Uint8Array | string): void;
  end(): void;
}

/** Creates a runner for a test. Without `greets`, it does not send the magic line. */
export function scriptedRunner({ greets = true } = {}): ScriptedRunner {
  const frames: Frame[] = [];
  let arrived = (): void => {};
  const reader = frameReader((frame) => {
    frames.push(frame);
    arrived();
  });
  reader.push(magic);
  const stream = new Duplex({
    read() {},
    write(bytes: Buffer, _encoding, done) {
      reader.push(bytes);
      done();
    },
  });
  const raw = (bytes: Uint8Array | string): void => void stream.push(bytes);
  if (greets) raw(magic);
  return {
    stream,
    frames,
    async next(kind) {
      for (;;) {
        const at = frames.findIndex((frame) => frame.kind === kind);
        const [frame] = at < 0 ? [] : frames.splice(at, 1);
        if (frame) return frame;
        await new Promise<void>((resolve) => {
          arrived = resolve;
        });
      }
    },
    answer: (id, body, kind = 'answer') => raw(encode(kind, id, Buffer.from(JSON.stringify(body)))),
    content: (id, text) => raw(encode('content', id, Buffer.from(text))),
    zeros: (id, count) => raw(encode('zeros', id, numberPayload(count >>> 0))),
    shared: (id, bytes) => raw(encode('shared', id, numberPayload(bytes))),
    raw,
    end: () => void stream.destroy(),
  };
}

/** The answer of a runner to the first request. */
export const greeting = {
  protocol: 3,
  build: 'x',
  arch: 'amd64',
  root: '/',
  hostname: 'h',
  uid: 0,
  gid: 0,
  groups: [0],
};

/** A host over a scripted runner, after its greeting. */
export async function scriptedHost(
  options?: RunnerHostOptions,
  answer: object = greeting,
): Promise<{ readonly runner: ScriptedRunner; readonly host: RunnerHost }> {
  const runner = scriptedRunner();
  const host = createRunnerHost(runner.stream, options);
  runner.answer((await runner.next(kinds.hello)).id, answer);
  return { runner, host: await host };
}
