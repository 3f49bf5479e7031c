import { chmodSync, chownSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { whyUntrustedCode } from '@hostspec/files/trust';
import { needs } from '@hostspec/testing';
import { describe, expect, test } from 'vitest';
import { directoryOf, temporaryDirectory } from '../../../../tools/test/folder.js';
import { askAnsible, type InventoryUse } from './ansible-inventory.js';
import { readHosts } from './read-hosts.js';

const use: InventoryUse = {
  cwd: '/',
  env: process.env,
  readInput: async () => '',
  onSignal: () => () => {},
  exit() {},
  whyNotRun: (path) => whyUntrustedCode(path, '/'),
};

/** What `ansible-inventory --list` prints for these hosts with their variables. */
const inventoryJson = (hosts: Readonly<Record<string, object>>): string =>
  JSON.stringify({ _meta: { hostvars: hosts }, ungrouped: { hosts: Object.keys(hosts) } });

const read = (cwd: string, file: string, limit?: readonly string[], env = process.env) =>
  readHosts(file, limit, { ...use, cwd, env });

/** The hosts of an inventory with one file. */
const hostsOf = async (text: string, limit?: readonly string[]) =>
  (await read(directoryOf({ inv: text }), 'inv', limit)).hosts;

const namesOf = async (text: string, limit?: readonly string[]) =>
  (await hostsOf(text, limit)).map(({ name }) => name);

const noAnsible = { PATH: '/nonexistent' };

describe('a list', () => {
  test('has one target on each line, with comments, each once', async () => {
    expect(
      await namesOf(
        '\uFEFF# all\nweb01\n\n  web02  # the second\r\nssh://root@db:22\npodman://x\n2001:db8::1\nops@web03\n; no\nweb01\n',
      ),
    ).toEqual(['web01', 'web02', 'ssh://root@db:22', 'podman://x', '2001:db8::1', 'ops@web03']);
  });

  test.each([
    '[web]\nweb01\n',
    'web[01:50]\n',
    'ok\nweb01 ansible_password=hunter2\n',
    'all:\n  hosts:\n    a:\n',
    '{"all": {"hosts": {"a": null}}}',
    '#!/bin/sh\ninventory\n',
    'web,db\n',
    '-oProxyCommand=x\n',
    'web\x1b[2J\n',
  ])('%j is for Ansible, and without it the error says what to do', async (text) => {
    const cwd = directoryOf({ inv: text });
    const refused = read(cwd, 'inv', undefined, noAnsible);
    await expect(refused).rejects.toThrow(
      /^--hosts \S+\/inv is not a list of targets \(line [12]\), so it is read by Ansible, and ansible-inventory is not in PATH; install ansible-core, give a list with one target on each line, or give what "ansible-inventory -i INVENTORY --list" prints/,
    );
    await expect(refused).rejects.not.toThrow('hunter2');
    await expect(refused).rejects.toMatchObject({ name: 'UsageError' });
  });

  test.each([
    ['a directory', 'is a directory', (cwd: string) => mkdirSync(join(cwd, 'inv'))],
    [
      'an executable file',
      'is a program',
      (cwd: string) => writeFileSync(join(cwd, 'inv'), 'web1\n', { mode: 0o755 }),
    ],
    [
      'a list with group_vars beside it',
      'has group_vars beside it',
      (cwd: string) => {
        writeFileSync(join(cwd, 'inv'), 'web1\n');
        mkdirSync(join(cwd, 'group_vars'));
      },
    ],
  ])('%s is not one', async (_what, said, make) => {
    const cwd = temporaryDirectory();
    make(cwd);
    await expect(read(cwd, 'inv', undefined, noAnsible)).rejects.toThrow(
      `--hosts ${cwd}/inv ${said}, so it is read by Ansible`,
    );
  });

  test('is all that standard input can be, besides JSON', async () => {
    const input = (text: string) => ({ ...use, readInput: async () => text });
    expect((await readHosts('-', undefined, input('web1\n'))).hosts).toMatchObject([{ name: 'web1' }]);
    expect((await readHosts('-', undefined, input(inventoryJson({ a: {} })))).hosts).toMatchObject([
      { name: 'a' },
    ]);
    await expect(readHosts('-', undefined, input('web1\n[db]\n'))).rejects.toThrow(
      'standard input is not a list of targets (line 2); allowed: one target on each line, or what ansible-inventory --list prints, without --yaml',
    );
  });
});

describe('a command in a list', () => {
  const text = `web01\nodd  via:  kubectl exec -i 'a # b' -- sh ; x\r\nkube:///shop/web-0/app\n`;
  const refused = (list: string, made = (_file: string) => {}) => {
    const cwd = directoryOf({ inv: list });
    made(join(cwd, 'inv'));
    return expect(read(cwd, 'inv', undefined, noAnsible)).rejects;
  };

  test('reaches its host alone, and is the rest of the line', async () => {
    expect(await hostsOf(text)).toEqual([
      { name: 'web01', connection: { by: 'target', text: 'web01' }, sudo: false },
      { name: 'odd', connection: { by: 'via', command: `kubectl exec -i 'a # b' -- sh ; x` }, sudo: false },
      {
        name: 'kube:///shop/web-0/app',
        connection: { by: 'target', text: 'kube:///shop/web-0/app' },
        sudo: false,
      },
    ]);
    expect(await namesOf(text, ['odd'])).toEqual(['odd']);
  });

  test.each([
    ['a via: \n', 'names no program'],
    ['ok\na via: -x\n', 'names no program'],
    ["a via: sh 'x\n", 'has a quote that is not closed'],
    ['a via: sh\na via: sh -x\n', 'a is there twice, with different ways to it'],
    ['a\na via: sh\n', 'a is there twice, with different ways to it'],
    ['kube-node://c/-n\n', 'has no valid name of a node'],
    ['kube://c/n/p/c/d\n', 'has more than four parts; write %2F for a / in the name of a context'],
  ])('%j is refused with its line', async (list, problem) => {
    const line = list.trim().split('\n').length;
    await refused(list).toThrow(new RegExp(`^--hosts \\S+/inv, line ${line}: .*${problem}`));
  });

  test.each([
    ['a/b via: sh\n', 'has "/" in its name'],
    ['-x via: sh\n', 'begins with -'],
  ])('%j has no name for a host', async (list, problem) => {
    await refused(list).toThrow(problem);
  });

  test('is data in JSON, whatever it is called', async () => {
    expect(await hostsOf(inventoryJson({ a: { via: 'sh' } }))).toMatchObject([
      { connection: { by: 'target', text: 'a' } },
    ]);
  });

  test('is not taken from a file that others can change, nor from standard input', async () => {
    for (const mode of [0o660, 0o602])
      await refused(text, (file) => chmodSync(file, mode)).toThrow(
        new RegExp(
          `^--hosts (\\S+/inv), line 2: a command \\(via:\\) is only taken from a file that nobody but you and root can change\\. This file has mode 0${mode.toString(8)}, and \\1 can be written to by `,
        ),
      );
    await refused(text, (file) => chmodSync(dirname(file), 0o777)).toThrow('can be written to by everybody');
    const input = { ...use, readInput: async () => text };
    await expect(readHosts('-', undefined, input)).rejects.toThrow(
      '--hosts standard input, line 2: a command (via:) is not taken from standard input',
    );
  });

  needs('root')('is not taken from a file of another user', async () => {
    await refused(text, (file) => chownSync(file, 12_345, 0)).toThrow('belongs to user 12345');
  });

  test('makes no demands on the file of a list without one', async () => {
    const cwd = directoryOf({ inv: 'web01\n' });
    chmodSync(join(cwd, 'inv'), 0o666);
    expect((await read(cwd, 'inv')).hosts).toHaveLength(1);
  });
});

describe('JSON of ansible-inventory', () => {
  test('has hosts in the order of their groups, each once', async () => {
    const text = JSON.stringify({
      _meta: { hostvars: { alone: {}, w1: { ansible_user: 'ops' } } },
      all: { children: ['web', 'db'] },
      db: { hosts: ['d1', 'w1'] },
      web: { hosts: ['w1', 'w2'], children: ['web'] },
    });
    expect(await hostsOf(text)).toMatchObject([
      { name: 'w1', connection: { by: 'ssh', host: 'w1', user: 'ops' } },
      { name: 'w2', connection: { by: 'target', text: 'w2' } },
      { name: 'd1' },
      { name: 'alone' },
    ]);
  });

  test.each([
    ['{"_meta": {}}', 'has no _meta.hostvars; allowed: what ansible-inventory --list prints'],
    ['{"_meta": {"hostvars": {}}, "web": 1}', 'has no hosts or children in the group "web"'],
    ['{"_meta": {"hostvars": {}}, "web": {"hosts": [1]}}', 'not a list of names in the group "web"'],
    [
      '{"_meta": {"hostvars": {}}, "web": {"hosts": ["a"], "vars": {"ansible_port": 1}}}',
      'has the variables of the group "web" apart, and not with each of its hosts; allowed: what ansible-inventory --list prints, without --export',
    ],
    ['{"_meta": {"hostvars": {"a": 1}}}', 'has variables of "a" that are not a mapping'],
    ['{"_meta": {"hostvars": {"../../elsewhere/name": {}}}}', 'has "/" in its name'],
    ['{"_meta": {"hostvars": {"-oProxyCommand=x": {}}}}', 'begins with -'],
    ['{"_meta": {"hostvars": {"web\\u202e": {}}}}', 'in its name; allowed: one host name or target'],
    ['{"_meta": {"hostvars": {"web:ssh": {}}}}', 'has a colon in its name'],
    [JSON.stringify({ _meta: { hostvars: { ['a'.repeat(300)]: {} } } }), 'has a name of 300 characters'],
    [
      inventoryJson(Object.fromEntries(Array.from({ length: 100_001 }, (_, index) => [`h${index}`, {}]))),
      'has 100001 hosts',
    ],
    ['{"_meta": {"hostvars": {}}}', 'names no hosts'],
  ])('%.70s is refused', async (text, said) => {
    await expect(hostsOf(text)).rejects.toThrow(said);
    await expect(hostsOf(text)).rejects.toMatchObject({ name: 'UsageError' });
  });
});

/** How the only host of an inventory is reached. */
async function hostWith(variables: object, name = 'w') {
  const [host, ...others] = await hostsOf(inventoryJson({ [name]: variables }));
  expect(others).toEqual([]);
  return host;
}

describe('the connection of a host', () => {
  test.each([
    [{}, { by: 'target', text: 'w' }],
    [{ ansible_port: 2222 }, { by: 'ssh', host: 'w', port: 2222 }],
    [
      { ansible_host: '192.0.2.1', ansible_port: '23', ansible_user: 'ops' },
      { by: 'ssh', host: '192.0.2.1', port: 23, user: 'ops' },
    ],
    [{ ansible_host: '2001:db8::1' }, { by: 'ssh', host: '2001:db8::1' }],
    [{ ansible_host: { __ansible_unsafe: 'cloud1' } }, { by: 'ssh', host: 'cloud1' }],
    [
      { ansible_user: null, ansible_port: '' },
      { by: 'target', text: 'w' },
    ],
    [{ ansible_connection: 'local' }, { by: 'local' }],
    [{ ansible_connection: 'containers.podman.podman' }, { by: 'podman', name: 'w' }],
    [
      { ansible_connection: 'docker', ansible_host: 'c1' },
      { by: 'docker', name: 'c1' },
    ],
    [{ ansible_connection: 'podman', ansible_password: 'hunter2' }, { by: 'podman' }],
    [{ ansible_connection: 'ansible.builtin.ssh' }, { by: 'target', text: 'w' }],
    [{ ansible_private_key_file: '~/.ssh/id' }, { by: 'ssh', key: '~/.ssh/id' }],
    [{ ansible_ssh_private_key_file: '/root/id' }, { by: 'ssh', key: '/root/id' }],
  ])('with %j', async (variables, connection) =>
    expect(await hostWith(variables)).toMatchObject({ connection }),
  );

  test('a key is below the current directory', async () => {
    const cwd = directoryOf({ inv: inventoryJson({ w: { ansible_private_key_file: 'keys/id' } }) });
    expect((await read(cwd, 'inv')).hosts).toMatchObject([{ connection: { key: join(cwd, 'keys/id') } }]);
  });

  test.each([
    [
      { ansible_connection: 'winrm' },
      'ansible_connection="winrm" is not supported; allowed: ssh, podman, docker, local',
    ],
    [{ ansible_connection: '__proto__' }, 'is not supported'],
    [{ ansible_port: 0 }, 'ansible_port="0" is not allowed; allowed: a port from 1 to 65535'],
    [{ ansible_port: 99999 }, 'is not allowed'],
    [{ ansible_host: '-oProxyCommand=x' }, 'is not allowed; allowed: a name or an address'],
    [{ ansible_host: 'a b' }, 'is not allowed'],
    [{ ansible_user: '-l' }, 'is not allowed; allowed: the name of a user'],
    [{ ansible_host: '{{ x }}' }, 'ansible_host has a template; allowed: its value'],
    [
      { ansible_host: { __ansible_vault: '6162' } },
      'ansible_host is encrypted by ansible-vault; allowed: its value',
    ],
    [{ ansible_ssh_common_args: ['-J', 'x'] }, 'ansible_ssh_common_args is not text'],
    [{ ansible_become: 'maybe' }, 'ansible_become="maybe" is not allowed; allowed: true, false'],
    [
      { ansible_ssh_pass: 'hunter2' },
      "ansible_ssh_pass is not supported: passwords for ssh are not read from inventories; use a key (ansible_ssh_private_key_file), or ssh's own configuration",
    ],
    [{ ansible_password: { __ansible_vault: '6162' } }, 'ansible_password is not supported'],
  ])('%j is a problem of this host only', async (variables, said) => {
    expect(await hostWith(variables)).toEqual({ name: 'w', problem: expect.stringContaining(said) });
  });

  test('a target with :// has no variables', async () => {
    expect(await hostWith({ ansible_user: 'x' }, 'ssh://w')).toMatchObject({
      problem: 'a target with :// has variables, too; allowed: one of both',
    });
  });

  test.each([
    ['yes', true],
    [true, true],
    [0, false],
    [undefined, false],
  ])('ansible_become %j', async (value, sudo) =>
    expect(await hostWith({ ansible_become: value })).toMatchObject({ sudo }),
  );
});

describe('--limit', () => {
  const text = JSON.stringify({
    _meta: { hostvars: {} },
    all: { children: ['prod', 'db'] },
    prod: { children: ['web', 'empty'] },
    empty: {},
    web: { hosts: ['web1', 'web2', 'web3'], children: ['prod'] },
    db: { hosts: ['db1', 'web3'] },
  });
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
  ])('%j', async (patterns, names) => expect(await namesOf(text, patterns)).toEqual(names));

  test.each([
    [['wbe1'], '--limit wbe1 matches no host and no group; did you mean web1'],
    [['x*'], 'available: '],
    [['empty'], '--limit empty leaves no hosts'],
  ])('%j is an error that names what is there', async (patterns, said) =>
    expect(namesOf(text, patterns)).rejects.toThrow(said),
  );

  test('takes the groups of a list, too', async () => {
    expect(await namesOf('b\na\n', ['ungrouped', '!a'])).toEqual(['b']);
  });
});

const reader = needs('ansible-inventory');

describe('Ansible reads', () => {
  reader('INI with ranges, groups and the variables beside it', async () => {
    const cwd = directoryOf({
      hosts: `web[01:02].example ansible_user=line
[web]
web[01:03].example
db-[a:b]:2222
[prod:children]
web
[prod:vars]
ansible_user=prod
ansible_become=yes
`,
      'group_vars/web.yml': 'ansible_user: group\nansible_host: "{{ inventory_hostname }}"\n',
      'host_vars/db-a/own.json': '{"ansible_host": "192.0.2.1"}',
    });
    const { hosts } = await read(cwd, 'hosts', ['prod', '!web03*']);
    expect(hosts).toEqual([
      { name: 'web01.example', problem: 'ansible_host has a template; allowed: its value' },
      { name: 'web02.example', problem: 'ansible_host has a template; allowed: its value' },
      {
        name: 'db-a',
        connection: { by: 'ssh', host: '192.0.2.1', port: 2222, user: 'group' },
        sudo: true,
      },
      { name: 'db-b', problem: 'ansible_host has a template; allowed: its value' },
    ]);
  });

  reader('YAML, a program and a directory of both', async () => {
    const program = `#!/bin/sh\ncat <<'E'\n${JSON.stringify({ own: { hosts: ['p1'], vars: { ansible_user: 'x' } } })}\nE\n`;
    const cwd = directoryOf({
      'all/10.yml': 'all: {children: {web: {hosts: {"w[1:2]": {ansible_port: 22}}}}}\n',
      'all/20': program,
    });
    chmodSync(join(cwd, 'all/20'), 0o755);
    const w = { connection: { port: 22 } };
    const p1 = { name: 'p1', connection: { user: 'x' } };
    expect((await read(cwd, 'all/10.yml')).hosts).toMatchObject([w, w]);
    expect((await read(cwd, 'all/20')).hosts).toMatchObject([p1]);
    expect((await read(cwd, 'all')).hosts).toMatchObject([w, w, p1]);
  });

  reader('nothing by a configuration in the current directory', async () => {
    const cwd = directoryOf({
      hosts: '[web]\nw1\n',
      'ansible.cfg': '[defaults]\ninventory_plugins = ./plugins\n[inventory]\nenable_plugins = planted\n',
      'plugins/planted.py': 'open("planted", "w")\n',
    });
    expect((await read(cwd, 'hosts')).hosts).toMatchObject([{ name: 'w1' }]);
  });
});

describe('an inventory that Ansible cannot read is one error with its words:', () => {
  const faults: readonly (readonly [text: string, said: RegExp])[] = [
    ['web01 web02\n', /\S+:1: Expected key=value host variable assignment, got: web02/],
    ['[web:children]\ndb\n', /Section \[web:children\] includes undefined group: db/],
    ['[web:kids]\nx\n', /Section \[web:kids\] has unknown type: kids/],
    ['all: {hosts: [\n', /[Ss]yntax|YAML/],
  ];
  for (const [text, said] of faults)
    reader(JSON.stringify(text), async () => {
      const refused = read(directoryOf({ inv: text }), 'inv');
      await expect(refused).rejects.toThrow(said);
      await expect(refused).rejects.toMatchObject({
        name: 'UsageError',
        message: expect.stringMatching(
          /^--hosts \S+\/inv cannot be read by ansible-inventory: [^\n]{1,1000}$/,
        ),
      });
    });

  reader('variables that are encrypted', async () => {
    const cwd = directoryOf({
      'd/hosts': '[web]\na\n',
      'd/group_vars/web': '$ANSIBLE_VAULT;1.1;AES256\n6162\n',
    });
    await expect(read(cwd, 'd')).rejects.toThrow(/d cannot be read by ansible-inventory: .*no vault secrets/);
  });

  reader('a program that fails', async () => {
    const cwd = directoryOf({ inv: '#!/bin/sh\necho broken >&2\nexit 3\n' });
    chmodSync(join(cwd, 'inv'), 0o755);
    await expect(read(cwd, 'inv')).rejects.toThrow(/ had an execution error: broken/);
  });
});

describe('root gives Ansible nothing that others can change:', () => {
  const plants: readonly (readonly [what: string, make: (cwd: string) => void, given?: readonly string[]])[] =
    [
      ['an inventory of another user', (cwd) => chownSync(join(cwd, 'd/hosts'), 65534, 65534)],
      ['a directory that others can write to', (cwd) => chmodSync(join(cwd, 'd'), 0o777)],
      [
        'a file of variables beside it',
        (cwd) => {
          mkdirSync(join(cwd, 'd/group_vars'));
          writeFileSync(join(cwd, 'd/group_vars/web.yml'), 'ansible_host: elsewhere\n');
          chmodSync(join(cwd, 'd/group_vars/web.yml'), 0o666);
        },
      ],
      [
        'a link to a file of another user',
        (cwd) => {
          writeFileSync(join(cwd, 'others'), 'ansible_host: elsewhere\n');
          chownSync(join(cwd, 'others'), 65534, 65534);
          mkdirSync(join(cwd, 'd/host_vars'));
          symlinkSync('../../others', join(cwd, 'd/host_vars/w1'));
        },
      ],
      [
        'a program in a directory of inventories',
        (cwd) => {
          writeFileSync(join(cwd, 'd/sub'), '#!/bin/sh\n', { mode: 0o755 });
          chownSync(join(cwd, 'd/sub'), 65534, 65534);
        },
        ['d'],
      ],
    ];
  for (const [what, make, given = ['d/hosts', 'd']] of plants)
    for (const file of given)
      needs('ansible-inventory', 'root')(`${what}, given as ${file}`, async () => {
        const cwd = directoryOf({ 'd/hosts': '[web]\nw1\n' });
        make(cwd);
        await expect(read(cwd, file)).rejects.toThrow(
          /, so it is read by Ansible, which can run code from it; it is not used by root, because others can change it: /,
        );
      });

  needs('ansible-inventory', 'root')('the program itself', async () => {
    const cwd = directoryOf({ hosts: '[web]\nw1\n', 'bin/ansible-inventory': '#!/bin/sh\ntouch ../ran\n' });
    chmodSync(join(cwd, 'bin/ansible-inventory'), 0o755);
    chmodSync(join(cwd, 'bin'), 0o777);
    await expect(read(cwd, 'hosts', undefined, { PATH: join(cwd, 'bin') })).rejects.toThrow(
      'bin/ansible-inventory is not used by root, because others can change it',
    );
  });
});

describe('an inventory that never ends', () => {
  reader('is ended after a limit', async () => {
    const cwd = directoryOf({ inv: '#!/bin/sh\nexec sleep 600\n' });
    chmodSync(join(cwd, 'inv'), 0o755);
    await expect(askAnsible(join(cwd, 'inv'), 'is a program', use, 3)).rejects.toThrow(
      'is not read: ansible-inventory took longer than 3 s; give what',
    );
  });
});
