import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { unknownDenials } from '@hostspec/policy';
import { needs } from '@hostspec/testing';
import { describe, expect, test } from 'vitest';
import type { Finding } from '../doctor/finding.js';
import type { Io } from '../io.js';
import { directoryOf, fakeRoot, hostspec, overEtc, parentOfPrograms } from '../testing/cli.js';
import { runInProcess, silentIo } from '../testing/in-process.js';
import { warnOfUnknownDenials } from './unknown-denials.js';

const catalog = { specs: { httpd_conf: {}, ps_aux: {}, ps_ef: {} } } as never;
const messagesFor = (...specs: string[]) => unknownDenials({ files: [{ path: '/d.yaml', specs }] }, catalog);

describe('a name of specs in a file of denials', () => {
  test('that no spec matches has a message, with those it may mean', () => {
    const nothing = (name: string) =>
      `/d.yaml: no spec of this catalog matches ${JSON.stringify(name)}, so it leaves out nothing`;
    expect(messagesFor('httpd_conf', 'ps_*', 'insights.specs.default.DefaultSpecs.ps_ef')).toEqual([]);
    expect(messagesFor('httpd_cnf', 'pz_*', 'insights.specs.Specs.http_conf', 'zzz')).toEqual([
      `${nothing('httpd_cnf')}; did you mean httpd_conf?`,
      `${nothing('pz_*')}; hostspec catalog lists all names`,
      `${nothing('insights.specs.Specs.http_conf')}; did you mean httpd_conf?`,
      `${nothing('zzz')}; hostspec catalog lists all names`,
    ]);
  });
});

/** A directory with a file of denials, what runs there, and the warnings that it should give. */
function given() {
  const cwd = directoryOf({ 'd.yaml': 'specs: [chrony_cnf, hosts, "a\\tb"]\n' }, parentOfPrograms);
  const warning = (name: string, rest: string) =>
    `hostspec: warning: ${cwd}/d.yaml: no spec of this catalog matches ${name}, so it leaves out nothing; ${rest}\n`;
  return {
    cwd,
    warnings:
      warning('"chrony_cnf"', 'did you mean chrony_conf?') +
      warning('"a\\tb"', 'hostspec catalog lists all names'),
    host: ['--root', fakeRoot({ 'proc/cmdline': 'x' }), '--deny', 'd.yaml'],
    run: (...args: string[]) => runInProcess(args, { cwd }),
  };
}

describe('a warning of it', () => {
  const to = (output: string) => ['--quiet', '--output', output, '--format', 'directory'];

  test.each([[], ['--domain', 'kernel']])(
    'comes from collect and plan, and changes no status: case %#',
    async (...domain) => {
      const { cwd, warnings, host, run } = given();
      const chosen = [...host, '--only', 'cmdline', ...domain];
      expect(await run('collect', ...chosen, ...to('first'))).toMatchObject({ status: 0, stderr: warnings });
      const planned = await run('plan', '--json', ...chosen);
      expect(planned).toMatchObject({ status: 0, stderr: warnings });
      writeFileSync(join(cwd, 'plan.json'), planned.stdout);
      const collected = await run('collect', ...host, '--plan', 'plan.json', ...to('again'));
      expect(collected).toMatchObject({ status: 0, stderr: warnings });
    },
  );

  test('comes from doctor', async () => {
    const { run } = given();
    const { stdout } = await run('doctor', '--json', '--domain', 'kernel', '--deny', 'd.yaml');
    const found = JSON.parse(stdout).findings.find(({ topic }: Finding) => topic === 'denials');
    expect(found).toMatchObject({
      level: 'note',
      details: [
        expect.stringMatching(/"chrony_cnf", so it leaves out nothing; did you mean chrony_conf\?$/),
        expect.stringMatching(/"a\\tb", so it leaves out nothing; hostspec catalog lists all names$/),
      ],
    });
  });

  test('does not come if domains that may have the name cannot be loaded', async () => {
    const { stderr, io } = watched();
    const denied = { files: [{ path: '/d\n.yaml', specs: ['zzz'] }] };
    await warnOfUnknownDenials(denied, catalog, { domain: ['kernel'], catalog: '/none.yaml' }, io);
    expect(stderr).toEqual([]);
    await warnOfUnknownDenials(denied, catalog, { catalog: '/none.yaml' }, io);
    const line = expect.stringMatching(/^hostspec: warning: \/d\\n\.yaml: no spec .*\n$/);
    expect(stderr).toEqual([line]);
    await warnOfUnknownDenials(undefined, catalog, {}, io);
    expect(stderr).toHaveLength(1);
  });
});

/** Standard error, and a command's means that write to it. */
function watched() {
  const stderr: unknown[] = [];
  const io: Io = { ...silentIo, err: { write: (content) => stderr.push(content) } };
  return { stderr, io };
}

needs('root', 'a mount namespace')('the files of insights-client name what they leave out', () => {
  const components = 'components: [insights.specs.default.DefaultSpecs.cmdlin]';
  const run = hostspec(['plan', '--root', fakeRoot(), '--only', 'cmdline'], {
    before: overEtc({ 'insights-client/file-redaction.yaml': components }),
  });
  expect(run.stderr).toBe(
    'hostspec: warning: /etc/insights-client/file-redaction.yaml: no spec of this catalog matches "insights.specs.default.DefaultSpecs.cmdlin", so it leaves out nothing; did you mean cmdline?\n',
  );
});
