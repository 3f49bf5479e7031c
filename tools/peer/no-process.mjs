const refuseAll = `
  import childProcess from 'node:child_process';
  import { syncBuiltinESMExports } from 'node:module';
  for (const name of ['exec', 'execFile', 'execFileSync', 'execSync', 'fork', 'spawn', 'spawnSync'])
    childProcess[name] = () => { throw new Error('a process was started'); };
  syncBuiltinESMExports();`;

/** The environment in which whatever would start a process fails. */
export const noProcess = {
  NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(refuseAll)}`,
};
