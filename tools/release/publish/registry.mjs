import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { execa } from 'execa';
import { root } from '../../workspace/root.mjs';

/**
 * Starts a Verdaccio registry on 127.0.0.1 in a folder: it keeps hostspec's packages itself, and passes the others on
 * from `upstream`. Resolves to `{ url, env, stop }`; with `env`, npm and pnpm use only this registry.
 */
export const startRegistry = async (folder, upstream) => {
  mkdirSync(folder, { recursive: true });
  const url = `http://127.0.0.1:${await freePort()}/`;
  const log = join(folder, 'log');
  writeFileSync(join(folder, 'config.yaml'), JSON.stringify(configuration(upstream, log)));
  const bin = join(root, 'node_modules/verdaccio/bin/verdaccio');
  const listen = url.slice('http://'.length, -1);
  const words = [bin, '--config', join(folder, 'config.yaml'), '--listen', listen];
  const child = execa(process.execPath, words, { cwd: folder, stdio: 'ignore', reject: false });
  const stop = async () => {
    child.kill();
    await child;
  };
  await answering(url, child, log);
  const npmrc = join(folder, 'npmrc');
  const access = `${url.slice('http:'.length)}:_authToken=none`;
  writeFileSync(npmrc, `registry=${url}\n${access}\naudit=false\nfund=false\nupdate-notifier=false\n`);
  const env = {
    npm_config_registry: url,
    NPM_CONFIG_USERCONFIG: npmrc,
    npm_config_cache: join(folder, 'cache'),
    NO_PROXY: '127.0.0.1',
    no_proxy: '127.0.0.1',
    // This registry has no certificate, and each start of Node would read all of the machine.
    NODE_EXTRA_CA_CERTS: '',
  };
  return { url, env, stop };
};

// JSON is YAML.
const configuration = (upstream, log) => {
  const own = { access: '$all', publish: '$anonymous', unpublish: '$anonymous' };
  return {
    storage: './storage',
    auth: { htpasswd: { file: './htpasswd', max_users: -1 } },
    uplinks: { upstream: { url: upstream, timeout: '60s', max_fails: 5 } },
    packages: { '@hostspec/*': own, hostspec: own, '**': { access: '$all', proxy: 'upstream' } },
    max_body_size: '50mb',
    web: { enable: false },
    log: { type: 'file', path: log, level: 'warn' },
  };
};

const freePort = async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
};

const answering = async (url, child, log) => {
  for (let tries = 0; tries < 300; tries++) {
    if (child.exitCode !== null) throw new Error(`verdaccio ended: ${readFileSync(log, 'utf8')}`);
    try {
      if ((await fetch(`${url}-/ping`)).ok) return;
    } catch {
      // Not yet.
    }
    await wait(100);
  }
  throw new Error(`verdaccio does not answer at ${url}`);
};
