/** The source of a domain's specs with one more, in alphabetical order. */
export const withSpec = (text, name, line) => {
  const next = [...text.matchAll(/^ {4}(\w+): /gm)].find((match) => match[1] > name);
  return `${text.slice(0, next.index)}    ${line}\n${text.slice(next.index)}`;
};

/** The source of a domain's specs with one more definition in one of the lists of its slice. */
export const withDefinition = (text, list, name) =>
  text.replace(new RegExp(`^( {2}${list}: \\[)`, 'm'), `$1${name}, `);

/** The source with further names in its import from a module, or with such an import. */
export const withImport = (text, module, ...names) => {
  const statement = new RegExp(`^import \\{([^}]*)\\} from '${module.replaceAll('.', '\\.')}';`, 'm');
  if (!statement.test(text)) return `import { ${names.join(', ')} } from '${module}';\n${text}`;
  return text.replace(
    statement,
    (_, present) => `import { ${names.join(', ')}, ${present.trim()} } from '${module}';`,
  );
};
