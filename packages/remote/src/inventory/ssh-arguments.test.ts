import { describe, expect, test } from 'vitest';
import { fleetHost, unusedVariables } from './connection.js';

/** A host with these variables; also what of them is not used. */
function hostWith(variables: Readonly<Record<string, string>>) {
  const host = { name: 'web1', variables: new Map(Object.entries(variables)) };
  return { ...fleetHost(host, '/'), unused: unusedVariables(host) };
}

const common = (text: string) => ({ ansible_ssh_common_args: text });

describe('arguments of ssh in an inventory', () => {
  test.each([
    [common('-J bastion'), 'bastion'],
    [common('-Jops@bastion:2200,second'), 'ops@bastion:2200,second'],
    [common('-o ProxyJump=ops@bastion'), 'ops@bastion'],
    [{ ansible_ssh_extra_args: '-o "proxyjump bastion"' }, 'bastion'],
    [{ ansible_ssh_args: '-o ProxyJump=ssh://ops@[2001:db8::1]:22' }, 'ssh://ops@[2001:db8::1]:22'],
    [common('-o ProxyCommand="ssh -W %h:%p -q ops@bastion"'), 'ops@bastion'],
    [common('-o ProxyCommand="ssh -p 2200 -q bastion -W %h:%p"'), 'bastion:2200'],
    [{ ...common('-J first'), ansible_ssh_extra_args: '-J second' }, 'first'],
  ])('%j leads through the jump host', (variables, jump) => {
    expect(hostWith(variables)).toMatchObject({
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
    `-J "a;id"`,
    '-J',
    '-o HostName=elsewhere',
    '-F /tmp/config',
    '-o LocalCommand=id',
    '-p 2200',
    '-4o ProxyCommand=id',
    '-tt',
    'elsewhere',
    `-J 'open`,
  ])('a host with %s is refused, not contacted directly', (text) => {
    const variables = { ansible_host: '192.0.2.1', ...common(text) };
    const { problem, connection, unused } = hostWith(variables) as Partial<Record<string, unknown>>;
    expect(problem).toMatch(/^ansible_ssh_common_args has .*; allowed: /);
    expect({ connection, unused }).toEqual({ connection: undefined, unused: [] });
  });

  test('a long argument is cut, and ends with …', () => {
    expect(hostWith(common('x'.repeat(101)))).toMatchObject({
      problem: expect.stringContaining(`has "${'x'.repeat(99)}…", so the host`),
    });
  });

  test('arguments that do not change the way are left to the configuration of ssh, with a note', () => {
    const variables = {
      ...common('-C -o StrictHostKeyChecking=no -J bastion'),
      ansible_ssh_args: '-o ControlMaster=auto -o ControlPersist=60s',
    };
    expect(hostWith(variables)).toMatchObject({
      connection: { jump: 'bastion' },
      unused: ['ansible_ssh_args', 'ansible_ssh_common_args'],
    });
  });

  test('no jump host, and a template', () => {
    expect(hostWith(common('-J none'))).toMatchObject({
      connection: { by: 'target', text: 'web1' },
    });
    expect(hostWith(common('-J {{ bastion }}'))).toMatchObject({
      problem: expect.stringContaining('ansible_ssh_common_args has a template'),
    });
  });
});
