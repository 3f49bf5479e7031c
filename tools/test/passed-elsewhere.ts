import { beforeEach, inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** Full names of the tests that passed on another machine, by file. */
    passedElsewhere: Readonly<Record<string, readonly string[]>>;
  }
  interface TaskMeta {
    passedElsewhere?: true;
    /** The section of ASSURANCE in which the test has a row, if the test is not of tools/assurance. */
    assurance?: string;
  }
}

beforeEach(({ task, skip }) => {
  if (!inject('passedElsewhere')[task.file.filepath]?.includes(task.fullTestName)) return;
  task.meta.passedElsewhere = true;
  skip();
});
