import { execFile, execFileSync } from 'node:child_process';
import { promisify } from 'node:util';

const start = promisify(execFile);

/** Runs a command in a folder, with further variables, and resolves to its standard output. @throws Error with all that it printed. */
export const execute = async (folder, env, command, ...args) => {
  try {
    const { stdout } = await start(command, args, {
      cwd: folder,
      env: { ...process.env, ...env },
      maxBuffer: 64 * 1024 * 1024,
    });
    return stdout;
  } catch (error) {
    throw new Error(`${error.message}\n${error.stdout ?? ''}`);
  }
};

/** Runs git in a folder, and returns what it prints. @throws Error with its error output. */
export const git = (folder, ...args) =>
  execFileSync('git', ['-C', folder, ...args], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
