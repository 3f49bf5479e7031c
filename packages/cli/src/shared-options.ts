import type { OptionGroup, Options } from './options.js';

function inGroup<const O extends Options>(group: OptionGroup, options: O): O {
  const grouped = Object.entries(options).map(([name, option]) => [name, { ...option, group }]);
  return Object.fromEntries(grouped) as O;
}

/** The option of commands that write an archive or the copy of one. */
export const forceArchive = {
  kind: 'flag',
  group: 'output',
  doc: 'Replace any file at --output, not only a hostspec archive',
} as const;

/** The option of commands that write a file of their own. */
export const forceFile = { kind: 'flag', doc: 'Replace a file that exists' } as const;

/** The option of commands that print in several formats. */
export const jsonFormat = {
  kind: 'flag',
  sets: ['format', 'json'],
  doc: 'The same as --format json',
} as const;

/** The options of every command that uses a catalog. */
export const catalogOptions = inGroup('what', {
  variant: {
    kind: 'text',
    choices: ['linux', 'b', 'a'],
    doc: 'Variant of the catalog: linux, for all of Linux, b, the one that follows insights-core, or a, an earlier one of b (default linux)',
  },
  catalog: {
    kind: 'text',
    value: 'FILE',
    doc: 'Your own catalog: a YAML or JSON file (hostspec init writes one to start from), or a program (.js, .mjs, .ts) whose default export is a catalog',
  },
  packages: {
    kind: 'text',
    value: 'DIR',
    doc: 'Look for domains and catalogs in DIR/node_modules before those installed with hostspec',
  },
  domain: {
    kind: 'list',
    value: 'DOMAIN',
    doc: 'Only these domains; repeat the option or separate the names with commas',
  },
});

/** The options of every command that masks secrets. */
export const redactionOptions = inGroup('secrets', {
  'keep-secrets': {
    kind: 'flag',
    doc: 'Do not mask passwords, keys, tokens and other secrets; they are masked by default',
  },
  'no-keep-secrets': {
    kind: 'flag',
    sets: ['keep-secrets', false],
    doc: 'Mask secrets, even if the configuration says keep-secrets: true',
  },
  key: {
    kind: 'text',
    value: 'FILE',
    doc: 'Key file. Runs with the same key give a secret the same mask. Created if missing (default: another key in each run)',
  },
  rules: {
    kind: 'text',
    value: 'FILE',
    doc: 'Your own rules for secrets, in YAML, tried before the others; the README of @hostspec/redact shows their form',
  },
});

/** The options of every command that can use another host. */
export const remoteOptions = inGroup('hosts', {
  host: {
    kind: 'text',
    common: true,
    value: 'TARGET',
    doc: 'Use another host, over ssh: its name, a name of the ssh configuration, USER@HOST or ssh://USER@HOST:PORT; or podman://NAME, docker://NAME, kube://CONTEXT/NAMESPACE/POD/CONTAINER or kube-node://CONTEXT/NODE. Nothing is installed there',
  },
  via: {
    kind: 'text',
    value: 'COMMAND',
    doc: "Reach the host through this command, which must start a shell there, such as 'nsenter -t 1 -m -- sh'; it is split into words, and no shell runs it here",
  },
  sudo: {
    kind: 'flag',
    common: true,
    doc: 'With --host or --via: read and run as root there, by sudo',
  },
  'sudo-password-file': {
    kind: 'text',
    value: 'FILE',
    doc: 'With --sudo: the file with the password, for its owner only (default: asked on the terminal, if sudo needs one)',
  },
  'connect-timeout': {
    kind: 'seconds',
    value: 'SECONDS',
    doc: 'With --host or --via: give the connection up after so long without progress, until the runner works there (default 30)',
  },
  'node-image': {
    kind: 'text',
    value: 'IMAGE',
    doc: 'Image of the debug pod that kube-node:// needs. The node has it or can pull it, and it contains the programs sleep and nsenter, as in busybox',
  },
  'node-namespace': {
    kind: 'text',
    value: 'NAMESPACE',
    doc: 'Namespace of the debug pod that kube-node:// needs. Anybody who can use pods there can become root on the node during the run (default: that of the context)',
  },
  'keep-runner': {
    kind: 'flag',
    doc: "With --host or --via: leave the runner in the user's cache directory there, so that the next run need not send it (default: nothing is left)",
  },
});

/** The options of every command that collects logs, or says which. */
export const logOptions = inGroup('logs', {
  since: {
    kind: 'text',
    common: true,
    value: 'TIME',
    doc: 'Only logs and messages of the journal from this time on, in the time of the host: 2026-11-20, "2026-11-20 14:00", -3h, -2d, today, yesterday. It replaces the windows of single specs',
  },
  until: {
    kind: 'text',
    value: 'TIME',
    doc: 'Only logs and messages of the journal up to this time, in the forms of --since',
  },
  boot: {
    kind: 'text',
    value: 'BOOT',
    doc: 'Only logs and messages of the journal from the first to the last message of a boot: 0 for the current one, -1 for the one before, or its id',
  },
  'full-logs': {
    kind: 'flag',
    doc: 'Collect logs and the journal whole, without the size limits of their specs; those of --max-item-bytes and --max-bytes stay',
  },
});

/** The options that limit a run. A profile can set them, too. */
export const limitOptions = inGroup('limits', {
  timeout: {
    kind: 'seconds',
    value: 'SECONDS',
    doc: 'Time limit for one command, unless its spec sets another (default 10)',
  },
  'max-time': {
    kind: 'limit',
    value: 'SECONDS',
    doc: 'Time limit for the whole run, with --hosts for each host; anything unreached is marked skipped; 0 or none for no limit (default 900)',
  },
  'max-spec-time': {
    kind: 'limit',
    value: 'SECONDS',
    doc: 'After this time, a spec starts no more of its commands and files, and its outcome says so; 0 or none for no limit (default 120)',
  },
  'max-bytes': {
    kind: 'bytes',
    value: 'BYTES',
    doc: 'Size limit for all content together, such as 500M; logs are cut first, and anything unreached is marked skipped (default 250M; none with --full-logs)',
  },
  'max-item-bytes': {
    kind: 'bytes',
    value: 'BYTES',
    doc: 'Size limit for one file or command; keeps the end of larger files and the beginning of longer output (default 200M)',
  },
});

/** The options of every command that uses a host and a catalog. */
export const hostOptions = {
  ...catalogOptions,
  ...redactionOptions,
  ...inGroup('secrets', {
    map: {
      kind: 'list',
      common: true,
      value: 'KIND',
      doc: 'Replace identity with tokens: ip, host, mac, user, people, mail, serial, keyword; identity for all of them, gdpr for all but keyword, or none. hostspec unmap restores it with the same key (--key, or /etc/hostspec/redaction.key, which is made)',
    },
    'map-list': {
      kind: 'text',
      value: 'FILE',
      doc: 'With --map: keep a list of the values and their tokens in FILE, which is made and is for its owner only. Then only this file restores them, with --key if that was given too; it is never in the archive',
    },
    keywords: {
      kind: 'text',
      value: 'FILE',
      doc: 'Words of your own for --map keyword, one in each line',
    },
  }),
  ...inGroup('what', {
    deny: {
      kind: 'text',
      value: 'FILE',
      doc: 'What must not be collected, in YAML: specs, files, commands, patterns of lines, keywords (default: /etc/hostspec/deny.yaml, if it exists); the files of insights-client for this are read, too',
    },
    profile: {
      kind: 'list',
      common: true,
      value: 'PROFILE',
      doc: 'Only what these profiles select: minimal, boot, network, storage, performance, security, packages, containers, services, hardware, kernel or all, your own file (./NAME.yaml), or an installed package with a profile.yaml. A profile can also set a window and limits; options replace them',
    },
    only: {
      kind: 'list',
      common: true,
      value: 'NAME',
      doc: 'Only specs that match these names or globs',
    },
    skip: {
      kind: 'list',
      common: true,
      value: 'NAME',
      doc: 'All specs except those that match these names or globs',
    },
    offline: {
      kind: 'flag',
      doc: 'Skip specs that need the network; a program such as lsof may still look up host names',
    },
    'allow-state-changes': {
      kind: 'flag',
      doc: 'Also run commands that change the host; they are skipped by default',
    },
  }),
  ...inGroup('where', {
    root: {
      kind: 'text',
      common: true,
      value: 'DIR',
      doc: 'Use the root file system in DIR instead of this host; runs no commands',
    },
    archive: {
      kind: 'text',
      value: 'FILE',
      doc: 'Use an archive instead of this host: from hostspec, insights-core or sos, packed or unpacked; commands return their stored output',
    },
    'in-process': {
      kind: 'flag',
      doc: 'Read files and run commands in this process, even if a runner is installed; hostspec --version says whether one is',
    },
    'enter-mounts': { kind: 'flag', doc: 'Also read from network, FUSE and autofs mounts' },
  }),
  ...remoteOptions,
  ...inGroup('settings', {
    config: {
      kind: 'text',
      value: 'FILE',
      doc: 'Settings in YAML or JSON (default: /etc/hostspec/config.yaml, if it exists); see hostspec config',
    },
    brand: {
      kind: 'list',
      value: 'vendor=NAME,client=NAME',
      doc: 'Values for <vendor> and <client> in paths (default: the vendor of the host, client=insights)',
    },
  }),
  timeout: limitOptions.timeout,
};

/** The options of every command that looks for findings. */
export const findingOptions = {
  findings: {
    kind: 'list',
    value: 'PATH',
    doc: 'Look also for the problems of this YAML or JSON file, or of the files of this directory',
  },
  'skip-finding': {
    kind: 'list',
    value: 'ID',
    doc: 'Do not look for problems that match these ids or globs',
  },
  config: hostOptions.config,
} as const;

/** The options of every command that can use many hosts. */
export const fleetOptions = {
  hosts: {
    kind: 'text',
    group: 'hosts',
    common: true,
    value: 'FILE',
    doc: 'Use many hosts: FILE has one target on each line, or is an inventory that ansible-inventory reads; - reads a list, or what ansible-inventory --list prints',
  },
  limit: {
    kind: 'list',
    group: 'hosts',
    value: 'PATTERN',
    doc: 'With --hosts: only hosts and groups that match these names or globs; !PATTERN leaves out, &PATTERN keeps only what also matches',
  },
  parallel: {
    kind: 'count',
    group: 'hosts',
    value: 'N',
    doc: 'With --hosts: how many hosts at once (default: ten for each CPU, at most 50, fewer with little memory)',
  },
} as const;
