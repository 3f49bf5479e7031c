import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import { join } from 'node:path';
import { compose } from '@hostspec/spec';
import { collectLive, needs } from '@hostspec/testing';
import { afterEach, expect } from 'vitest';
import { temporaryDirectory } from '../../../tools/test/folder.js';
import { satellite } from './index.js';

const itCurls = needs('curl', 'openssl');

let server: Server | undefined;
afterEach(() => void server?.close());

itCurls('the features of a smart proxy on port 9090, with a certificate of its own', async () => {
  const directory = temporaryDirectory();
  const [key, cert] = [join(directory, 'key.pem'), join(directory, 'cert.pem')];
  const subject = ['-subj', '/CN=localhost', '-days', '2', '-nodes', '-newkey', 'rsa:2048'];
  execFileSync('/usr/bin/openssl', ['req', '-x509', ...subject, '-keyout', key, '-out', cert], {
    stdio: 'ignore',
  });
  server = createServer({ key: readFileSync(key), cert: readFileSync(cert) }, (request, response) => {
    response.end(request.url === '/features' ? '["ansible","dynflow","pulpcore"]' : '');
  });
  const listening = server;
  await new Promise<void>((resolve, reject) => {
    listening.once('error', reject);
    listening.listen(9090, 'localhost', resolve);
  });
  const collected = await collectLive(compose(satellite), {
    files: { '/usr/share/foreman/lib/satellite/version.rb': 'VERSION = "6.16.0"\n' },
    only: ['satellite_enabled_features', 'satellite_version_rb'],
  });
  expect(collected.satellite_enabled_features?.contents).toEqual(['["ansible","dynflow","pulpcore"]']);
});
