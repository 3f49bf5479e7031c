import { afterEach, expect } from 'vitest';
import { needs } from '../needs.js';
import { type PathologicalHost, pathologicalHost, pathologicalHostNeeds } from './pathological-host.js';
import { type ViewOptions, view } from './views.js';

let host: PathologicalHost | undefined;
afterEach(async () => {
  await host?.end();
  host = undefined;
});

/** A view of a machine with file systems below its root, and what runs a script in it. */
async function viewed(options: ViewOptions = {}) {
  const made = await pathologicalHost();
  host = made;
  const outside = (script: string) => made.run(['sh', '-c', script]);
  await made.prepare(
    ...['sh', '-ec'],
    `mount -t tmpfs -o mode=1770,uid=4217 upper /mnt
     mkdir /mnt/covered /mnt/empty /mnt/kept /mnt/quiet "/mnt/with ,:space"
     mount -t tmpfs covered /mnt/covered
     mkdir /mnt/covered/inner
     mount -t tmpfs inner /mnt/covered/inner
     mount -t tmpfs cover /mnt/covered
     mount -t tmpfs lower "/mnt/with ,:space"
     echo old > /mnt/changed
     echo old > "/mnt/with ,:space/removed"
     echo own > /mnt/empty/file
     echo whole > /mnt/given
     : > /mnt/file
     mount --bind /mnt/given /mnt/file`,
  );
  const { enter, changes } = await view(made, 'view', options);
  return { outside, changes, inside: (script: string) => made.run(enter(['sh', '-c', script])) };
}

const test = needs(...pathologicalHostNeeds);

test('a view has what is mounted below the root', async () => {
  const { inside } = await viewed();
  const { stdout } = await inside(
    `cd /mnt && stat -c '%a %u' . && cat changed file empty/file && ls -A 'with ,:space' covered`,
  );
  expect(stdout).toBe('1770 4217\nold\nwhole\nown\ncovered:\n\nwith ,:space:\nremoved\n');
});

test('what is written there stays in the view, which knows it', async () => {
  const { inside, outside, changes } = await viewed();
  expect(
    await inside('cd /mnt && echo new > changed && rm "with ,:space/removed" && mkdir -p more/below'),
  ).toMatchObject({
    status: 0,
  });
  expect(await changes()).toEqual([
    '/mnt/changed',
    '/mnt/more',
    '/mnt/more/below',
    '/mnt/with ,:space/removed',
  ]);
  const { stdout } = await outside('cd /mnt && cat changed with*/removed && ls');
  expect(stdout).toBe('old\nold\nchanged\ncovered\nempty\nfile\ngiven\nkept\nquiet\nwith ,:space\n');
});

test('other rights of a directory and a file that was there for a moment are changes, and what others do is not', async () => {
  const { inside, outside, changes } = await viewed();
  await inside(
    'cd /mnt && chmod 700 empty && for each in empty kept; do : > $each/new; done && : > quiet/moment && rm quiet/moment',
  );
  const changed = ['/mnt/empty', '/mnt/empty/new', '/mnt/kept/new', '/mnt/quiet'];
  expect(await changes()).toEqual(changed);
  await outside('cd /mnt && mkdir later && echo other > changed');
  expect(await changes()).toEqual(changed);
});

test('a file that is mounted cannot be written', async () => {
  const { inside, outside } = await viewed();
  expect(await inside('echo new > /mnt/file')).toMatchObject({
    status: 2,
    stderr: expect.stringMatching(/Read-only/),
  });
  expect(await outside('cat /mnt/given')).toMatchObject({ stdout: 'whole\n' });
});

test('nothing but the private directory of a read-only view can be written', async () => {
  const { inside, changes } = await viewed({ readOnly: true });
  for (const place of ['/', '/mnt/', '/mnt/with ,:space/'])
    expect(await inside(`: > '${place}new'`), place).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(/Read-only/),
    });
  expect(await inside(`: > ${host?.path('new')}`)).toMatchObject({ status: 0 });
  expect(await changes()).toEqual([]);
});

test('the private directory may be on a file system of its own', async () => {
  host = await pathologicalHost({ parent: '/dev/shm' });
  const { enter } = await view(host, 'view');
  await host.prepare(...enter(['touch', host.path('new')]));
  expect(await host.prepare('ls', host.directory)).toMatch(/^new$/m);
});
