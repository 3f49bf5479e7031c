import { fakeContext, fakeHost } from '@hostspec/testing';
import { expect, it } from 'vitest';
import { irisWorkingConfiguration, irisWorkingMessagesLog } from './providers.js';

const list = `
Configuration 'IRIS'   (default)
	directory:    /usr/irissys
	versionid:    2023.1.2.450.0
	datadir:      /usr/irissys
	conf file:    iris.cpf  (SuperServer port = 1972, WebServer = 52773)
	status:       running, since Tue Jun 27 01:55:25 2023
	state:        ok
	product:      InterSystems IRIS

Configuration 'BROKEN'
	directory:    /srv/broken
	versionid:    2023.1.2.450.0
	status:       down, last used Mon Jun 26 10:00:01 2023

Configuration 'REPORTS'
	directory:    /srv/iris reports
	versionid:    2022.1.0.209.0
	datadir:      /srv/iris reports
	conf file:    /etc/iris/reports.cpf  (SuperServer port = 1973, WebServer = 52774)
	status:       down, last used Mon Jun 26 10:00:01 2023
	product:      InterSystems IRIS

Configuration 'GONE'
	directory:    /srv/gone
	conf file:    iris.cpf  (SuperServer port = 1974, WebServer = 52775)
`;
const commands = { '/usr/bin/iris list': list };
const first = '/usr/irissys/iris.cpf';
const second = '/etc/iris/reports.cpf';
const cpf = (console: string, irissys: string) =>
  `[ConfigFile]\nProduct=IRIS\n\n[Databases]\nIRISSYS=${irissys}\nUSER=/usr/irissys/mgr/user/\n\n[config]\nerrlog=500\n${console}\n`;
const evaluate = (
  provider: typeof irisWorkingConfiguration | typeof irisWorkingMessagesLog,
  files: Record<string, string>,
) => provider.definition.evaluate(fakeContext(fakeHost({ commands, files })));

it('yields the configuration files that exist, in the order of the list, without a broken instance', async () => {
  expect(await evaluate(irisWorkingConfiguration, { [second]: '', [first]: '' })).toEqual([first, second]);
  expect(await evaluate(irisWorkingConfiguration, { [`${first}/x`]: 'a directory', [second]: '' })).toEqual([
    second,
  ]);
});

it('says why there is no configuration file', async () => {
  expect(await evaluate(irisWorkingConfiguration, {})).toEqual({
    nothing: '`/usr/bin/iris list` names no existing file',
  });
  expect(await irisWorkingConfiguration.definition.evaluate(fakeContext(fakeHost()))).toEqual({
    nothing: '`/usr/bin/iris list` gives no list',
  });
});

it('uses the log named by console, otherwise the one beside IRISSYS', async () => {
  const files = {
    [first]: cpf('Console=0,/var/log/iris.log', '/usr/irissys/mgr/'),
    [second]: cpf('console=0,', '/srv/iris reports/mgr/,,1'),
    '/var/log/iris.log': '',
    '/usr/irissys/mgr/messages.log': 'not this one',
    '/srv/iris reports/mgr/messages.log': '',
  };
  expect(await evaluate(irisWorkingMessagesLog, files)).toEqual([
    '/var/log/iris.log',
    '/srv/iris reports/mgr/messages.log',
  ]);
});

it.each([
  ['console is not set', cpf('', '/usr/irissys/mgr')],
  ['console has no comma', cpf('console=1', '/usr/irissys/mgr')],
  ['IRISSYS is not set', '[config]\nconsole=0,/usr/irissys/mgr/messages.log\n'],
])('finds the log if %s', async (_, text) => {
  const log = '/usr/irissys/mgr/messages.log';
  expect(await evaluate(irisWorkingMessagesLog, { [first]: text, [log]: '' })).toEqual([log]);
});

it('says why there is no log', async () => {
  expect(await evaluate(irisWorkingMessagesLog, { [first]: '\0garbage [ =\n=x' })).toEqual({
    nothing: `no message log of ${first} exists`,
  });
  expect(await evaluate(irisWorkingMessagesLog, {})).toEqual({
    nothing: 'no IRIS configuration file is known',
  });
});

it('trims the log and the directory, and names every file that gives no log', async () => {
  const text = cpf('console=0,1, /var/log/iris.log ', ' /usr/irissys/mgr , 1');
  const log = '/var/log/iris.log';
  expect(await evaluate(irisWorkingMessagesLog, { [first]: text, [log]: '' })).toEqual([log]);
  const beside = '/usr/irissys/mgr/messages.log';
  expect(
    await evaluate(irisWorkingMessagesLog, { [first]: cpf('', ' /usr/irissys/mgr , 1'), [beside]: '' }),
  ).toEqual([beside]);
  expect(await evaluate(irisWorkingMessagesLog, { [first]: '', [second]: '' })).toEqual({
    nothing: `no message log of ${first}, ${second} exists`,
  });
});

it('reads a log with the rights of the account that can change the first file that names it', async () => {
  const log = '/var/log/iris.log';
  const text = cpf(`console=0,${log}`, '/usr/irissys/mgr');
  const asked: string[] = [];
  const host = {
    ...fakeHost({ commands, files: { [first]: text, [second]: text, [log]: '' } }),
    controller: async (path: string) => {
      asked.push(path);
      return undefined;
    },
  };
  expect(await irisWorkingMessagesLog.definition.evaluate(fakeContext(host))).toEqual([log]);
  expect(asked).toEqual([first]);
});

it('leaves out lines before the first instance, and values without a name', async () => {
  const listed =
    ":/x\ndirectory: /lost\nConfiguration 'A'\ndirectory: /usr/irissys\ndirectory?\n: /y\nconf file: iris.cpf\n";
  const host = fakeHost({ commands: { '/usr/bin/iris list': listed }, files: { [first]: '' } });
  expect(await irisWorkingConfiguration.definition.evaluate(fakeContext(host))).toEqual([first]);
});
