import { command } from '../command.js';

export default command({
  usage: 'ARCHIVE COMMAND...',
  doc: 'Print the recorded output of a command, as if you ran it on the host, and exit with its status. Use the words of a recorded command; the directory of the program does not matter, nor do other forms of an option that hostspec knows to mean the same. A message names the recorded command if it is not exactly the one that you gave. Common lines of df, dpkg, free, ip, journalctl, ps, ss, systemctl and other programs that were not recorded are derived from what was, and a message says from what. cat, ls, find, grep, head, tail, less, wc, sort, uniq, cut and awk (fields only) read the files of the archive, also in pipes. Nothing on this machine is run or read.',
  options: {},
  operands: [2, 4096],
  takesWords: true,
  examples: [
    ['hostspec run host.tar.gz ip addr', 'what the command printed'],
    ["hostspec run host.tar.gz 'ip addr | grep inet'", 'a line with a pipe, in quotes'],
    ['hostspec run host.tar.gz df -h', 'derived from what was collected'],
    ['hostspec run host.tar.gz ls -R /etc', 'which files there are'],
    ['hostspec run host.tar.gz commands', 'every command that the archive has an output of'],
  ],
  notes:
    'Exit status: as the recorded or built-in command ended; 127 if the archive has no output of the command, and then a message says why, or lists the recorded commands of the same program; 2 invalid command line.',
  run: async (_values, [archive = '', ...words], io) =>
    (await import('./run-in-archive.js')).runInArchive(archive, words, io),
});
