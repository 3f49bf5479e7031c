import { closeInherited } from './inherited.js';
import { processIo } from './process-io.js';
import { run } from './run.js';

closeInherited();
const status = await run(process.argv.slice(2), processIo());

// Nothing that is left over, such as a child that cannot be ended, may keep the process.
process.exit(status);
