import { shapes } from '@hostspec/host-kit';
import { hostError } from '@hostspec/spec';
import { type Connection, mostReason, problems } from './connection.js';
import type { FrameKind } from './frames.js';
import { type Answer, maskedData } from './read-answer.js';

const { count, listOf, number, objectOf, oneOf, text, valueThat } = shapes;

const path = valueThat(
  'an absolute path',
  (value) => typeof value === 'string' && value.startsWith('/') && !value.includes('\0'),
);
const name = valueThat(
  'the name of a file',
  (value) => typeof value === 'string' && value !== '' && !/[/\0]/.test(value),
);
const reason = valueThat(
  `text of at most ${mostReason} characters`,
  (value) => typeof value === 'string' && value.length <= mostReason,
);
const account = objectOf({ uid: count, gid: count }, { name: text, groups: listOf(count) });
const kind = oneOf(['file', 'directory', 'block', 'character', 'fifo', 'socket', 'other']);

/** Shapes of the answers on which decisions depend: the runner on another host may be any program. */
const answers: Partial<Readonly<Record<FrameKind, shapes.Shape>>> = {
  hello: objectOf(
    { root: text, uid: count, gid: count, groups: listOf(count) },
    { hostname: text, build: text, arch: text, protocol: count, time: number, memory: count },
  ),
  stat: objectOf({ kind, size: count, modified: number }, { leadsTo: path }),
  list: objectOf({ names: listOf(name) }),
  glob: objectOf(
    { paths: listOf(path) },
    { matched: count, notEntered: listOf(text), problem: oneOf(problems) },
  ),
  read: objectOf({}, { cut: objectOf({ reason }, { originalBytes: count }) }),
  run: objectOf({}, { rc: count, problem: oneOf(problems), reason, program: path, cut: reason }),
  which: objectOf({}, { path, problem: oneOf(problems), reason }),
  controller: objectOf({}, { account, notEntered: listOf(text) }),
};

/** Kinds of requests whose answers can name mounts that were not entered. */
const noting: ReadonlySet<FrameKind> = new Set(['glob', 'controller']);

/**
 * Checks that answers have the shapes of PROTOCOL.md, and turns others into HostErrors. `noted` gets the mounts of an answer that were not
 * entered.
 */
export function checkingAnswers(connection: Connection, noted: (notEntered: unknown) => void): Connection {
  return {
    ...connection,
    async request(kind, ...rest): Promise<Answer> {
      const answer = await connection.request(kind, ...rest);
      const shape = answers[kind];
      const problem = shape?.(answer, 'answer');
      if (problem === undefined) {
        if (noting.has(kind) && answer.notEntered !== undefined) noted(answer.notEntered);
        return answer;
      }
      // A description can quote a part of a text, and a part of a secret cannot be masked: so mask first.
      const shown = shape?.(maskedData(answer, connection.masked), 'answer') ?? 'it has a secret';
      throw hostError(
        'failed',
        `the runner gave an answer to ${kind} that the protocol does not allow: ${shown}`,
      );
    },
  };
}

/** Mounts of a host that were not entered, with reasons. */
interface NotEntered {
  /** Adds the list in an answer or error. @throws Error if it is not a list of texts. */
  add(given: unknown): void;
  all(): string[];
}

// More are of no use, and a host must not fill the memory with them.
const mostEntries = 10_000;
const mostCharacters = 4 * 1024 * 1024;

/** Creates an empty list. */
export function createNotEntered(): NotEntered {
  const reasons = new Set<string>();
  let characters = 0;
  let isFull = false;
  return {
    add(given) {
      if (!Array.isArray(given)) throw new Error('notEntered is not a list');
      for (const reason of given) {
        if (typeof reason !== 'string') throw new Error('notEntered has an entry that is not text');
        if (isFull || reasons.has(reason)) continue;
        characters += reason.length;
        isFull = reasons.size === mostEntries || characters > mostCharacters;
        if (!isFull) reasons.add(reason);
      }
    },
    all: () => [
      ...reasons,
      ...(isFull ? [`not entered: more than the ${reasons.size} that are listed`] : []),
    ],
  };
}
