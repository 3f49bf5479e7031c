import { CatalogError } from '@hostspec/spec';
import { describe, expect, test, vi } from 'vitest';
import { inheritedVariables, isArgument, isLocaleName, mangleCommand, originOf, runWords } from './words.js';

test.each(['', 'plain', 'ä', '😀', '\ue000', 'a b\n'])('%j reaches a program unchanged', (text) => {
  expect(isArgument(text)).toBe(true);
});

test.each(['\0', 'a\0b', '\udc80', 'a\ud800', '\udfffb'])('%j does not', (text) => {
  expect(isArgument(text)).toBe(false);
});

test('content has the path or name by which its archive knows it', () => {
  const place = { spec: 'x' };
  const command = { kind: 'command', argv: ['/usr/bin/wg', 'show', 'all', 'dump'] } as const;
  const packed = { kind: 'file', path: '/var/log/a.log.1.gz' } as const;
  expect(originOf({ ...place, source: command })).toEqual({ path: 'insights_commands/wg_show_all_dump' });
  expect(originOf({ ...place, source: command, commandLine: '/bin/x y' })).toEqual({
    path: 'insights_commands/x_y',
  });
  expect(originOf({ ...place, source: packed })).toEqual({ path: packed.path });
  expect(originOf({ ...place, source: packed, unpackedPath: '/var/log/a.log.1' })).toEqual({
    path: '/var/log/a.log.1',
  });
  expect(originOf({ ...place, source: { kind: 'listing', path: '/etc' } })).toEqual({});
});

describe('the name of a command’s output', () => {
  test.each([
    ['/usr/sbin/ip addr', 'ip_addr'],
    ['/bin/ls -la /etc', 'ls_-la_.etc'],
    ['/sbin/x', 'x'],
    ['/usr/bin/x', 'x'],
    ['/opt/bin/x', 'opt.bin.x'],
    ['cat /bin/ls', 'cat_.bin.ls'],
    ['usr/bin/x', 'usr.bin.x'],
    ['a  \'b\' "c"', 'a_b_c'],
    ['größe 1', 'größe_1'],
    [' ._-a b-_. ', 'a_b'],
    ['. _', ''],
    ['', ''],
    ['/bin/df -al -x autofs', 'df_-al_-x_autofs'],
    ['/usr/local/bin/db2ls -a -c', 'usr.local.bin.db2ls_-a_-c'],
    ['/opt/CrowdStrike/falconctl -g --aid', 'opt.CrowdStrike.falconctl_-g_--aid'],
    ['/usr/bin/abrt status --bare=True', 'abrt_status_--bare_True'],
    ['/bin/systemctl show *.service', 'systemctl_show_.service'],
    ["/usr/sbin/runuser -l  db2inst1  -c 'db2 get dbm cfg'", 'runuser_-l_db2inst1_-c_db2_get_dbm_cfg'],
    ['/bin/lsinitrd -f /etc/multipath.conf', 'lsinitrd_-f_.etc.multipath.conf'],
    ['/usr/bin/dig +edns=0 . SOA', 'dig_edns_0_._SOA'],
    ['/usr/bin/keyctl show %:.platform', 'keyctl_show_.platform'],
    [
      `/sbin/vgs --nameprefixes --noheadings --separator='|' -a -o vg_all --config="global{locking_type=0}"`,
      'vgs_--nameprefixes_--noheadings_--separator_-a_-o_vg_all_--config_global_locking_type_0',
    ],
    [
      '/usr/bin/curl -s -H Metadata:true http://169.254.169.254/metadata/instance/compute/vmId?api-version=2021-12-13&format=text --connect-timeout 5',
      'curl_-s_-H_Metadata_true_http_..169.254.169.254.metadata.instance.compute.vmId_api-version_2021-12-13_format_text_--connect-timeout_5',
    ],
    [
      '/sbin/filefrag /boot/grub2/grubenv /boot/initramfs*.img /boot/vmlinuz*',
      'filefrag_.boot.grub2.grubenv_.boot.initramfs_.img_.boot.vmlinuz',
    ],
    ['/sbin//foo', 'foo'],
    ['é'.repeat(300), 'é'.repeat(255)],
    ['x'.repeat(300), 'x'.repeat(255)],
  ])('%j is %j', (line, name) => {
    expect(mangleCommand(line)).toBe(name);
  });
});

const output = new Uint8Array([1]);
const runOf = (answer: () => never | { rc: number; output: Uint8Array } = () => ({ rc: 0, output })) => {
  const ran = vi.fn(async () => answer());
  return { ran, run: runWords(ran) };
};

test('a line is run by its words, and words as they are', async () => {
  const { ran, run } = runOf();
  const options = { timeout: 3 };
  expect(await run("/bin/echo 'a b'", options)).toEqual({ rc: 0, output });
  expect(ran).toHaveBeenLastCalledWith(['/bin/echo', 'a b'], options);
  await run(['/bin/echo', "'a b'"]);
  expect(ran).toHaveBeenLastCalledWith(['/bin/echo', "'a b'"], {});
});

test('a line that cannot be split fails with the reason, and nothing is run', async () => {
  const { ran, run } = runOf();
  const { reason, ...rest } = await run("/bin/echo 'a");
  expect(rest).toEqual({ rc: undefined, output: new Uint8Array(), problem: 'failed' });
  expect(reason).toMatch(/command line .* has no closing '/);
  expect(ran).not.toHaveBeenCalled();
});

test.each([new TypeError('a defect'), new CatalogError('UNKNOWN_TOKEN', 'another error')])(
  'another error is thrown: %s',
  async (error) => {
    const { run } = runOf(() => {
      throw error;
    });
    await expect(run('/bin/true')).rejects.toBe(error);
  },
);

test('the plain name of a locale has letters, digits and a few signs, and begins with a letter', () => {
  for (const name of [
    'C',
    'POSIX',
    'C.UTF-8',
    'de_DE.UTF-8',
    'ca_ES@valencia',
    'en_US.iso88591',
    'x'.repeat(255),
  ])
    expect([name, isLocaleName(name)]).toEqual([name, true]);
  const others = [
    '',
    '/tmp/x',
    'x/../../tmp',
    '..',
    '-x',
    '1',
    'C C',
    'C\n',
    'C\0',
    'ä',
    'x=y',
    'x'.repeat(256),
  ];
  for (const text of others) expect([text, isLocaleName(text)]).toEqual([text, false]);
});

test('a command takes over LANG, if it is the plain name of a locale', () => {
  expect(inheritedVariables({}, { LANG: 'de_DE.UTF-8', LC_MESSAGES: 'fr', HOME: '/root' })).toStrictEqual({
    LANG: 'de_DE.UTF-8',
  });
  for (const LANG of ['/tmp/x', '', undefined]) expect(inheritedVariables({}, { LANG })).toStrictEqual({});
  expect(inheritedVariables({}, {})).toStrictEqual({});
});

test('a command takes over the variables that its spec names, if they are set, whatever their values', () => {
  const environment = { LANG: '/tmp/x', GIVEN: 'x', EMPTY: '', MISSING: undefined, OTHER: 'y' };
  const inheritEnv = ['GIVEN', 'EMPTY', 'MISSING', 'UNKNOWN'];
  expect(inheritedVariables({ inheritEnv }, environment)).toStrictEqual({ GIVEN: 'x', EMPTY: '' });
  expect(inheritedVariables({ inheritEnv: ['LANG'] }, environment)).toStrictEqual({ LANG: '/tmp/x' });
});
