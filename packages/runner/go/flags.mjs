/** What decides how a package is compiled: whoever builds with the same flags uses what the programs' build compiled, in any folder. */
export const compileFlags = [
  '-trimpath',
  // Go's own packages are not inlined: the program, which each connection sends, would be larger. A request costs a tenth more for it.
  ...['runtime', 'time', 'internal/...'].map((each) => `-gcflags=${each}=-l`),
];
