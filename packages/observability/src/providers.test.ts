import { type FakeFile, fakeContext, fakeHost } from '@hostspec/testing';
import { expect, it } from 'vitest';
import { logrotateConfList } from './providers.js';

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
