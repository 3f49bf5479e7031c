import { command } from '../command.js';

export default command({
  usage: '',
  doc: 'Print the manual page, in the language of man. It has the help of all commands, the exit statuses and the files that hostspec reads.',
  options: {},
  examples: [['hostspec man | man -l -', 'read it, if npm did not install it']],
  run: async (_values, _operands, io, commands) => (await import('./man-page.js')).printManPage(commands, io),
});
