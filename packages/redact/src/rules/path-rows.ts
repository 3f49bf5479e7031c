import { numbersOfTexts } from '../match/numbers-of-texts.js';
import { oncePer } from '../match/once.js';
import type { SecretFiles } from './secret-files.js';

/** A pattern of a path in lower case, with the indexes of its rows. */
interface PathPattern {
  readonly pattern: string;
  readonly rows: readonly number[];
}

/** The patterns of a table, by the part of a path that they need. Many rows share a pattern, which is tried once. */
export type PathPatterns = ReadonlyMap<string, readonly PathPattern[]>;

/** Groups the patterns of a table. */
export const patternsOf = oncePer((rows: readonly SecretFiles[]): PathPatterns => {
  const rowsOfPattern = numbersOfTexts(rows.map(({ paths }) => paths.map((path) => path.toLowerCase())));
  const patterns = new Map<string, PathPattern[]>();
  for (const [pattern, ofPattern] of rowsOfPattern) {
    const key = keyOfPattern(pattern);
    const group = patterns.get(key) ?? [];
    patterns.set(key, group);
    group.push({ pattern, rows: ofPattern });
  }
  return patterns;
});

/** A name by which rows may know a path, in lower case, and the keys of the patterns that may match it. */
interface PathName {
  readonly name: string;
  readonly keys: readonly string[];
  /** True for a name with another word at its end, such as `sasl_passwd_relay`. */
  readonly isNamesake: boolean;
}

/** The path of the output of a command. It can end with the path of a file that the command only names. */
const outputPath = /(?:^|[/ ])(?:insights|sos)_commands\/(?:[^/]+\/)*([^/]+)$/;

/** The start of a command that another account runs, and options that say where kubectl looks. */
const aroundCommand =
  /^sudo_(?:-[a-z]_(?:[\w-]+_)?)*|(?<=^(?:kubectl|oc)_)(?:(?:-n|--namespace|--context)[_=][\w.-]+?_)+/g;

/** An output of a program that few hosts have: from a folder of such programs, by how its name ends, or by what it is asked for. */
const ofOwnProgram =
  /^(?:opt|srv|usr\.local|home)\.|^(?!(?:journal|kube|machine|system|sys|virt)ctl_)[a-z][\w-]*(?:ctl|adm|admin|cli|tool|mgr)(?:_|$)|_(?:--?)?(?:secrets?|reveal|keys|credentials?|passw[a-z]*|schluessel|konfig[a-z]*|dump-[\w-]*)(?:_|$)/;

/** The names of a path, which may be absolute, or a name in an archive. */
export function namesOf(path: string): readonly PathName[] {
  const names: PathName[] = [];
  const add = (name: string, keys: readonly string[], isNamesake = false): void => {
    names.push({ name, keys, isNamesake });
  };
  const command = outputPath.exec(path)?.[1]?.replace(aroundCommand, '');
  if (command !== undefined) {
    const name = command.toLowerCase();
    add(`commands/${name}`, [keyOfCommand(name), ofCommands]);
    if (ofOwnProgram.test(name)) add(`own/${name}`, [keyOfPattern('own/*')]);
    return names;
  }
  const lower = path.toLowerCase();
  add(lower, keysOfPath(lower));
  const name = lower.replace(ofCopy, '');
  if (name !== lower) add(name, keysOfPath(name));
  for (const end of [ofSeveral, ofPrefix, ofFolder, ofNamesake]) {
    const usual = name.replace(end, '');
    if (usual !== name) add(usual, keysOfPath(usual, true), end === ofNamesake || end === ofPrefix);
  }
  // Not every such folder has settings, so only a row with this name matches.
  const file = name.replace(ofFolder, '.conf');
  if (file !== name) add(file, [keyOfPattern(file)]);
  // Programs of a company give their settings any name.
  const usualNames = ofSettings.test(name)
    ? ['.conf', '.xml'].map((ending) => name.replace(unknownEnding, ending))
    : [name.replace(ofHome, '.ini')];
  for (const usual of usualNames) if (usual !== name) add(usual, keysOfPath(usual, true), true);
  return names;
}

function addRows(patterns: readonly PathPattern[] | undefined, name: string, found: Set<number>): void {
  for (const { pattern, rows } of patterns ?? [])
    if (matches(pattern, name)) for (const row of rows) found.add(row);
}

/** Finds the rows of a table whose patterns match a path, in order. `hasNamesakes`: namesakes match, too. */
export function rowsAt(
  patterns: PathPatterns,
  names: readonly PathName[],
  hasNamesakes: boolean,
): readonly number[] {
  const found = new Set<number>();
  for (const { name, keys, isNamesake } of names)
    if (hasNamesakes || !isNamesake) for (const key of keys) addRows(patterns.get(key), name, found);
  return [...found].sort((a, b) => a - b);
}

/**
 * Parts of every path that a pattern matches: the last name, the folder before it, or the first three characters of the name, the folder above
 * and the last three characters of the name, as far as they are fixed.
 */
function keyOfPattern(pattern: string): string {
  const start = pattern.lastIndexOf('/') + 1;
  const last = pattern.slice(start);
  const star = last.indexOf('*');
  const folder = lastName(pattern.slice(0, Math.max(0, start - 1)));
  if (folder === 'commands') return star === -1 || star >= 3 ? keyOfCommand(last) : ofCommands;
  if (star === -1) return `=${last}`;
  if (folder !== '' && !folder.includes('*')) return `/${folder}`;
  const end = last.length - star > 3 ? `*${last.slice(-3)}` : '';
  if (star >= 3) return `^${last.slice(0, 3)}${end}`;
  const above = lastName(pattern.slice(0, Math.max(0, start - folder.length - 2)));
  return above === '' || above.includes('*') ? end : `//${above}${end}`;
}

/** What a copy of a file has at the end of its name. */
const ofCopy =
  /(?:\.(?:bak|backup|old|orig|save|saved|dist|new|tmpl?|template|j2|erb|rpm(?:new|save|orig)|dpkg-[a-z]{3,8}|ucf-[a-z]{3,8}|\d{1,14}|\d{4}-\d\d-\d\d)|~)$/;

/** What tells several files apart, between the usual name and the ending, such as `-prod` in `turnserver-prod.conf`. */
const ofSeveral = /(?<=[^/])[-_.][^-_./]+(?=\.[a-z]+$)/;

/** The last word of a name that has no usual ending. */
const ofNamesake =
  /(?<=[^/]{4})(?:[-_]|\.(?!(?:conf|cfg|cnf|csv|gz|hcl|ini|js|json|key|list|log|lua|md|pem|php|pl|pm|properties|py|rb|rules|service|sh|so|toml|txt|xml|ya?ml)$))[^-_./]+$/;

/** A word before the usual name of a file with an ending. */
const ofPrefix = /(?<=^|\/)[^-_./]+[-_.](?=[^./]+\.[a-z]+$)/;

/** The end of the path of a file in a folder that takes the place of a single file, such as `sudoers.d/web`. */
const ofFolder = /\.d\/[^/]+$/;

/** The endings of settings that rows know, and of programs, texts, tables, data, keys and certificates. */
const knownEndings =
  'conf|cfg|cnf|ini|ya?ml|toml|json[5c]?|properties|env|hcl|xml|lua|php|pl|pm|ps1|py|rb|[cm]?js|ts|scm|t?csh|(?:ba|fi|z|k)?sh|el|[ch]|java|go|css|html?|svg|txt|md|rst|log|[ctp]sv|tab|lst|list|map|types|security|policy|dat|sql|ldif|pub|pem|crt|cer|csr|crl|asc|gpg|sig|key|p12|jks|keytab|zone|rules|load|service|socket|timer|mount|path|netdev|network|container|pod|kube|volume|desktop|gz|xz|zip';

/** The ending of a file that no row is about; not the name of a map of the automounter. */
const unknownEnding = new RegExp(`(?<!/auto)\\.(?!(?:${knownEndings})$)[a-z][a-z\\d]{0,9}$`);

/** Folders of settings, without programs. */
const ofSettings = /^\/?(?:etc|opt|srv|usr\/local\/(?:etc|lib|share))\/(?!(?:[^/]+\/)*s?bin\/)/;

/** The end of the name of the settings of a program in the folder of a user. */
const ofHome = /(?<=^\/?(?:root|home\/[^/]+)\/\.[a-z]{2,16})rc$/;

const lastName = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** The keys of patterns that may match a path. `isUsual`: only those that fix the end of its name. */
function keysOfPath(path: string, isUsual = false): string[] {
  const name = lastName(path);
  const folders = path.slice(0, Math.max(0, path.length - name.length - 1));
  const folder = lastName(folders);
  const above = `//${lastName(folders.slice(0, Math.max(0, folders.length - folder.length - 1)))}`;
  const start = `^${name.slice(0, 3)}`;
  const end = `*${name.slice(-3)}`;
  const keys = [`=${name}`, end, start + end, above + end];
  if (!isUsual) keys.push(start, above, `/${folder}`, '');
  if (!isUsual && folder === 'commands') keys.push(keyOfCommand(name), ofCommands);
  return keys;
}

/** The key of patterns for outputs of any command. */
const ofCommands = 'commands/';

/** The key of patterns for outputs of commands that begin with the same three characters. */
const keyOfCommand = (name: string): string => `commands/${name.slice(0, 3)}`;

/** Whether a pattern matches the end of a path, from the last name on. Prepares nothing: most patterns are tried a few times. */
function matches(pattern: string, path: string): boolean {
  if (!path.endsWith(pattern.slice(pattern.lastIndexOf('*') + 1))) return false;
  let patternEnd = pattern.length;
  let end = path.length;
  for (;;) {
    const patternStart = pattern.lastIndexOf('/', patternEnd - 1) + 1;
    const start = path.lastIndexOf('/', end - 1) + 1;
    const star = pattern.indexOf('*', patternStart);
    const isFixed = star === -1 || star >= patternEnd;
    const before = pattern.slice(patternStart, isFixed ? patternEnd : star);
    if (!path.startsWith(before, start)) return false;
    if (isFixed) {
      if (end - start !== before.length) return false;
    } else {
      const after = pattern.slice(star + 1, patternEnd);
      if (end - start < Math.max(1, before.length + after.length) || !path.endsWith(after, end)) return false;
    }
    if (patternStart === 0) return true;
    if (start === 0) return false;
    patternEnd = patternStart - 1;
    end = start - 1;
  }
}
