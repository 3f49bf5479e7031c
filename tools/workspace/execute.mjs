import { execa, execaSync } from 'execa';

/** Runs a command in a folder, with further variables, and resolves to its standard output. @throws Error with all that it printed. */
export const execute = async (folder, env, command, ...args) => {
  const options = { cwd: folder, env, maxBuffer: 64 * 1024 * 1024, stripFinalNewline: false };
  return (await execa(command, args, options)).stdout;
};

/** Runs git in a folder, and returns what it prints. @throws Error with its error output. */
export const git = (folder, ...args) =>
  execaSync('git', ['-C', folder, ...args], { stdin: 'ignore', stripFinalNewline: false }).stdout;
