import { type FakeFile, fakeContext, fakeHost } from '@hostspec/testing';
import { describe, expect, it } from 'vitest';
import { logrotateConfList, rsyslogTlsCaCertFile, rsyslogTlsCertFile } from './providers.js';

describe('logrotate', () => {
  const main = '/etc/logrotate.conf';
  const evaluate = (files: Record<string, FakeFile>) =>
    logrotateConfList.definition.evaluate(fakeContext(fakeHost({ files })));

  it('gives the main file, then the valid drop-ins, sorted', async () => {
    expect(
      await evaluate({
        [main]: '',
        '/etc/logrotate.d/syslog': '',
        '/etc/logrotate.d/httpd.conf': '',
        '/etc/logrotate.d/btmp': { denied: true },
        '/etc/logrotate.d/syslog.rpmnew': '',
        '/etc/logrotate.d/.hidden': '',
        '/etc/logrotate.d/directory/x': '',
        '/etc/logrotate.d/pipe': { kind: 'fifo' },
      }),
    ).toEqual([main, ...['btmp', 'httpd.conf', 'syslog'].map((name) => `/etc/logrotate.d/${name}`)]);
  });

  it('gives the main file if there is nothing else', async () => {
    expect(await evaluate({})).toEqual([main]);
    expect(await evaluate({ '/etc/logrotate.d': 'no directory' })).toEqual([main]);
  });
});

describe('rsyslog', () => {
  const main = '/etc/rsyslog.conf';
  const evaluate = async (files: Record<string, string>) => {
    const context = fakeContext(fakeHost({ files }));
    return {
      cert: await rsyslogTlsCertFile.definition.evaluate(context),
      ca: await rsyslogTlsCaCertFile.definition.evaluate(context),
    };
  };
  const none = {
    cert: { nothing: 'the configuration of rsyslog sets no DefaultNetstreamDriverCertFile' },
    ca: { nothing: 'the configuration of rsyslog sets no DefaultNetstreamDriverCAFile' },
  };
  const both = { cert: '/etc/pki/cert.pem', ca: '/etc/pki/ca.pem' };

  it.each([
    [
      'the older form',
      '$DefaultNetstreamDriverCAFile /etc/pki/ca.pem\n$DefaultNetstreamDriverCertFile\t/etc/pki/cert.pem # mine\n',
    ],
    [
      'the older form in quotes',
      '$defaultnetstreamdrivercafile "/etc/pki/ca.pem"\r\n$DefaultNetstreamDriverCertFile "/etc/pki/cert.pem"\r\n',
    ],
    [
      'one line',
      'global(DefaultNetstreamDriverCAFile="/etc/pki/ca.pem" DefaultNetstreamDriverCertFile="/etc/pki/cert.pem")',
    ],
    [
      'several lines, blanks around =',
      'global (\n  # defaultNetstreamDriverCertFile="/old.pem"\n  defaultNetstreamDriverCertFile = "/etc/pki/cert.pem"\n  DefaultNetstreamDriverKeyFile="/etc/pki/key.pem" /* CAFile */\n  DefaultNetstreamDriverCAFile =\n    "/etc/pki/ca.pem"\n)\n',
    ],
    [
      'no quotes',
      'global(DefaultNetstreamDriverCAFile=/etc/pki/ca.pem,DefaultNetstreamDriverCertFile= /etc/pki/cert.pem)',
    ],
    [
      'after comments and patterns',
      '/* global(DefaultNetstreamDriverCertFile="/old.pem"\n DefaultNetstreamDriverCAFile="/old.pem") */\n$IncludeConfig /etc/rsyslog.d/*.conf\n#$DefaultNetstreamDriverCAFile /old.pem\n$template t,"say \\"# it\\" /*"\n*.* /var/log/x\nglobal(DefaultNetstreamDriverCAFile="/etc/pki/ca.pem" DefaultNetstreamDriverCertFile="/etc/pki/cert.pem") # */\n',
    ],
    [
      'the first of several',
      'global(DefaultNetstreamDriverCAFile="/etc/pki/ca.pem" DefaultNetstreamDriverCertFile="/etc/pki/cert.pem")\n$DefaultNetstreamDriverCAFile /b\n$DefaultNetstreamDriverCertFile /b\n',
    ],
  ])('reads the files from %s', async (_, text) => {
    expect(await evaluate({ [main]: text })).toEqual(both);
  });

  it.each([
    '/etc/pki/tls/log01,prod.pem',
    '/etc/pki/CN=log01.pem',
    '/etc/pki/log(1).pem',
    '/etc/pki/a#b".pem',
  ])('the older form takes the whole word %s', async (path) => {
    const text = `$DefaultNetstreamDriverCertFile ${path} # mine\n`;
    expect((await evaluate({ [main]: text })).cert).toBe(path);
  });

  it('a parameter may follow another without a space', async () => {
    const text = 'global(workDirectory="/tmp"DefaultNetstreamDriverCertFile="/a.pem")';
    expect((await evaluate({ [main]: text })).cert).toBe('/a.pem');
  });

  it.each(['\\"', '"', 'DefaultNetstreamDriverCertFile ='])(
    'takes linear time for a file of %j',
    async (piece) => {
      expect((await evaluate({ [main]: piece.repeat(100_000) })).ca).toEqual(none.ca);
    },
  );

  it('a string contains no parameters', async () => {
    const text = `template(name="t" string="DefaultNetstreamDriverCAFile=/x")\nglobal(DefaultNetstreamDriverCAFile="/a")`;
    expect((await evaluate({ [main]: text })).ca).toBe('/a');
  });

  it('keeps spaces and hashes in a quoted path', async () => {
    expect(
      (await evaluate({ [main]: 'global(DefaultNetstreamDriverCertFile="/etc/my pki/#1.pem")' })).cert,
    ).toBe('/etc/my pki/#1.pem');
  });

  it.each(['$IncludeConfig /etc/rsyslog.d/*.conf', 'include(file="/etc/rsyslog.d/*.conf" mode="optional")'])(
    'reads the drop-ins if the main file has %s',
    async (include) => {
      const dropIns = {
        '/etc/rsyslog.d/a.conf': '$DefaultNetstreamDriverCAFile /etc/pki/ca.pem\n',
        '/etc/rsyslog.d/b.conf':
          'global(DefaultNetstreamDriverCertFile="/etc/pki/cert.pem" DefaultNetstreamDriverCAFile="/b")\n',
        '/etc/rsyslog.d/c.conf.off': '$DefaultNetstreamDriverCertFile /off\n',
      };
      expect(await evaluate({ [main]: include, ...dropIns })).toEqual(both);
      expect(await evaluate({ [main]: `# ${include}`, ...dropIns })).toEqual(none);
      expect(await evaluate(dropIns)).toEqual(none);
    },
  );

  it.each([
    ['no file', {}],
    ['an empty file', { [main]: '' }],
    [
      'no value',
      {
        [main]:
          'global(DefaultNetstreamDriverCAFile= DefaultNetstreamDriverCertFile="")\n$DefaultNetstreamDriverCertFile\n',
      },
    ],
    [
      'other names',
      { [main]: '$DefaultNetstreamDriverCertFiles /x\nglobal(MyDefaultNetstreamDriverCAFile="/x")' },
    ],
    ['garbage', { [main]: '\0\xff"(((global(\n"/*' }],
  ] as [string, Record<string, string>][])('says that nothing is set: %s', async (_, files) => {
    expect(await evaluate(files)).toEqual(none);
  });
});
