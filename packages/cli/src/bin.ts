import { closeInherited } from './inherited.js';
import { run } from './main.js';
import { processIo } from './process-io.js';

closeInherited();
run(process.argv.slice(2), processIo()).then((status) => {
  // Nothing left over, such as a child that cannot be killed, may keep the process alive.
  process.exit(status);
});
