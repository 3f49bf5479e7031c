import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { needs } from '@hostspec/testing';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { directoryOf } from '../testing/cli.js';
import { fleetHost } from './connection.js';
import type { Inventory } from './inventory.js';
import { limitHosts } from './limit.js';
import { parseInventory } from './read-hosts.js';

const namesOf = ({ hosts }: Inventory): string[] => hosts.map(({ name }) => name);
const ini = (text: string): Promise<Inventory> => parseInventory(text, 'hosts');
const yaml = (text: string): Promise<Inventory> => parseInventory(text, 'hosts.yml');

/** The connection of the only host. */
async function connectionOf(text: string) {
  const [host, ...others] = (await ini(text)).hosts;
  expect(others).toEqual([]);
  return host && fleetHost(host, '/work');
}

describe('a list', () => {
  test('has one host on each line, with comments, each host once', async () => {
    expect(
      namesOf(await ini('# all\nweb01\n\n  web02  # the second\r\nssh://root@db:22\npodman://x\nweb01\n')),
    ).toEqual(['web01', 'web02', 'ssh://root@db:22', 'podman://x']);
  });

  test.each([
    ['web[01:03].example', ['web01.example', 'web02.example', 'web03.example']],
    ['web[8:11]', ['web8', 'web9', 'web10', 'web11']],
    ['web[1:9:4]', ['web1', 'web5', 'web9']],
    ['web[:2]', ['web0', 'web1', 'web2']],
    ['db-[a:c]', ['db-a', 'db-b', 'db-c']],
    ['r[1:2]-[a:b]', ['r1-a', 'r1-b', 'r2-a', 'r2-b']],
    ['2001:db8::1', ['2001:db8::1']],
    ['[2001:db8::1]:2222', ['2001:db8::1']],
  ])('%s', async (pattern, names) => expect(namesOf(await ini(`${pattern}\n`))).toEqual(names));

  test.each([
    ['web[1:', 'hosts:1: "web[1:" has a [ without its ]; allowed: a range such as [01:50] or [a:c]'],
    ['web[01:5]', 'allowed: as many digits at the end as at the beginning'],
    ['web[5:1]', 'has a range that ends before it begins'],
    ['web[a:C]', 'has the range [a:C]; allowed: [01:50], [1:9:2] or [a:c]'],
    ['web[1,2]', 'has the range [1,2]'],
    ['web[0:99999999]', 'names more than 100000 hosts'],
    ['web[0:999][0:999]', 'names more than 100000 hosts'],
    ['-oProxyCommand=x', 'begins with -'],
    ['../../elsewhere/name', 'has "/" in a name'],
    ['.hidden', 'begins with .'],
    ['web:ssh', 'has a colon that no port follows'],
    ['{{ host }}', 'has a template; allowed: the name itself'],
    ['a'.repeat(300), 'is a name of 300 characters; allowed: 1 to 255'],
    ['web\x1b[2J', 'has a [ without its ]'],
    ['web\u202e', 'in a name'],
    ['web01 web02', '"web02" is not NAME=VALUE; allowed: one host on each line'],
    ['web01 "x', 'a quote or backslash that is not closed'],
    ['ok\nweb01,web02', 'hosts:2: "web01,web02" has "," in a name'],
  ])('%j is refused with its line', async (text, said) => {
    await expect(ini(text)).rejects.toThrow(said);
    await expect(ini(text)).rejects.toMatchObject({
      name: 'UsageError',
      message: expect.stringMatching(/^hosts:\d+: /),
    });
  });
});

describe('an inventory in INI', () => {
  test.each([
    ['[a:b:c]\n', 'has the range [a:b:c]'],
    ['[web:kids]\nx\n', '[web:kids] is not a section; allowed: [GROUP], [GROUP:children], [GROUP:vars]'],
    ['[web:children]\ndb\n', 'hosts:2: group "db" is not defined'],
    ['[web:vars]\nansible_port=1\n', 'hosts:2: group "web" is not defined'],
    ['[web:children]\nweb\n', 'group web: is below itself'],
    ['[a:children]\nb\n[b:children]\na\n', 'is below itself'],
    ['[web]\nx\n[web:vars]\nsecret hunter2\n', 'hosts:4: "secret hunter2" is not NAME=VALUE'],
    [
      `${Array.from({ length: 200 }, (_, i) => `[g${i}:children]\ng${i + 1}\n`).join('')}[g200]\nx\n`,
      'groups deep',
    ],
    [Array.from({ length: 2001 }, (_, i) => `[g${i}]\n`).join(''), 'has more than 2000 groups'],
    ['a[0:59999]\nb[0:59999]\n', 'hosts:2: the inventory has more than 100000 hosts'],
  ])('a fault is refused: %#', (text, said) => expect(ini(text)).rejects.toThrow(said));

  test('many hosts in many groups of groups are refused before they take memory', async () => {
    const layers = [...Array(20).keys()];
    const all = [...Array(40).keys()];
    const children = layers.flatMap((layer) =>
      all.flatMap((one) => [
        `[g${layer}-${one}]`,
        `[g${layer}-${one}:children]`,
        ...all.map((other) => (layer === 19 ? `end${other}` : `g${layer + 1}-${other}`)),
      ]),
    );
    const ends = all.flatMap((one) => [
      `[end${one}]`,
      ...all.map((other) => `h${Math.min(one, other)}-${Math.max(one, other)}`),
    ]);
    await expect(ini([...children, ...ends].join('\n'))).rejects.toThrow(
      'the hosts are in more than 500000 groups of groups',
    );
  });

  test('an error does not show the value of a variable', async () => {
    await expect(ini('web01 ansible_password=hunter2 x')).rejects.toThrow(/^(?!.*hunter2)/);
  });
});

describe('the connection of a host', () => {
  test.each([
    ['ansible_ssh_private_key_file=~/.ssh/id', '~/.ssh/id'],
    ['ansible_private_key_file=keys/id', '/work/keys/id'],
    ['ansible_ssh_private_key_file=/root/id', '/root/id'],
  ])('with %s uses that key', async (text, key) =>
    expect(await connectionOf(`web01 ${text}`)).toMatchObject({
      connection: { by: 'ssh', host: 'web01', key },
    }),
  );

  test.each(['ansible_password', 'ansible_ssh_pass', 'ansible_ssh_password'])(
    'with %s is one error that says what to do',
    async (name) => {
      const problem = `${name} is not supported: passwords for ssh are not read from inventories; use a key (ansible_ssh_private_key_file), or ssh's own configuration`;
      expect(await connectionOf(`web01 ${name}=hunter2`)).toEqual({ name: 'web01', problem });
      expect(await connectionOf(`web01 ${name}=hunter2 ansible_connection=podman`)).toMatchObject({
        connection: { by: 'podman' },
      });
    },
  );
});

describe('the files of variables beside an inventory', () => {
  const usersOf = async (text: string, files: Readonly<Record<string, string>>) => {
    const folder = directoryOf(files);
    const { hosts } = await parseInventory(text, 'hosts', folder);
    return Object.fromEntries(
      hosts.map(({ name, variables }) => [name, variables.get('ansible_user')?.value]),
    );
  };
  const text = '[web]\na\nb ansible_user=line\n[web:vars]\nansible_user=section\n[db]\nc\n';

  test('win over the sections, and those of a host over its line', async () => {
    expect(await usersOf(text, {})).toEqual({ a: 'section', b: 'line', c: undefined });
    const files = {
      'group_vars/all.yml': 'ansible_user: all',
      'host_vars/b': 'ansible_user: own\nother: [1]\n',
    };
    expect(await usersOf(text, files)).toEqual({ a: 'all', b: 'own', c: 'all' });
    expect(await usersOf(text, { ...files, 'group_vars/web.json': '{"ansible_user": "web"}' })).toEqual({
      a: 'web',
      b: 'own',
      c: 'all',
    });
  });

  test('named ungrouped are for the hosts in no group, and win over those of all', async () => {
    const files = {
      'group_vars/all.yml': 'ansible_user: all',
      'group_vars/ungrouped': 'ansible_user: alone',
    };
    expect(await usersOf(`alone\nboth\n${text}both\n`, files)).toEqual({
      alone: 'alone',
      both: 'all',
      a: 'all',
      b: 'line',
      c: 'all',
    });
    const yaml =
      '---\nall:\n  hosts: {alone: }\n  children: {ungrouped: {hosts: {listed: }}, web: {hosts: {a: }}}\n';
    expect(await usersOf(yaml, files)).toEqual({ alone: 'alone', listed: 'alone', a: 'all' });
  });

  test('can be in directories, the last of their names wins, and others are not read', async () => {
    const files = {
      'group_vars/web/10.yml': 'ansible_user: first',
      'group_vars/web/20/x.yaml': 'ansible_user: last',
      'group_vars/web/30.yml~': '[',
      'group_vars/web/.hidden': '[',
      'group_vars/web/read.me': '[',
      'group_vars/none.yml': '[',
      'host_vars/nobody': '[',
    };
    expect(await usersOf(text, files)).toEqual({ a: 'last', b: 'line', c: undefined });
  });

  test.each([
    ['host_vars/a', 'secret.yml'],
    ['group_vars/web.yml', 'secret.yml'],
    ['group_vars/web/10.yml', 'secret.yml'],
    ['group_vars/web', '.'],
    ['group_vars', '.'],
  ])('are not read if %s is a link that leads out of the folder', async (link, to) => {
    const outside = directoryOf({ 'secret.yml': 'ansible_user: secret\n' });
    const folder = directoryOf({ 'host_vars/.keep': '' });
    mkdirSync(dirname(join(folder, link)), { recursive: true });
    symlinkSync(join(outside, to), join(folder, link));
    const refused = parseInventory(text, 'hosts', folder);
    await expect(refused).rejects.toThrow(`${join(folder, link)} is a link that leads out of ${folder}`);
    await expect(refused).rejects.not.toThrow('secret');
  });

  test('can be links within the folder', async () => {
    const folder = directoryOf({ 'shared/..web.yml': 'ansible_user: shared\n', 'group_vars/.keep': '' });
    symlinkSync('../shared/..web.yml', join(folder, 'group_vars/web.yml'));
    const { hosts } = await parseInventory(text, 'hosts', folder);
    expect(hosts[0]?.variables.get('ansible_user')?.value).toBe('shared');
  });

  test.each([
    ['$ANSIBLE_VAULT;1.1;AES256\n6162\n', /web\.yml: is encrypted by ansible-vault; allowed: /],
    ['x: !vault |\n  $ANSIBLE_VAULT;1.1;AES256\n', /web\.yml:1:4: is encrypted by ansible-vault; allowed: /],
    ['- a\n', /web\.yml:1:1: the file is a list; allowed: a mapping/],
    ['a: [\n', /web\.yml:\d+:\d+: /],
  ])('%j is refused with its place', (content, said) =>
    expect(usersOf(text, { 'group_vars/web.yml': content })).rejects.toThrow(said),
  );
});

describe('an inventory in YAML', () => {
  test('is recognised by its ending or its beginning', async () => {
    const text = 'web:\n  hosts:\n    w[1:2]:\n    "db:2222": {ansible_user: root}\n';
    const expected = ['w1', 'w2', 'db'];
    expect(namesOf(await yaml(text))).toEqual(expected);
    expect(namesOf(await parseInventory(`# a comment\n${text}`, 'standard input'))).toEqual(expected);
    expect(namesOf(await parseInventory('{"all": {"hosts": {"a": null}}}', 'standard input'))).toEqual(['a']);
  });

  test.each([
    ['[]', 'hosts.yml:1:1: the file is a list; allowed: a mapping'],
    [
      'all:\n  host:\n    a:\n',
      'hosts.yml:2:3: "host" is not a part of a group; allowed: hosts, vars, children',
    ],
    ['all:\n  hosts:\n    - a\n', 'hosts.yml:2:3: hosts is a list'],
    ['all:\n  hosts:\n    a b:\n', 'hosts.yml:3:5: "a b" has " " in a name'],
    ['all:\n  hosts: {a: {ansible_password: !vault x}}\n', 'Unresolved tag: !vault'],
    ['all: &a\n  children:\n    b: *a\n', 'inside its own anchor'],
    ['all:\n  __proto__: {}\n', 'is not a part of a group'],
  ])('%j is refused with its place', (text, said) => expect(yaml(text)).rejects.toThrow(said));

  test('one of 60,000 hosts takes no more than a moment to refuse', async () => {
    const hosts = Array.from({ length: 60_000 }, (_, i) => `    h${i}: {}\n`).join('');
    await expect(yaml(`all:\n  hosts:\n${hosts}    -x: {}\n`)).rejects.toThrow(
      'hosts.yml:60003:5: "-x" begins with -',
    );
  });
});

describe('the connection of a host', () => {
  test.each([
    ['web01', { by: 'target', text: 'web01' }],
    ['ssh://root@web01:22', { by: 'target', text: 'ssh://root@web01:22' }],
    ['web01:2222', { by: 'ssh', host: 'web01', port: 2222 }],
    [
      'w ansible_host=192.0.2.1 ansible_port=23 ansible_user=ops',
      { by: 'ssh', host: '192.0.2.1', port: 23, user: 'ops' },
    ],
    ['w ansible_ssh_host=::1 ansible_ssh_user="o p"', undefined],
    ["w ansible_host='2001:db8::1'", { by: 'ssh', host: '2001:db8::1' }],
    ['w ansible_connection=local', { by: 'local' }],
    ['w ansible_connection=containers.podman.podman', { by: 'podman', name: 'w' }],
    ['w ansible_connection=docker ansible_host=c1', { by: 'docker', name: 'c1' }],
    ['w ansible_connection=ansible.builtin.ssh', { by: 'target', text: 'w' }],
  ])('%s', async (line, connection) => {
    expect((await connectionOf(line)) as object).toMatchObject(
      connection === undefined ? { problem: expect.anything() } : { connection },
    );
  });

  test.each([
    [
      'w ansible_connection=winrm',
      'ansible_connection="winrm" is not supported; allowed: ssh, podman, docker, local',
    ],
    ['w ansible_connection=__proto__', 'is not supported'],
    ['w ansible_port=0', 'ansible_port="0" is not allowed; allowed: a port from 1 to 65535'],
    ['w ansible_port=99999', 'is not allowed'],
    ['w ansible_host=-oProxyCommand=x', 'is not allowed; allowed: a name or an address'],
    ['w ansible_host="a b"', 'is not allowed'],
    ['w ansible_user=-l', 'is not allowed; allowed: the name of a user'],
    ['w ansible_host="{{ x }}"', 'ansible_host has a template; allowed: its value'],
    ['w ansible_become=maybe', 'ansible_become="maybe" is not allowed; allowed: true, false'],
    ['ssh://w ansible_user=x', 'a target with :// has variables, too'],
  ])('%s is a problem of this host only', async (line, said) => {
    expect(await connectionOf(line)).toEqual({
      name: expect.any(String),
      problem: expect.stringContaining(said),
    });
  });

  test.each([
    ['w ansible_become=yes', true],
    ['w ansible_become=True', true],
    ['w ansible_become=0', false],
    ['w', false],
  ])('%s', async (line, sudo) => expect(await connectionOf(line)).toMatchObject({ sudo }));
});

describe('--limit', () => {
  const text = '[web]\nweb[1:3]\n[db]\ndb1\nweb3\n[prod:children]\nweb\n';
  test.each([
    [['web'], ['web1', 'web2', 'web3']],
    [
      ['web1', 'db'],
      ['web1', 'web3', 'db1'],
    ],
    [['w*'], ['web1', 'web2', 'web3']],
    [
      ['prod', '!web2'],
      ['web1', 'web3'],
    ],
    [['!web'], ['db1']],
    [['web', '&db'], ['web3']],
    [['all'], ['web1', 'web2', 'web3', 'db1']],
  ])('%j', async (patterns, names) => {
    expect(limitHosts(await ini(text), patterns).map(({ name }) => name)).toEqual(names);
  });

  test('a pattern that matches nothing is an error that names what is there', async () => {
    const inventory = await ini(text);
    expect(() => limitHosts(inventory, ['wbe1'])).toThrow(
      '--limit wbe1 matches no host and no group; did you mean web1',
    );
    expect(() => limitHosts(inventory, ['x*'])).toThrow('available: ');
  });
});

/** An inventory as Ansible reads it: for each host its groups and variables. */
function asAnsible(text: string, name: string): Record<string, object> {
  const directory = directoryOf({ [name]: text });
  const args = ['-i', join(directory, name), '--list'];
  const env = {
    ...process.env,
    ANSIBLE_INVENTORY_ENABLED: name.endsWith('.yml') ? 'yaml' : 'ini',
    ANSIBLE_LOCALHOST_WARNING: 'False',
    LC_ALL: 'C.UTF-8',
  };
  const { _meta, ...groups } = JSON.parse(
    execFileSync('ansible-inventory', args, {
      encoding: 'utf8',
      env,
      cwd: directory,
      stdio: ['ignore', 'pipe', 'ignore'],
    }),
  );
  const hosts: string[] = Object.values(groups as Record<string, { hosts?: string[] }>).flatMap(
    (each) => each.hosts ?? [],
  );
  return Object.fromEntries(
    [...new Set(hosts)].sort().map((host) => [host, known(_meta.hostvars[host] ?? {})]),
  );
}

const compared = ['ansible_host', 'ansible_port', 'ansible_user', 'ansible_connection', 'ansible_become'];

const known = (variables: Record<string, unknown>): object =>
  Object.fromEntries(
    compared.flatMap((name) =>
      variables[name] === undefined ? [] : [[name, String(variables[name]).toLowerCase()]],
    ),
  );

async function asRead(text: string, name: string): Promise<Record<string, object>> {
  const { hosts } = await parseInventory(text, name);
  return Object.fromEntries(
    hosts
      .map(
        (host) =>
          [
            host.name,
            known(Object.fromEntries([...host.variables].map(([key, { value }]) => [key, value]))),
          ] as const,
      )
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}

describe('hosts and variables are those that Ansible reads', () => {
  const group = fc.constantFrom('web', 'db', 'prod', 'eu', 'edge');
  const setting = fc.oneof(
    fc
      .constantFrom('ansible_host', 'ansible_user')
      .chain((name) => fc.constantFrom('a1', '"b2"', "'c3'").map((value) => `${name}=${value}`)),
    fc.constantFrom(
      'ansible_port=22',
      'ansible_port=2222',
      'ansible_become=true',
      'ansible_connection=local',
      'other="x y"',
      'ansible_group_priority=3',
    ),
  );
  const host = fc.constantFrom(
    'w1',
    'w2',
    'h[01:03]',
    'x[a:c]',
    'y[1:5:2]',
    'p1:2200',
    'q[1:2].example:2201',
    '10.0.0.1',
  );
  const hostLine = fc
    .tuple(host, fc.array(setting, { maxLength: 2 }))
    .map(([name, settings]) => [name, ...settings.filter((each) => !each.includes('priority'))].join(' '));

  const children: Readonly<Record<string, readonly string[]>> = {
    prod: ['web', 'db'],
    eu: ['edge', 'prod'],
    db: ['edge'],
    web: [],
    edge: [],
  };
  const section = group.chain((name) =>
    fc.oneof(
      fc.array(hostLine, { maxLength: 4 }).map((lines) => [`[${name}]`, ...lines]),
      fc.array(setting, { maxLength: 3 }).map((lines) => [`[${name}:vars]`, ...lines]),
      fc.subarray([...(children[name] ?? [])]).map((lines) => [`[${name}:children]`, ...lines]),
    ),
  );
  const declared = ['[web]', '[db]', '[prod]', '[eu]', '[edge]'];
  const inventory = fc
    .tuple(fc.array(hostLine, { maxLength: 3 }), fc.array(section, { maxLength: 8 }))
    .map(([first, sections]) => [...first, ...declared, ...sections.flat()].join('\n'));

  needs('ansible-inventory')(
    'in INI',
    async () => {
      await fc.assert(
        fc.asyncProperty(inventory, async (text) => {
          expect(await asRead(text, 'hosts')).toEqual(asAnsible(text, 'hosts'));
        }),
        { numRuns: 12 },
      );
    },
    120_000,
  );

  needs('ansible-inventory')(
    'in YAML',
    async () => {
      const text = `
all:
  vars: {ansible_user: ops, list: [1, 2]}
  hosts:
    "solo:2022":
    one[1:2]: {ansible_become: true}
  children:
    web:
      hosts:
        w[01:03].example: {ansible_port: 2222}
      vars: {ansible_user: web}
      children:
        edge: {hosts: {e1: , w01.example: {ansible_host: 10.0.0.1}}, vars: {ansible_user: edge}}
    edge:
      vars: {ansible_connection: local}
`;
      expect(await asRead(text, 'hosts.yml')).toEqual(asAnsible(text, 'hosts.yml'));
    },
    60_000,
  );
});
