import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { importedBy } from '../house/sources.mjs';
import { root } from '../workspace/root.mjs';

/** The options for esbuild, too: those of an editor, in the tsconfig.json above, name the sources of other packages. */
export const tsconfig = join(root, 'tools/build/base.json');

/**
 * Writes the projects from which TypeScript builds the declarations of the packages, each with references to what it imports;
 * returns their paths. Their options are those of base.json.
 */
export const writeProjects = (packages) => {
  const projectOf = ({ folder }) => join(root, '.turbo/projects', folder, 'tsconfig.json');
  return packages.map((each) => {
    const imported = importedBy(each);
    const project = projectOf(each);
    const from = dirname(project);
    const source = join(relative(from, each.path), 'src');
    const text = JSON.stringify({
      extends: relative(from, tsconfig),
      compilerOptions: {
        rootDir: source,
        outDir: join(source, '../dist'),
        tsBuildInfoFile: join(source, '../dist/.tsbuildinfo'),
      },
      include: [source],
      exclude: ['*.test.ts', '*.test-d.ts', 'testing'].map((name) => `${source}/**/${name}`),
      references: packages
        .filter(({ manifest }) => imported.has(manifest.name))
        .map((other) => ({ path: relative(from, projectOf(other)) })),
    });
    // TypeScript builds a project again if its file is newer than what was built.
    if (!existsSync(project) || readFileSync(project, 'utf8') !== text) {
      mkdirSync(from, { recursive: true });
      writeFileSync(project, text);
    }
    return project;
  });
};
