import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fakeContext, liveHost, needs } from '@hostspec/testing';
import { beforeEach, expect } from 'vitest';
import { temporaryDirectory } from '../../../tools/test/folder.js';
import { logrotateConfList, rsyslogTlsCaCertFile, rsyslogTlsCertFile } from './providers.js';

const rsyslogd = '/usr/sbin/rsyslogd';
const itWithRsyslog = needs('rsyslogd', '/etc/rsyslog.conf');
const itWithLogrotate = needs('logrotate', '/etc/logrotate.conf');

let root = '';

beforeEach(() => {
  root = temporaryDirectory();
  mkdirSync(join(root, 'etc/rsyslog.d'), { recursive: true });
});

/** The files that rsyslog itself reads from a configuration: it reports each one that is missing. */
const takenByRsyslog = (text: string) => {
  const path = join(root, 'complete.conf');
  writeFileSync(path, `${text}*.* ${root}/log\n`);
  const { stderr } = spawnSync(rsyslogd, ['-N1', '-f', path], { encoding: 'utf8' });
  return [...stderr.matchAll(/defaultnetstreamdriver\w+ (?:file )?'(.*)' could not be accessed/g)].map(
    ([, file]) => file,
  );
};

const forms = {
  older: '$DefaultNetstreamDriverCAFile /absent/ca.pem\n$DefaultNetstreamDriverCertFile /absent/a#b.pem\n',
  global:
    'global(DefaultNetstreamDriverCAFile="/absent/my ca.pem" defaultnetstreamdrivercertfile="/absent/#.pem")\n',
  words:
    '$DefaultNetstreamDriverCAFile /absent/CN=log01,prod.pem\n$DefaultNetstreamDriverCertFile /absent/log(1).pem # mine\n',
  joined:
    'global(workDirectory="/tmp"DefaultNetstreamDriverCAFile="/absent/ca.pem"DefaultNetstreamDriverCertFile="/absent/a.pem")\n',
  spread:
    '/* defaultnetstreamdrivercertfile="/old.pem" */\nglobal ( # DefaultNetstreamDriverCAFile="/old.pem"\n  DefaultNetstreamDriverCAFile = "/absent/ca.pem"\n  DefaultNetstreamDriverCertFile =\n    "/absent/cert.pem"\n)\n',
};

for (const [name, text] of Object.entries(forms))
  itWithRsyslog(
    `reads what rsyslog does, in a drop-in beside the main file of the package: ${name}`,
    async () => {
      const taken = takenByRsyslog(text);
      expect(taken).toHaveLength(2);
      copyFileSync('/etc/rsyslog.conf', join(root, 'etc/rsyslog.conf'));
      writeFileSync(join(root, 'etc/rsyslog.d/tls.conf'), text);
      const context = fakeContext(await liveHost({ root }));
      const cert = await rsyslogTlsCertFile.definition.evaluate(context);
      const ca = await rsyslogTlsCaCertFile.definition.evaluate(context);
      expect([ca, cert]).toEqual(taken);
    },
  );

itWithLogrotate('yields the configuration that the packages bring', async () => {
  const files = await logrotateConfList.definition.evaluate(fakeContext(await liveHost()));
  expect(files).toEqual(expect.arrayContaining(['/etc/logrotate.conf', '/etc/logrotate.d/dpkg']));
});
