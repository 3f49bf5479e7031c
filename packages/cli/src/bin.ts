import { closeInherited } from './inherited.js';
import { run } from './main.js';
import { processIo } from './process-io.js';

closeInherited();
const status = await run(process.argv.slice(2), processIo());

// Nothing left over, such as a child that cannot be killed, may keep the process alive.
process.exit(status);
