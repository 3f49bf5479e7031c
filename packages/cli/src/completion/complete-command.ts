import { command } from '../command.js';

export default command({
  usage: '-- PROGRAM WORD...',
  doc: 'Print what can stand in place of the last WORD of a command line, each with a tab and a few words about it. :files and :directories stand for paths, and :list says that more may follow a comma. The scripts of hostspec completion ask for it.',
  options: {},
  operands: [2, 100_000],
  takesWords: true,
  run: async (_values, [, ...words], io, commands) =>
    (await import('./complete.js')).printCandidates(words, commands, io),
});
