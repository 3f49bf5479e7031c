import { shapes } from '@hostspec/host-kit';
import { hostError } from '@hostspec/spec';
import { type Connection, mostReason, problems } from './connection.js';
import type { FrameKind } from './frames.js';
import { maskedData } from './masked-answer.js';
import type { Answer } from './request.js';

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

/** The answers that decide something here. The runner on another host may be any program. */
const answers: Partial<Readonly<Record<FrameKind, shapes.Shape>>> = {
  hello: objectOf(
    { root: text, uid: count, gid: count, groups: listOf(count) },
    { hostname: text, build: text, arch: text, protocol: count },
  ),
  stat: objectOf({ kind, size: count, modified: number }),
  list: objectOf({ names: listOf(name) }),
  glob: objectOf(
    { paths: listOf(path) },
    { matched: count, notEntered: listOf(text), problem: oneOf(problems) },
  ),
  read: objectOf({}, { cut: objectOf({ reason }, { originalBytes: count }) }),
  run: objectOf({}, { rc: count, problem: oneOf(problems), reason, cut: reason }),
  which: objectOf({}, { path, problem: oneOf(problems), reason }),
  controller: objectOf({}, { account, notEntered: listOf(text) }),
};

/** The answers that can say which mounts were not entered. */
const noting: ReadonlySet<FrameKind> = new Set(['glob', 'controller']);

/**
 * A connection whose answers have the shapes of PROTOCOL.md; any other answer is a HostError. `noted` gets the mounts that were not entered, as
 * an answer has them.
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
      // A description can have a part of a text, which can no longer be masked.
      const shown = shape?.(maskedData(answer, connection.masked), 'answer') ?? 'it has a secret';
      throw hostError(
        'failed',
        `the runner gave an answer to ${kind} that the protocol does not allow: ${shown}`,
      );
    },
  };
}
