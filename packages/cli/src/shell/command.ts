import { command } from '../command.js';

export default command({
  usage: 'ARCHIVE',
  doc: 'Ask an archive as in a shell on its host: recorded commands, cat, ls, find, grep and others over its files, pipes, cd, and completion with the tab key. Nothing of this machine is run or read. Without a terminal, lines come from standard input. The history is kept in memory only.',
  options: {},
  operands: [1, 1],
  examples: [
    ['hostspec shell host.tar.gz', 'a prompt; help lists what it understands'],
    ["echo 'ip addr | grep inet' | hostspec shell host.tar.gz", 'lines from a pipe'],
  ],
  run: async (_values, [archive = ''], io) => (await import('./open-shell.js')).openShell(archive, io),
});
