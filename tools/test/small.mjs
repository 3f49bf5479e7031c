// npm test loads this before any package is installed, so it imports none.
const small = [
  'default-specs',
  'facts',
  'findings',
  'host-kit',
  'hostspec',
  'linux-specs',
  'parse',
  'policy',
  'registry',
  'spec',
];

/** Whether the tests of a package share a process with those of other packages: to start one takes longer than they do. */
export const isSmall = ({ folder, isDomain }) => isDomain || small.includes(folder);
