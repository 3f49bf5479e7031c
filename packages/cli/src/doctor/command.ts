import { command } from '../command.js';
import { options } from './options.js';

export default command({
  usage: '[options]',
  doc: 'Check what this machine and this user allow before something is collected: the runner, rights, programs, configuration, the current directory, and what would be missing. Each line is ok, a note about something that will be missing, or a problem with what to do about it; --json has the names. Opens files of the catalog to see whether they may be read, runs no command of it, changes nothing and needs no network.',
  options,
  examples: [
    ['hostspec doctor', 'the whole catalog'],
    ['hostspec doctor --domain storage', 'what one domain needs'],
  ],
  notes: 'Exit status: 0 if there is no problem, even with notes; 1 if there is one.',
  run: async (values, _operands, io) => (await import('./run-doctor.js')).runDoctor(values, io),
});
