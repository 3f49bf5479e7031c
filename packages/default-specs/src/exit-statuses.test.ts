import { type Catalog, specsWithin } from '@hostspec/spec';
import { describe, expect, test } from 'vitest';
import { defaultSpecs, defaultSpecsA } from './index.js';

/** What certain programs say by their exit status or output, and the options that a spec then needs. */
const facts = [
  { program: /^\/usr\/bin\/pgrep /, says: 'that no process matches by status 1', options: { emptyRc: [1] } },
  { program: /^\/bin\/grep /, says: 'that no line matches by status 1', options: { emptyRc: [1] } },
  {
    program: /^\/usr\/bin\/openssl x509 -in |^\/usr\/bin\/od |^\/bin\/ls /,
    says: 'that a file is not there in words',
    options: { absentWhen: expect.arrayContaining(['No such file or directory']) },
  },
  {
    program: /^(\/usr)?\/bin\/systemctl cat /,
    says: 'that a unit or systemd is not there in words',
    options: { absentWhen: ['No files found for', 'System has not been booted with systemd'] },
  },
];

describe.each([
  { variant: 'b', catalog: defaultSpecs as unknown as Catalog },
  { variant: 'a', catalog: defaultSpecsA as unknown as Catalog },
] as const)('variant $variant', ({ catalog }) => {
  const commands = Object.entries(catalog.specs).flatMap(([name, spec]) =>
    specsWithin(spec).flatMap((each) =>
      'command' in each && typeof each.command === 'string' && !each.keepRc
        ? [{ name, command: each.command, each }]
        : [],
    ),
  );

  test.each(facts)(
    '$program says $says, and every spec that runs it expects that',
    ({ program, options }) => {
      const found = commands.filter(({ command }) => program.test(command));
      expect(found.length).toBeGreaterThan(0);
      for (const { name, each } of found) expect({ name, ...each }).toMatchObject(options);
    },
  );
});
