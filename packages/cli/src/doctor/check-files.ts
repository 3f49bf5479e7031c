import { lstatSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { outputProblem } from '@hostspec/files/output';
import { bytesText, counted } from '@hostspec/host-kit';
import {
  configPath,
  defaultKeyPath,
  readConfig,
  readDenials,
  readKey,
  unknownDenials,
} from '@hostspec/policy';
import { messageOf } from '@hostspec/spec';
import { loadCatalog, loadConfigured, wholeCatalog } from '../catalogs/catalog.js';
import { type ChosenPolicy, choosePolicy } from '../chosen-policy.js';
import type { Io } from '../io.js';
import type { Values } from '../options.js';
import type { Finding } from './finding.js';
import type { options } from './options.js';

const usual = 1024 ** 3;
const least = 64 * 1024 ** 2;

type DoctorValues = Values<typeof options>;

/** The configuration file, the files of denials and the key, if they are there. */
export async function fileFindings(values: DoctorValues, io: Io): Promise<Finding[]> {
  const topic = 'configuration';
  const path = configPath(values.config, io);
  try {
    // What is wrong with the catalog is a problem of its own.
    const isLoaded = await loadCatalog(values, io, 'root').then(
      () => true,
      () => false,
    );
    if (isLoaded) await loadConfigured(values, io);
    const text =
      path === undefined
        ? 'there is none: every setting has its default'
        : `${path} has ${counted(await readConfig(path, async ({ size }) => size), 'setting')}`;
    const chosen = await choosePolicy(values, io);
    return [{ level: 'ok', topic, text }, await denialFinding(chosen, values, io), keyFinding(chosen)];
  } catch (error) {
    const advice = 'correct the file; until then, nothing can be collected';
    return [{ level: 'problem', topic, text: messageOf(error), advice }];
  }
}

async function denialFinding(chosen: ChosenPolicy, values: DoctorValues, io: Io): Promise<Finding> {
  const topic = 'denials';
  try {
    const denied = await readDenials(chosen);
    if (!denied) return { level: 'ok', topic, text: 'no denials are configured; nothing is left out' };
    const catalog = await wholeCatalog(values, io);
    const unknown = catalog ? unknownDenials(denied, catalog) : [];
    return {
      level: 'note',
      topic,
      text: 'the owner of this host leaves something out; the outcomes will say what and by which file',
      ...(unknown.length > 0 && { details: unknown }),
      advice: 'hostspec plan shows it',
    };
  } catch (error) {
    const advice =
      'correct the file; until then, nothing is collected, so that nothing is collected by mistake';
    return { level: 'problem', topic, text: messageOf(error), advice };
  }
}

/** Checks a key that is there; never makes one. The default one is for mappings only. */
function keyFinding({ key, subject }: ChosenPolicy): Finding {
  const topic = 'redaction key';
  const path = key ?? defaultKeyPath;
  if (!isThere(path))
    return { level: 'ok', topic, text: `${path} is not there; it is made when it is needed` };
  try {
    readKey(path, key === undefined ? 'the key' : subject('key'));
    return { level: 'ok', topic, text: `${path} can be used` };
  } catch (error) {
    const level = key === undefined ? 'note' : 'problem';
    const advice = `name another one with --key${key === undefined ? ' to use --map' : ''}`;
    return { level, topic, text: messageOf(error), advice };
  }
}

function isThere(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return true;
  }
}

/** Whether an archive can be written to the current directory. Nothing is written. */
export async function outputFindings({ cwd }: Pick<Io, 'cwd'>): Promise<Finding[]> {
  const topic = 'output';
  const problem = outputProblem(cwd);
  if (problem !== undefined)
    return [
      {
        level: 'problem',
        topic,
        text: `no archive can be written to the current directory, ${cwd}: ${problem}`,
        advice: 'name another place with --output, or change to another directory',
      },
    ];
  const { bavail, bsize } = await statfs(cwd);
  return [
    { level: 'ok', topic, text: `archives can be written to ${cwd}` },
    spaceFinding(cwd, bavail * bsize),
  ];
}

/** The finding for a directory with this many bytes free. */
export function spaceFinding(directory: string, free: number): Finding {
  const topic = 'space';
  const text = `${bytesText(free)} are free in ${directory}`;
  if (free >= usual) return { level: 'ok', topic, text };
  return {
    level: free < least ? 'problem' : 'note',
    topic,
    text: `${text}; an archive and what it is made from can need more`,
    advice: 'name a place with more room with --output, or set a limit with --max-bytes',
  };
}
