import { execFileSync } from 'node:child_process';
import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { temporaryDirectory } from '../../../../tools/test/folder.js';
import { writeFiles } from './cli.js';

/** Secrets that are made up, each with a line in which a rule finds it. */
export const plantedSecrets = {
  password: ['Quiet7Harbour', 'db_password = Quiet7Harbour'],
  argument: ['Amber9Lantern', 'root 1 0.0 app --password=Amber9Lantern --port 1'],
  url: ['Copper4Meadow', 'baseurl=https://bob:Copper4Meadow@repo.example.com/x'],
  token: ['ghp_a1B2c3D4e5F6g7H8j9K0a1B2c3D4e5F6g7H8', 'GH=ghp_a1B2c3D4e5F6g7H8j9K0a1B2c3D4e5F6g7H8'],
  shadow: ['Vr7Lk2QpXw9sTn4YbM1cZd', 'root:$6$saltsalt$Vr7Lk2QpXw9sTn4YbM1cZd:19000:0:99999:7:::'],
  key: [
    'MIIEZq173kW9xRt5LmP2skW9xRt5LmP2s',
    '-----BEGIN RSA PRIVATE KEY-----\nMIIEZq173kW9xRt5LmP2skW9xRt5LmP2s\n-----END RSA PRIVATE KEY-----',
  ],
  packed: ['Silver3Canyon', 'mysql_password: Silver3Canyon'],
  edge: ['Marble8Willow', 'ldap_bind_password = Marble8Willow'],
  name: ['Crimson5Valley', 'password=Crimson5Valley'],
} as const satisfies Readonly<Record<string, readonly [canary: string, line: string]>>;

/** The secrets that are in a text. */
export function leakedIn(text: string): string[] {
  return Object.values(plantedSecrets)
    .map(([canary]) => canary)
    .filter((canary) => text.includes(canary));
}

const { edge, name, packed, ...inLines } = plantedSecrets;
const lines = Object.values(inLines).map(([, line]) => `${line}\n`);

/** A text with secrets, also across 64 KiB and 256 KiB. */
export const plantedText = Buffer.from(
  [65_536, 262_144].reduce(
    (text, size) => `${text.padEnd(size - 25, 'harmless line\n')}\n${edge[1]}\n`,
    lines.join(''),
  ),
);

/** The files of a host whose contents and names have secrets, by path. */
export const plantedFiles: Readonly<Record<string, string | Uint8Array>> = {
  'etc/hostname': 'web1.example\n',
  'etc/hosts': '127.0.0.1 localhost\n',
  'etc/resolv.conf': plantedText,
  'etc/sysconfig/network-scripts/ifcfg-eth0': 'DEVICE=eth0\n',
  [`etc/sysconfig/network-scripts/ifcfg-${name[1]}`]: 'x\n',
  'proc/cmdline': `root=/dev/vda1 ${name[1]}\n`,
  'var/log/app.log.1.gz': gzipSync(`harmless\n${packed[1]}\n`),
};

/** A tar of files, in one folder, with a compression of tar's. */
export function tarOfFiles(files: Readonly<Record<string, string | Uint8Array>>, path: string): void {
  const parent = temporaryDirectory();
  writeFiles(join(parent, 'host'), files);
  execFileSync('tar', ['--create', '--auto-compress', `--file=${path}`, `--directory=${parent}`, 'host']);
}

/** Everything in a file or directory: names, contents, what gzip content is unpacked, and the members of a tar. */
export function everythingIn(path: string): string {
  const found: string[] = [];
  const content = (bytes: Buffer): void => {
    found.push(bytes.toString('latin1'));
    if (bytes[0] === 0x1f && bytes[1] === 0x8b) content(gunzipSync(bytes));
  };
  const walk = (at: string): void => {
    found.push(basename(at));
    if (lstatSync(at).isSymbolicLink()) found.push(readlinkSync(at));
    else if (lstatSync(at).isDirectory()) for (const name of readdirSync(at)) walk(join(at, name));
    else content(readFileSync(at));
  };
  walk(path);
  if (/\.(tar|tar\..*|tgz)$/.test(path)) {
    const unpacked = temporaryDirectory();
    execFileSync('tar', ['--extract', `--file=${path}`, `--directory=${unpacked}`]);
    walk(unpacked);
  }
  return found.join('\n');
}
