import { command } from '../command.js';
import { fleetOptions, remoteOptions } from '../shared-options.js';
import { bothGiven, refuseWith } from '../usage-error.js';
import { options } from './options.js';

export default command({
  usage: '[options] [ARCHIVE...]',
  doc: 'Look for problems of a host, in an archive or on this host: what is full, failed, lost, expired or unsafe. Causes come first, each with its values, a command that shows more, and the spec that shows it, for hostspec read. Then come the problems that could not be decided, with the reason. Reads archives of hostspec and insights-core, and sos reports; an ARCHIVE can be a pattern, or the directory of a run over hosts. Without one, collects from this host, or those that --host or --hosts name, what the problems are decided by, and keeps nothing.',
  options,
  operands: [0, 100_000],
  examples: [
    ['hostspec check host.tar.gz', 'what is wrong with the host'],
    ['hostspec check', 'what is wrong with this host'],
    ['hostspec check --host web01 --sudo --format junit', 'another host, over ssh, for a pipeline'],
    ['hostspec check --severity error host.tar.gz', 'only what is broken now'],
    ['hostspec check --hosts inventory.ini --limit web --format junit', 'a group of an Ansible inventory'],
    ["hostspec check --json 'runs/*.tar.gz'", 'many hosts, for programs'],
    ["hostspec check --list --only-finding 'storage/*'", 'the problems of a domain that are looked for'],
    ['hostspec check --findings ours.yaml host.tar.gz', 'also your own findings'],
    ['hostspec check --test ours.yaml', 'whether they pass their tests'],
  ],
  notes:
    'Exit status: 0 no problem; 1 errors or warnings were found, or a host or an archive cannot be read; 2 invalid command line; 4 none was found, but some could not be decided.',
  run: async (values, archives, io) => {
    const { list, test, hosts } = values;
    const where = archives.slice(0, 1).map((archive) => `ARCHIVE ${archive}`);
    const [instead] = [...(list ? ['--list'] : []), ...(test ? ['--test'] : []), ...where];
    if (instead !== undefined) {
      const places = Object.keys({ ...remoteOptions, ...fleetOptions });
      refuseWith(instead, values, list ? ['test', ...places] : places);
      if (where[0] !== undefined && instead !== where[0]) throw bothGiven(instead, where[0], instead);
    }
    if (test) return (await import('./findings-files.js')).testFindings(test, io);
    const { listFindings, printArchives, printHost, printHosts } = await import('./print-problems.js');
    if (list) return listFindings(values, io);
    if (archives.length > 0) return printArchives(archives, values, io);
    return hosts === undefined ? printHost(values, io) : printHosts(values, io);
  },
});
