import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import glob from 'fast-glob';
import { home } from '../house/manifest.mjs';
import { packagesOf } from '../workspace/packages.mjs';
import { root } from '../workspace/root.mjs';

/** The Markdown files that people read, without changelogs: in the workspace, in each package that is published, and the documentation. */
export const documents = (workspace = root) => {
  const published = packagesOf(workspace).map(({ folder }) => `packages/${folder}/*.md`);
  const patterns = ['*.md', 'packages/docs/**/*.md', ...published];
  // A pattern at the top has all folders walked.
  const ignore = ['**/CHANGELOG.md', '**/node_modules/**'];
  return glob.sync(patterns, { cwd: workspace, ignore, absolute: true }).sort();
};

/**
 * The code blocks of a Markdown text: `{ language, name, code, line }`. A line in bold with nothing but a path, before
 * a block, names the file that the block is.
 */
export const snippetsOf = (text) => {
  const fence = /(?:^\*\*([\w./-]+\.?[\w-]*)\*\*\n\n)?^```(\w+)\n([\s\S]*?)^```$/gm;
  return [...text.matchAll(fence)].map(({ 1: name, 2: language, 3: code, index }) => ({
    language,
    name,
    code,
    line: text.slice(0, index).split('\n').length,
  }));
};

/**
 * Links in a Markdown text that lead nowhere: to a file that does not exist, also by an address of the repository, or
 * from a page of a published package (`published`: its path and manifest) to a file that is not published with it.
 */
export const brokenLinks = (text, folder, published) =>
  [...text.matchAll(/\]\((?!#|mailto:)([^)#\s]+)[^)]*\)/g)]
    .map(([, target]) => target)
    .filter((target) => {
      const [, path] = new RegExp(`^${home}/(?:tree|blob|raw)/main/(.*)$`).exec(target) ?? [];
      if (path !== undefined) return !existsSync(join(root, path));
      if (/^https?:/.test(target)) return false;
      return (
        !existsSync(join(folder, target)) ||
        !(published === undefined || isPublished(published, join(folder, target)))
      );
    });

/** Whether a file is in what npm packs of a package. */
const isPublished = ({ path, manifest }, file) =>
  manifest.files.some((name) => `${relative(path, file)}/`.startsWith(`${name}/`));
