import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Catalog, compose } from '@hostspec/spec';
import { collectLive, needs } from '@hostspec/testing';
import { afterEach, describe, expect } from 'vitest';
import { cloudMetadata, cloudMetadataA } from './index.js';

const itCurls = needs('curl');
const token = 'AQAEAL0ngT0kenForTheTest_-w0rld0123456789abcdefghijklmno==';

interface Served {
  readonly endpoint: string;
  /** Method and path of each request, in order. */
  readonly requests: readonly string[];
  /** Argument vectors and environments in which the token was seen while a request was answered. */
  readonly seen: readonly string[];
  /** How many requests came from a process whose argument vector could be read. */
  readonly watched: () => number;
}

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

/** A metadata service on loopback whose answers come from the function; undefined gives a 401, as without a token. */
async function serve(
  answer: (request: IncomingMessage, path: string) => string | undefined,
): Promise<Served> {
  const requests: string[] = [];
  const seen: string[] = [];
  let endpoint = '';
  let watched = 0;
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    seen.push(...processesWith(token));
    if (processesWith(`${endpoint}${request.url}`).length > 0) watched++;
    const body = answer(request, new URL(request.url ?? '', 'http://x').pathname);
    response.statusCode = body === undefined ? 401 : 200;
    response.end(body ?? '<html><head><title>401 - Unauthorized</title></head></html>');
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { endpoint, requests, seen, watched: () => watched };
}

function processesWith(text: string): string[] {
  return readdirSync('/proc').flatMap((pid) => {
    if (!/^\d+$/.test(pid) || Number(pid) === process.pid) return [];
    return ['cmdline', 'environ'].flatMap((file) => {
      try {
        const content = readFileSync(`/proc/${pid}/${file}`, 'latin1');
        return content.includes(text) ? [`${pid} ${file}: ${content}`] : [];
      } catch {
        return [];
      }
    });
  });
}

/** The recorded facts of subscription-manager come before every other sign: the machine's own cloud does not count. */
const on = (provider: 'aws' | 'azure' | 'gcp') => ({
  '/var/lib/rhsm/facts/facts.json': JSON.stringify({ [`${provider}_instance_id`]: 'test' }),
});

/** Collects on a cloud whose metadata come from `server`; `path` follows its address. */
const collectOn = (
  provider: 'aws' | 'azure' | 'gcp',
  { endpoint }: Served,
  { catalog = cloudMetadata as Catalog<object>, path = '', only = [`${provider}_*`], offline = false } = {},
) =>
  collectLive(compose(catalog), {
    files: on(provider),
    settings: { [`${provider}_metadata_endpoint`]: `${endpoint}${path}` },
    only,
    offline,
  });

describe('AWS', () => {
  const document = '{\n  "instanceId" : "i-0abc",\n  "region" : "eu-west-1"\n}';
  const imds = (request: IncomingMessage, path: string) => {
    if (path === '/latest/api/token')
      return request.method === 'PUT' && Number(request.headers['x-aws-ec2-metadata-token-ttl-seconds']) > 0
        ? token
        : undefined;
    if (request.method !== 'GET' || request.headers['x-aws-ec2-metadata-token'] !== token) return undefined;
    return {
      '/latest/dynamic/instance-identity/document': document,
      '/latest/dynamic/instance-identity/pkcs7': 'MIAGCSqGSIb3DQEHAqCA',
      '/latest/meta-data/public-hostname': 'ec2-1-2-3-4.compute.amazonaws.com',
      '/latest/meta-data/public-ipv4': '192.0.2.4',
    }[path];
  };

  itCurls('the four entries share one token, which appears only in the requests', async () => {
    const server = await serve(imds);
    const collected = await collectOn('aws', server);
    expect(collected.aws_instance_id_doc?.contents).toEqual([document]);
    expect(collected.aws_instance_id_pkcs7?.contents).toEqual(['MIAGCSqGSIb3DQEHAqCA']);
    expect(collected.aws_public_hostnames?.contents).toEqual(['ec2-1-2-3-4.compute.amazonaws.com']);
    expect(collected.aws_public_ipv4_addresses?.contents).toEqual(['192.0.2.4']);
    expect(server.requests.filter((line) => line.startsWith('PUT'))).toHaveLength(1);
    expect(server.requests).toHaveLength(5);
    expect(server.watched()).toBe(5);
    expect(server.seen).toEqual([]);
    expect(JSON.stringify(collected)).not.toContain(token);
  });

  itCurls('a service without tokens is asked for nothing more', async () => {
    const server = await serve(() => '<html>404 - Not Found</html>');
    const collected = await collectOn('aws', server);
    for (const name of ['aws_instance_id_doc', 'aws_public_ipv4_addresses'])
      expect(collected[name]?.outcome).toMatchObject({
        status: 'skipped',
        reason: expect.stringContaining('does not look like a token'),
      });
    expect(server.requests).toEqual(['PUT /latest/api/token']);
  });

  itCurls('offline sends nothing', async () => {
    const server = await serve(imds);
    const collected = await collectOn('aws', server, { offline: true });
    expect(collected.aws_instance_id_doc?.outcome.status).toBe('skipped');
    expect(server.requests).toEqual([]);
  });

  itCurls('variant A asks without a token', async () => {
    const server = await serve((_request, path) => (path.endsWith('/document') ? document : undefined));
    const collected = await collectOn('aws', server, {
      catalog: cloudMetadataA,
      only: ['aws_instance_id_doc'],
    });
    expect(collected.aws_instance_id_doc?.contents).toEqual([document]);
    expect(server.requests).toEqual(['GET /latest/dynamic/instance-identity/document']);
  });
});

describe('Azure', () => {
  itCurls('the entries ask with the header and the whole query', async () => {
    const server = await serve((request) =>
      request.headers.metadata === 'true' ? `answer to ${request.url}` : undefined,
    );
    const collected = await collectOn('azure', server, { path: '/', only: ['*'] });
    expect(collected.azure_instance_id?.contents).toEqual([
      'answer to /metadata/instance/compute/vmId?api-version=2021-12-13&format=text',
    ]);
    expect(collected.azure_instance_plan?.contents).toEqual([
      'answer to /metadata/instance/compute/plan?api-version=2021-12-13&format=json',
    ]);
    expect(collected.azure_instance_type?.contents).toEqual([
      'answer to /metadata/instance/compute/vmSize?api-version=2021-12-13&format=text',
    ]);
    expect(collected.azure_load_balancer?.contents).toEqual([
      'answer to /metadata/loadbalancer?api-version=2021-12-13&format=json',
    ]);
    expect(collected.aws_instance_id_doc?.outcome).toMatchObject({
      status: 'skipped',
      reason: expect.stringMatching(/^not on AWS: on Azure, /),
    });
    expect(server.requests).toHaveLength(4);
  });
});

describe('Google Cloud', () => {
  itCurls('both names of the server lead to the endpoint', async () => {
    const server = await serve((request) =>
      request.headers['metadata-flavor'] === 'Google' ? `answer to ${request.url}` : undefined,
    );
    const collected = await collectOn('gcp', server);
    expect(collected.gcp_instance_type?.contents).toEqual([
      'answer to /computeMetadata/v1/instance/machine-type',
    ]);
    expect(collected.gcp_license_codes?.contents).toEqual([
      'answer to /computeMetadata/v1/instance/licenses/?recursive=True',
    ]);
    expect(collected.gcp_network_interfaces?.contents).toEqual([
      'answer to /computeMetadata/v1/instance/network-interfaces/?recursive=true',
    ]);
  });
});
