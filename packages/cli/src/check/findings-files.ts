import { existsSync, readdirSync, statSync } from 'node:fs';
import { basename, extname, join, resolve } from 'node:path';
import {
  type Finding,
  type FindingProblem,
  type Known,
  lacksTests,
  type ReadFinding,
  readFindings,
  testFailure,
  unknownCauses,
} from '@hostspec/findings';
import { counted, jsonShown } from '@hostspec/host-kit';
import { factTables } from '@hostspec/parse/facts';
import { problemLines } from '@hostspec/policy';
import { readOptionFile } from '@hostspec/policy/yaml';
import { outcomeStatuses } from '@hostspec/spec';
import { exitStatus } from '../exit-status.js';
import type { Io } from '../io.js';
import { printable } from '../text.js';
import { problemsError, usageError } from '../usage-error.js';
import { installedFindings } from './installed-findings.js';
import { installedSpecs } from './installed-places.js';

const mostFiles = 100;

/** The installed findings, and those of files and directories that the user names. @throws UsageError with the place of what is not allowed. */
export function findingsWith(paths: readonly string[], io: Pick<Io, 'err' | 'cwd'>): readonly Finding[] {
  const installed = installedFindings(io);
  const files = readAll(paths, '--findings', io, installed);
  return [...installed, ...files.flatMap(({ findings }) => findings.map(({ finding }) => finding))];
}

/** Runs the tests of the findings of files and directories, and prints those that fail. */
export async function testFindings(paths: readonly string[], io: Io): Promise<number> {
  const files = readAll(paths, '--test', io, installedFindings(io));
  let [passed, failed] = [0, 0];
  for (const { findings, placed } of files) {
    const fail = (problem: FindingProblem): void => {
      failed++;
      io.out.write(`${printable(placed([problem]))}\n`);
    };
    for (const { finding, tests } of findings) {
      const lack = lacksTests(tests);
      const keys = ['findings', finding.id.slice(finding.id.indexOf('/') + 1)];
      if (lack !== undefined) fail({ keys, ofKey: true, message: `${finding.id} ${lack}` });
      for (const test of tests) {
        const failure = await testFailure(finding, test, factTables);
        if (failure === undefined) passed++;
        else fail({ keys: test.keys, ofKey: false, message: `${finding.id}: ${failure}` });
      }
    }
  }
  const findings = files.flatMap((file) => file.findings).length;
  io.out.write(`${counted(findings, 'finding')}; ${counted(passed, 'test')} passed, ${failed} failed\n`);
  return failed > 0 ? exitStatus.failure : exitStatus.done;
}

/** The lines that name problems of a file with their places. */
type Placed = (problems: readonly FindingProblem[]) => string;

/** A file that was read without a fault. */
interface FindingsFile {
  readonly findings: readonly ReadFinding[];
  readonly placed: Placed;
}

function readAll(
  paths: readonly string[],
  option: string,
  { cwd }: Pick<Io, 'cwd'>,
  installed: readonly Finding[],
): FindingsFile[] {
  const known: Known = {
    tables: factTables,
    specs: new Set(installedSpecs().map(([name]) => name)),
    statuses: outcomeStatuses,
  };
  const ids = new Set(installed.map(({ id }) => id));
  return paths
    .flatMap((each) => filesAt(resolve(cwd, each), option))
    .map((path) => {
      const domain = domainOf(path, option);
      const file = readOptionFile(path, option);
      const placed: Placed = (problems) =>
        problemLines(
          path,
          problems.map(({ keys, ofKey, message }) => ({
            position: ofKey ? file.atKey(keys) : file.at(keys),
            message,
          })),
        );
      const { findings, problems } = readFindings(file.value, domain, known);
      const found = findings.map(({ finding }) => finding);
      const twice = found
        .filter(({ id }) => ids.has(id))
        .map(({ id }) => ({
          keys: ['findings', id.slice(domain.length + 1)],
          ofKey: true,
          message: `another finding is named ${id}; rename this one, or its file`,
        }));
      for (const { id } of found) ids.add(id);
      const all = [...problems, ...twice, ...unknownCauses(found, ids)];
      if (all.length > 0) throw problemsError(placed(all), option, path);
      return { findings, placed };
    });
}

/** A file, or those of a directory, sorted. */
function filesAt(path: string, option: string): readonly string[] {
  // Reading a path that cannot be inspected gives the better error.
  if (!existsSync(path) || !statSync(path).isDirectory()) return [path];
  const files = readdirSync(path)
    .filter((name) => /\.(?:ya?ml|json)$/.test(name))
    .sort();
  if (files.length === 0 || files.length > mostFiles)
    throw usageError(
      `${option} ${path} has ${files.length} files with findings; allowed: 1 to ${mostFiles} files that end with .yaml, .yml or .json`,
      option,
      path,
    );
  return files.map((name) => join(path, name));
}

/** The first part of the ids of a file's findings: its name. */
function domainOf(path: string, option: string): string {
  const name = basename(path, extname(path));
  if (/^[a-z][a-z0-9_-]{0,63}$/.test(name)) return name;
  throw usageError(
    `${option} ${path}: the ids of its findings would begin with ${jsonShown(name, 100)}; name the file with a-z, 0-9, _ and -, such as ours.yaml`,
    option,
    path,
  );
}
