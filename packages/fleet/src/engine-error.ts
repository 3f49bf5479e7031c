import { HostspecError, isHostspecError } from '@hostspec/spec';
import { type EngineLimits, memoryLimit } from './engine.js';
import type { FleetFile } from './fleet-state.js';
import { checkFiles } from './verify-fleet.js';

/** The beginning of the engine's message about a statement that it cannot run. */
const ofStatement =
  /^(?:Failed to extract statements: )?(?:Parser|Binder|Catalog|Permission|Not implemented|Conversion|Out of Range|Mismatch Type) Error: /;

/** True if a message is about the statement. A file of the fleet that is missing looks like one that the statement must not read. */
function isOfStatement(message: string, root: string): boolean {
  const isOfFile = message.startsWith('Permission Error: ') && message.includes(`"${root}/`);
  return ofStatement.test(message) && !isOfFile;
}

/**
 * The error for a failure of the engine that is not due to the statement: too little memory, no space within the `limits`, or a damaged
 * one of the `files` of the fleet. Undefined if it is due to the statement, or all files are as they were written.
 */
export async function engineFailure(
  root: string,
  files: readonly FleetFile[],
  error: unknown,
  { memory = memoryLimit, spill }: EngineLimits = {},
): Promise<HostspecError | undefined> {
  if (!(error instanceof Error) || isHostspecError(error) || isOfStatement(error.message, root))
    return undefined;
  const failure = (code: 'INVALID_OPTION' | 'NO_SPACE', message: string): HostspecError =>
    new HostspecError(code, message, { subject: root, cause: error });
  const isFull = error.message.includes('max_temp_directory_size');
  if (/No space left on device/.test(error.message) || (isFull && spill === undefined))
    return failure('NO_SPACE', `${root} has no space left; free some, and run the same command again`);
  if (isFull || error.message.startsWith('Out of Memory Error: '))
    return failure(
      'INVALID_OPTION',
      `this needs more than the ${memory} of memory${spill === undefined ? '' : ` and ${spill} of space`} that the engine may take; ask for fewer days, hosts or columns`,
    );
  return checkFiles(root, files).then(
    () => undefined,
    (damage) => damage,
  );
}
