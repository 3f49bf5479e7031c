/**
 * Lets an esbuild plugin load a module of a package from other text. The build fails if the package has no such module: it would only become
 * slower.
 */
export const replaceModule = ({ onEnd, onLoad }, name, filter, contentsOf) => {
  let isReplaced = false;
  onLoad({ filter }, async ({ path }) => {
    isReplaced = true;
    return { contents: await contentsOf(path) };
  });
  onEnd(() => {
    if (!isReplaced) throw new Error(`${name} has no module ${filter}, which the build replaces`);
  });
};
