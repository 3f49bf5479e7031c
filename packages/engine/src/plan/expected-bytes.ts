import { defaultMaxItemBytes, type FileFacts } from '@hostspec/spec';
import { logOf } from '../logs/gather-logs.js';
import { unpackedPath } from '../logs/unpack.js';
import type { Session } from './session.js';
import type { Task } from './tasks.js';

// Packed logs have about an eighth of the size of their text.
const packedRatio = 8;

/**
 * The bytes that the files of a spec would give, by their sizes and times, and the window and limits of logs. Files whose size is not known
 * until they are read, as those of the kernel, are not in it.
 */
export async function expectedBytes(
  tasks: readonly Task[],
  facts: ReadonlyMap<Task, FileFacts>,
  { logs }: Pick<Session, 'logs'>,
): Promise<ReadonlyMap<Task, number>> {
  const known = tasks.flatMap((task) => {
    const found = facts.get(task);
    return found === undefined || task.kind !== 'file' || isMade(task.path) ? [] : [{ ...found, task }];
  });
  const part = logOf(tasks);
  if (part === undefined)
    return new Map(known.map(({ task, size }) => [task, Math.min(size, defaultMaxItemBytes)]));
  const { since = Number.NEGATIVE_INFINITY } = (await logs.windowFor(part.window)) ?? {};
  const most = logs.full ? Number.POSITIVE_INFINITY : (part.newestEach ?? part.newest);
  let left = logs.full ? Number.POSITIVE_INFINITY : part.newest;
  return new Map(
    known
      .toSorted((one, other) => other.modified - one.modified)
      .map(({ task, size, modified }) => {
        const isPacked = !task.options.raw && unpackedPath(task.path) !== undefined;
        const content = isPacked ? size * packedRatio : size;
        const taken = modified !== 0 && modified < since ? 0 : Math.min(content, left, most);
        left -= taken;
        return [task, taken];
      }),
  );
}

/** Whether the kernel makes the content of a file when it is read. */
function isMade(path: string): boolean {
  return /^\/(proc|sys)\//.test(path);
}
