// Publishes every package whose version the registry does not have, and tags them. One pnpm does it: `changeset publish` starts three programs for
// each package.
import { runPinned } from '../workspace/run.mjs';

const publish = ['pnpm', 'publish', '--recursive', '--no-git-checks', '--access', 'public'];
process.exitCode = (await runPinned(publish)) || (await runPinned(['changeset', 'tag']));
