import { root } from './root.mjs';
import { run } from './run.mjs';
import { setupIfNeeded } from './setup.mjs';

// Standard output is the collector's alone: its last line is the archive's path.
const status = await setupIfNeeded({ stdio: ['ignore', 2, 2] });

process.exitCode =
  status ||
  (await run(
    process.execPath,
    [`${root}packages/cli/bin/hostspec.cjs`, 'collect', ...process.argv.slice(2)],
    {
      // npm changes to the workspace's folder; the archive belongs in the user's current directory.
      cwd: process.env.INIT_CWD ?? process.cwd(),
    },
  ));
