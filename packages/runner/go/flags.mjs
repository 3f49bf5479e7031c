/** What decides how a package is compiled: whoever builds with the same flags uses what the programs' build compiled, in any folder. */
export const compileFlags = ['-trimpath'];
