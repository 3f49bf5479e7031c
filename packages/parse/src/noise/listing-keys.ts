import type { NoiseRule } from './noise-rule.js';

// Files here come, go and grow with the work of programs.
const busy = /^\/(?:tmp|var\/tmp|run|var\/run|dev\/shm|dev\/pts|proc)(?:\/|$)/;
const growing = /^\/(?:var\/log|var\/spool|var\/cache|dev|sys)(?:\/|$)/;

/** A line of `ls -l`. */
export const listingEntry =
  /^(?<mode>[-bcdlps][-rwxsStT]{9}[.+@]?) +\d+ (?<owners>\S+ +\S+(?: +\S+)??) +(?<size>\d+(?:, +\d+)?) (?<day>[A-Z][a-z]{2} +\d+) +\S+ (?<name>.*)$/;

/**
 * Listings of `ls -l`. Modes, owners, labels, names, and the size and day of files count. Sizes, times and link counts of
 * directories do not, because their entries are listed. Neither do sizes and times of logs and devices, nor what is in
 * directories for temporary files.
 */
export const listing: NoiseRule = {
  why: 'times and sizes of directories and logs, and temporary files',
  keys(lines) {
    let directory = '';
    return lines.map((line) => {
      if (/^\/.*:$/.test(line)) directory = line.slice(0, -1);
      if (line.startsWith('total ')) return undefined;
      const {
        mode = '',
        owners = '',
        size = '',
        day = '',
        name = '',
      } = listingEntry.exec(line)?.groups ?? {};
      if (mode === '') return line;
      if (busy.test(directory) && name !== '.' && name !== '..') return undefined;
      const path = name.startsWith('/') ? name : `${directory}/${name}`;
      const changes = mode.startsWith('d') || growing.test(path) || size === '0';
      const facts = changes ? [] : [size, day.replace(/ +/, ' ')];
      return [mode, owners.replace(/ +/g, ' '), ...facts, name].join(' ');
    });
  },
};
