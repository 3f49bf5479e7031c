import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packagesOf } from '../workspace/packages.mjs';
import { root } from '../workspace/root.mjs';

/** The Markdown files that people read: in the workspace and in each package, without changelogs. */
export const documents = (workspace = root) =>
  [workspace, ...packagesOf(workspace).map(({ path }) => path)].flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => name.endsWith('.md') && name !== 'CHANGELOG.md')
      .sort()
      .map((name) => join(folder, name)),
  );

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

/** Relative links in a Markdown text to files that do not exist. */
export const brokenLinks = (text, folder) =>
  [...text.matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)[^)]*\)/g)]
    .map(([, target]) => target)
    .filter((target) => !existsSync(join(folder, target)));

/** A document's text. */
export const readDocument = (file) => readFileSync(file, 'utf8');
