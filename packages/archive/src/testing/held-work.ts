import { type HeldDirectory, holdDirectory } from '@hostspec/files/output';
import { onTestFinished } from 'vitest';
import { temporaryDirectory } from '../../../../tools/test/folder.js';
import { createWorkDirectory, type WorkDirectory } from '../work-directory.js';

/** A work directory named `x` for the running test, and the directory that it is in. */
export interface HeldWork {
  readonly held: HeldDirectory;
  readonly work: WorkDirectory;
}

/** Makes a work directory in a new directory; both are closed at the end of the test. */
export function heldWork(): HeldWork {
  const held = holdDirectory(temporaryDirectory());
  const work = createWorkDirectory(held, 'x');
  onTestFinished(() => {
    work.release();
    held.close();
  });
  return { held, work };
}
