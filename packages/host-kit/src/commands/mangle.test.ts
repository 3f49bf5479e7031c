import { describe, expect, test } from 'vitest';
import { mangleCommand } from './mangle.js';

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
    ['x'.repeat(300), 'x'.repeat(255)],
  ])('%j is %j', (line, name) => {
    expect(mangleCommand(line)).toBe(name);
  });
});
