import type { Options } from '../options.js';

/** The options of every command that uses a catalog. */
export const catalogOptions = {
  variant: {
    kind: 'text',
    choices: ['b', 'a'],
    doc: 'Variant of the catalog: b, the current one, or a, the earlier one (default b)',
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
    value: 'NAME',
    doc: 'Only these domains; repeat the option or separate the names with commas',
  },
} as const satisfies Options;

/** The options of every command that masks secrets. */
export const redactionOptions = {
  'keep-secrets': {
    kind: 'flag',
    doc: 'Do not mask passwords, keys, tokens and other secrets; they are masked by default',
  },
  key: {
    kind: 'text',
    value: 'FILE',
    doc: 'Key of the masks: equal secrets have equal masks in everything that is masked with it. A file that does not exist is made (default: another key in each run)',
  },
  rules: {
    kind: 'text',
    value: 'FILE',
    doc: 'Your own rules for secrets, in YAML, tried before the others; the README of @hostspec/redact shows their form',
  },
} as const satisfies Options;

/** The options of every command that uses a host and a catalog. */
export const hostOptions = {
  ...catalogOptions,
  ...redactionOptions,
  map: {
    kind: 'list',
    value: 'KIND',
    doc: 'Replace identity with tokens: ip, host, mac, user, keyword, or identity for all of them; hostspec unmap restores it with the same key (--key, or /etc/hostspec/redaction.key, which is made)',
  },
  keywords: {
    kind: 'text',
    value: 'FILE',
    doc: 'Words of your own for --map keyword, one in each line',
  },
  deny: {
    kind: 'text',
    value: 'FILE',
    doc: 'What must not be collected, in YAML: specs, files, commands, patterns of lines, keywords (default: /etc/hostspec/deny.yaml, if it exists); the files of insights-client for this are read, too',
  },
  only: { kind: 'list', value: 'NAME', doc: 'Only specs that match these names or globs' },
  skip: { kind: 'list', value: 'NAME', doc: 'All specs except those that match these names or globs' },
  root: {
    kind: 'text',
    value: 'DIR',
    doc: 'Use the root file system in DIR instead of this host; runs no commands',
  },
  archive: {
    kind: 'text',
    value: 'FILE',
    doc: 'Use an archive instead of this host: from hostspec, insights-core or sos, packed or unpacked; commands return their stored output',
  },
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
  offline: {
    kind: 'flag',
    doc: 'Skip specs that need the network; a program such as lsof may still look up host names',
  },
  'allow-state-changes': {
    kind: 'flag',
    doc: 'Also run commands that change the host; they are skipped by default',
  },
  'in-process': {
    kind: 'flag',
    doc: 'Read files and run commands in this process, even if a runner is installed; hostspec --version says whether one is',
  },
  'enter-mounts': { kind: 'flag', doc: 'Also read from network, FUSE and autofs mounts' },
  timeout: {
    kind: 'seconds',
    value: 'SECONDS',
    doc: 'Time limit for one command, unless its spec sets another (default 10)',
  },
} as const satisfies Options;
