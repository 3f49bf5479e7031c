import type { Options } from '../options.js';

/** The options of every command that works on a catalog. */
export const catalogOptions = {
  variant: {
    kind: 'text',
    choices: ['b', 'a'],
    doc: 'Variant of the catalog; b is the current one (default b)',
  },
  catalog: {
    kind: 'text',
    value: 'FILE',
    doc: 'A catalog of your own: a file in YAML or JSON, which hostspec init writes, or a program (.js, .mjs, .ts) that exports one as default',
  },
  packages: {
    kind: 'text',
    value: 'DIR',
    doc: 'Use the domains and catalogs in DIR/node_modules before those that are installed with hostspec',
  },
  domain: { kind: 'list', value: 'NAME', doc: 'Only these domains; repeat it or separate them by commas' },
} as const satisfies Options;

/** The options of every command that looks at a host with a catalog. */
export const hostOptions = {
  ...catalogOptions,
  only: { kind: 'list', value: 'NAME', doc: 'Only the specs of these names or globs' },
  skip: { kind: 'list', value: 'NAME', doc: 'All but the specs of these names or globs' },
  root: {
    kind: 'text',
    value: 'DIR',
    doc: 'Look at the root file system in this directory; no command is run',
  },
  archive: {
    kind: 'text',
    value: 'FILE',
    doc: 'Look at the host that this archive came from: of hostspec or insights-core, or a sos report, packed or unpacked; commands give the output it stores',
  },
  config: {
    kind: 'text',
    value: 'FILE',
    doc: 'Settings in YAML or JSON (default /etc/hostspec/config.yaml, where it exists); see hostspec config',
  },
  brand: {
    kind: 'list',
    value: 'vendor=NAME,client=NAME',
    doc: 'The words for <vendor> and <client> in paths (default: the vendor from the host, client=insights)',
  },
  offline: {
    kind: 'flag',
    doc: 'Skip what needs the network; a program such as lsof may still ask for names',
  },
  'allow-state-changes': {
    kind: 'flag',
    doc: 'Also run commands that change the host, which are skipped otherwise',
  },
  'enter-mounts': { kind: 'flag', doc: 'Also read from network and FUSE mounts and autofs' },
  timeout: { kind: 'seconds', value: 'SECONDS', doc: 'Time for one command (default 10)' },
} as const satisfies Options;
