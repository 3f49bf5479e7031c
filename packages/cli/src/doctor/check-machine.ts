import { existsSync, readFileSync } from 'node:fs';
import { counted } from '@hostspec/host-kit';
import { mountsNotEntered } from '@hostspec/local-host';
import { messageOf } from '@hostspec/spec';
import { installedAccess } from '../hosts/runner.js';
import type { Finding } from './finding.js';

/** Node, the runner, `/proc`, namespaces and mounts of this machine. */
export async function machineFindings(): Promise<Finding[]> {
  return [
    { level: 'ok', topic: 'Node', text: process.versions.node },
    await runnerFinding(),
    procFinding(),
    ...namespaceFindings(),
    ...mountFindings(),
  ];
}

async function runnerFinding(): Promise<Finding> {
  const topic = 'runner';
  try {
    const access = await installedAccess();
    if (access.by === 'runner')
      return { level: 'ok', topic, text: `${access.build} (${access.arch}, protocol ${access.protocol})` };
    if (access.by === 'archive') return { level: 'ok', topic, text: 'is not needed' };
    const isRefused = access.reason.includes('is not loaded as root');
    const advice = isRefused
      ? 'install hostspec as root, in directories that only root can change'
      : 'install hostspec with its optional dependencies; without the runner, hostspec is slower and holds less back on a host in trouble';
    const text = `none is used: ${access.reason}`;
    return { level: isRefused ? 'problem' : 'note', topic, text, advice };
  } catch (error) {
    const advice = 'install hostspec again, or use --in-process';
    return { level: 'problem', topic, text: messageOf(error), advice };
  }
}

function procFinding(): Finding {
  const topic = '/proc';
  if (!existsSync('/proc/self/fd'))
    return {
      level: 'problem',
      topic,
      text: 'is not mounted: there is no runner, and most of what describes the kernel will be missing',
      advice: 'mount it (mount -t proc proc /proc)',
    };
  const hides = readText('/proc/self/mountinfo')
    .split('\n')
    .some((line) => / \/proc .* - proc .*hidepid=(?:[124]|invisible|noaccess|ptraceable)/.test(line));
  return hides && process.geteuid?.() !== 0
    ? { level: 'note', topic, text: 'hides the processes of others (hidepid)', advice: 'collect as root' }
    : { level: 'ok', topic, text: 'is mounted' };
}

/** Signs that this is not the host itself. */
function namespaceFindings(): Finding[] {
  const found: Finding[] = [];
  const mapping = readText('/proc/self/uid_map').trim().split(/\s+/).join(' ');
  if (mapping !== '' && mapping !== '0 0 4294967295')
    found.push({
      level: 'note',
      topic: 'user namespace',
      text: 'this is not the first user namespace: its root has fewer rights than root of the host, and files of users that it does not know are denied',
      advice: 'collect outside of it',
    });
  if (isContainer())
    found.push({
      level: 'note',
      topic: 'container',
      text: 'this is a container: the archive will describe it, not its host',
      advice: 'collect on the host, or mount its root and name it with --root',
    });
  return found;
}

/** Decides as the summary of an archive does. */
function isContainer(): boolean {
  // A virtual machine that was made from a container's image has these files too. Only it shows threads of the kernel.
  const hasFile = existsSync('/run/.containerenv') || existsSync('/.dockerenv');
  return hasFile && readText('/proc/2/comm') !== 'kthreadd\n';
}

function mountFindings(): Finding[] {
  const mounts = mountsNotEntered();
  const topic = 'mounts';
  if (mounts.length === 0) return [{ level: 'ok', topic, text: 'all are local' }];
  return [
    {
      level: 'note',
      topic,
      text: `${counted(mounts.length, 'mount')} will not be entered, because reading from them can hang`,
      details: mounts.map(({ path, type }) => `${path} (${type})`),
      advice: '--enter-mounts reads from them, with a time limit',
    },
  ];
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}
