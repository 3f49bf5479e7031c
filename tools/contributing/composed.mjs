const sorted = (items) => [...new Set(items)].sort((a, b) => (a < b ? -1 : 1));

/** A source that composes domains, with one more domain: its import, its specs in the interface, and itself in `compose`. */
export const withDomain = (text, { package: packageName, slice }) => {
  const imports = text.match(/^import .*;\n/gm) ?? [];
  const line = `import { ${slice} } from '${packageName}';\n`;
  const ordered = sorted([...imports, line].map((each) => `${from(each)}\0${each}`)).map(
    (each) => each.split('\0')[1],
  );
  const rest = text.slice(imports.join('').length);
  return `${ordered.join('')}${rest}`
    .replace(/(extends )([^{]*)( \{\})/, (_, before, specs, after) =>
      [before, sorted([...specs.split(/,\s*/), `SpecsOf<typeof ${slice}>`]).join(',\n    '), after].join(''),
    )
    .replace(/(compose\(\n)([^)]*)(\);)/, (_, before, slices, after) =>
      [before, ...sorted([...(slices.match(/\w+/g) ?? []), slice]).map((each) => `  ${each},\n`), after].join(
        '',
      ),
    );
};

const from = (line) => /from '(.*)'/.exec(line)?.[1] ?? '';

/** The package.json of a catalog with one more dependency. */
export const withDependency = (text, { package: packageName }) => {
  const manifest = JSON.parse(text);
  const names = sorted([...Object.keys(manifest.dependencies), packageName]);
  manifest.dependencies = Object.fromEntries(names.map((name) => [name, 'workspace:^']));
  return `${JSON.stringify(manifest, undefined, 2)}\n`;
};
