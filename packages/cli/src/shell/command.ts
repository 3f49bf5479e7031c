import { command } from '../command.js';

export default command({
  usage: 'ARCHIVE',
  doc: 'Ask an archive as in a shell on its host: recorded commands, common ones derived from what was collected, cat, ls, find, grep and others over its files, pipes, cd, and completion with the tab key. Nothing on this machine is run, and only the history is read. Without a terminal, lines come from standard input. The last 1,000 lines typed at the prompt are kept in ~/.local/state/hostspec/shell_history, or below XDG_STATE_HOME, for the user alone; lines with secrets are not.',
  options: {},
  operands: [1, 1],
  examples: [
    ['hostspec shell host.tar.gz', 'a prompt; help lists what it understands'],
    ["echo 'ip addr | grep inet' | hostspec shell host.tar.gz", 'lines from a pipe'],
  ],
  run: async (_values, [archive = ''], io) => (await import('./open-shell.js')).openShell(archive, io),
});
