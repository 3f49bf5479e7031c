import { defaultConfigPath, defaultDenialPath, defaultKeyPath } from '@hostspec/policy';

/** The exit statuses of all commands, with their meaning. */
export const exitStatuses: readonly (readonly [status: string, doc: string])[] = [
  ['0', 'Success; for collect, even if single specs failed, and with --hosts if every host is collected.'],
  [
    '1',
    'Failure: nothing was collected, an archive is unreadable or changed, a host of --hosts failed or is incomplete, a spec has no content, or check, doctor or check-secrets found something or could not read everything.',
  ],
  ['2', 'Invalid command line, configuration or catalog.'],
  [
    '3',
    'No space for the archive, or a quota is used up; the collected data is kept, and the message says where.',
  ],
  [
    '4',
    'For verify: nothing in the archive was changed, but its run ended before everything was collected. For check and fleet check: no problem was found, but some could not be decided.',
  ],
  [
    '127',
    'For run: the archive has no output of the command. Otherwise run ends as the recorded command did.',
  ],
  ['129, 130, 143', 'Ended by SIGHUP, SIGINT or SIGTERM; everything collected so far is in a valid archive.'],
];

/** The files that commands use if no option names others. */
export const files: readonly (readonly [path: string, doc: string])[] = [
  [defaultConfigPath, 'Settings; hostspec config prints such a file.'],
  [defaultDenialPath, 'What must not be collected on this host.'],
  [
    '/etc/insights-client/file-redaction.yaml, /etc/insights-client/file-content-redaction.yaml',
    'The same, as insights-client has it.',
  ],
  [defaultKeyPath, 'The key of --map, made for root if it does not exist.'],
];
