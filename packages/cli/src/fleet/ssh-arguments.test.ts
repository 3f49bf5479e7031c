import { describe, expect, test } from 'vitest';
import { silentIo } from '../testing/in-process.js';
import { fleetHost, knownVariables, unusedVariables } from './connection.js';
import { parseInventory } from './read-hosts.js';

/** A host whose variables are in an inventory; also what of it is not used. */
async function hostWith(variables: string) {
  const inventory = await parseInventory(`web1 ${variables}\n`, 'inv.ini');
  const [host] = inventory.hosts;
  if (host === undefined) throw new Error('no host');
  return { ...fleetHost(host, silentIo.cwd), unused: unusedVariables(host) };
}

describe('arguments of ssh in an inventory', () => {
  test.each([
    [`ansible_ssh_common_args='-J bastion'`, 'bastion'],
    [`ansible_ssh_common_args='-Jops@bastion:2200,second'`, 'ops@bastion:2200,second'],
    [`ansible_ssh_common_args='-o ProxyJump=ops@bastion'`, 'ops@bastion'],
    [`ansible_ssh_extra_args='-o "proxyjump bastion"'`, 'bastion'],
    [`ansible_ssh_args='-o ProxyJump=ssh://ops@[2001:db8::1]:22'`, 'ssh://ops@[2001:db8::1]:22'],
    [`ansible_ssh_common_args='-o ProxyCommand="ssh -W %h:%p -q ops@bastion"'`, 'ops@bastion'],
    [`ansible_ssh_common_args='-o ProxyCommand="ssh -p 2200 -q bastion -W %h:%p"'`, 'bastion:2200'],
    [`ansible_ssh_common_args='-J first' ansible_ssh_extra_args='-J second'`, 'first'],
  ])('%s leads through the jump host', async (variables, jump) => {
    expect(await hostWith(variables)).toMatchObject({
      connection: { by: 'ssh', host: 'web1', jump },
      unused: [],
    });
  });

  test.each([
    `-o ProxyCommand="nc -x proxy %h %p"`,
    `-o ProxyCommand="ssh -W %h:%p bastion; id"`,
    `-o ProxyCommand="ssh -W %h:%p -F /tmp/config bastion"`,
    `-o ProxyCommand="ssh bastion"`,
    `-o ProxyCommand="ssh -W other:%p bastion"`,
    `-o ProxyCommand="ssh -W %h:%p -oX bastion"`,
    `-o ProxyJump=-oProxyCommand=id`,
    `-J \\"a;id\\"`,
    '-J',
    '-o HostName=elsewhere',
    '-F /tmp/config',
    '-o LocalCommand=id',
    '-p 2200',
    '-4o ProxyCommand=id',
    '-tt',
    'elsewhere',
    `-J 'open`,
  ])('a host with %s is refused, not contacted directly', async (text) => {
    const variables = `ansible_host=192.0.2.1 ansible_ssh_common_args=${JSON.stringify(text)}`;
    const { problem, connection, unused } = (await hostWith(variables)) as Partial<Record<string, unknown>>;
    expect(problem).toMatch(/^ansible_ssh_common_args has .*; allowed: /);
    expect({ connection, unused }).toEqual({ connection: undefined, unused: [] });
  });

  test('what changes nothing of the way is left to the configuration of ssh, and said', async () => {
    const variables = `ansible_ssh_common_args='-C -o StrictHostKeyChecking=no -J bastion' ansible_ssh_args='-o ControlMaster=auto -o ControlPersist=60s'`;
    expect(await hostWith(variables)).toMatchObject({
      connection: { jump: 'bastion' },
      unused: ['ansible_ssh_args', 'ansible_ssh_common_args'],
    });
  });

  test('no jump host, and a template', async () => {
    expect(await hostWith(`ansible_ssh_common_args='-J none'`)).toMatchObject({
      connection: { by: 'target', text: 'web1' },
    });
    expect(await hostWith(`ansible_ssh_common_args='-J {{ bastion }}'`)).toMatchObject({
      problem: expect.stringContaining('ansible_ssh_common_args has a template'),
    });
    expect(knownVariables).toContain('ansible_ssh_extra_args');
  });
});
