import type { NoiseRule } from './noise-rule.js';

// In these directories, programs create, change and remove files all the time.
const busy = /^\/(?:tmp|var\/tmp|run|var\/run|dev\/shm|dev\/pts|proc)(?:\/|$)/;
const growing = /^\/(?:var\/log|var\/spool|var\/cache|dev|sys)(?:\/|$)/;
// Where a run of hostspec collects, under another name each time.
const ownWork = /^\..+\.[0-9a-f]{12}\.partial$/;

/** A line of `ls -l`. */
export const listingEntry =
  /^(?<mode>[-bcdlps][-rwxsStT]{9}[.+@]?) +\d+ (?<owners>\S+ +\S+(?: +\S+)??) +(?<size>\d+(?:, +\d+)?) (?<day>[A-Z][a-z]{2} +\d+) +\S+ (?<name>.*)$/;

/**
 * Listings of `ls -l`. These count: modes, owners, labels, names, and the size and day of files. These do not: sizes, times and link counts
 * of directories, whose entries are listed; sizes and times of logs and devices; and directories for temporary files.
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
      if (ownWork.test(name) || (busy.test(directory) && name !== '.' && name !== '..')) return undefined;
      const path = name.startsWith('/') ? name : `${directory}/${name}`;
      const changes = mode.startsWith('d') || growing.test(path) || size === '0';
      const facts = changes ? [] : [size, day.replace(/ +/, ' ')];
      return [mode, owners.replace(/ +/g, ' '), ...facts, name].join(' ');
    });
  },
};
