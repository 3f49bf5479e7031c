import { mkdirSync, writeFileSync } from 'node:fs';
import { globFile, type Item, type Spec, simpleCommand, simpleFile } from '@hostspec/spec';
import { oddContent, oddlyNamedFiles, program } from '@hostspec/testing/pathological';
import { describe, expect } from 'vitest';
import { random } from '../test/seed.js';
import { collected, doc, promise } from './scene.js';

/** The path of an item's source as bytes. */
function bytesOf({ source }: Item): Buffer {
  const path = 'path' in source ? source.path : '';
  return Buffer.concat(
    [...path.matchAll(/[\udc80-\udcff]|[^\udc80-\udcff]+/gu)].map(([piece]) =>
      /^[\udc80-\udcff]$/u.test(piece) ? Buffer.from([piece.charCodeAt(0) - 0xdc00]) : Buffer.from(piece),
    ),
  );
}

describe('Bytes', () => {
  promise(
    'Content that is not text is kept byte for byte: invalid UTF-8, NUL, CR LF, no line end',
    async (host) => {
      writeFileSync(host.path('file'), oddContent);
      const prints = program(host.path('prints'), `#!/bin/sh\ncat ${host.path('file')}\n`);
      for (const target of ['directory', 'file.tar.gz']) {
        const { outcome, content } = await collected(host, {
          specs: { file: simpleFile(host.path('file'), doc), command: simpleCommand(prints, doc) },
          target: host.path(target),
        });
        for (const name of ['file', 'command']) expect(content(outcome(name).items[0])).toEqual(oddContent);
      }
    },
  );

  promise(
    'Files with odd names stay separate, byte for byte: invalid UTF-8, 255 bytes, line breaks, quotes, look-alikes',
    async (host) => {
      const files = oddlyNamedFiles(host.path('odd'));
      for (const target of ['directory', 'file.tar.gz']) {
        const { outcome, content } = await collected(host, {
          specs: { all: globFile([host.path('odd/*'), host.path('odd/.*')], doc) },
          target: host.path(target),
        });
        const found = new Map(
          outcome('all').items.map((item) => [bytesOf(item).toString('latin1'), content(item).toString()]),
        );
        const wanted = new Map([...files].map(([path, text]) => [path.toString('latin1'), text]));
        expect(found).toEqual(wanted);
      }
    },
  );

  promise('Files with random names stay separate, byte for byte', async (host) => {
    const below = (limit: number): number => Math.floor(random() * limit);
    const wanted = new Map<string, string>();
    mkdirSync(host.path('random'));
    for (let index = 0; index < 500; index++) {
      const name = Buffer.from(Array.from({ length: below(199) + 1 }, () => below(255) + 1)).map((byte) =>
        byte === 0x2f ? 0x5f : byte,
      );
      if (name[0] === 0x2e) continue;
      const path = Buffer.concat([Buffer.from(host.path('random/')), name]);
      writeFileSync(path, `content ${index}`);
      wanted.set(path.toString('latin1'), `content ${index}`);
    }
    const { outcome, content } = await collected(host, {
      specs: { all: globFile([host.path('random/*')], doc) },
    });
    const found = outcome('all').items.map((item): [string, string] => [
      bytesOf(item).toString('latin1'),
      content(item).toString(),
    ]);
    expect(new Map(found)).toEqual(wanted);
  });

  promise('Commands whose mangled names are equal or too long stay separate', async (host) => {
    const long = 'x'.repeat(3000);
    const lines = [
      '/bin/echo a/b',
      '/bin/echo a.b',
      '/bin/echo  a.b',
      '/usr/bin/echo a.b',
      'echo a_b',
      'echo a:b',
      'echo "a b"',
      'echo a b',
      `echo ${long}1`,
      `echo ${long}2`,
      `echo ${'ü'.repeat(500)}`,
      'echo ..',
      'echo ../../../../canary',
      'echo .',
      `echo ${'-'.repeat(100_000)}x`,
    ];
    const specs = Object.fromEntries(
      lines.map((line, index): [string, Spec] => [`c${index}`, simpleCommand(line, doc)]),
    );
    for (const target of ['directory', 'file.tar.gz']) {
      const { texts, outcome } = await collected(host, { specs, target: host.path(target) });
      expect(texts('c0')).toEqual(['a/b\n']);
      expect([texts('c8'), texts('c9')]).toEqual([[`${long}1\n`], [`${long}2\n`]]);
      for (const name of Object.keys(specs)) {
        expect(outcome(name).status).toBe('collected');
        expect(outcome(name).items[0]?.path).toMatch(/^insights_commands\/[^/]+$/);
      }
    }
  });

  promise(
    'A name that cannot be passed as an argument is refused and reported, not changed',
    async (host) => {
      oddlyNamedFiles(host.path('odd'));
      const { outcome } = await collected(host, {
        specs: {
          each: {
            ...doc,
            type: 'foreach_execute',
            command: `/bin/cat ${host.path('odd')}/%s`,
            provider: { type: 'listdir', path: host.path('odd') },
          },
        },
      });
      const { items, misses } = outcome('each');
      expect(misses.map(({ reason }) => reason)).toEqual([
        expect.stringContaining('cannot be passed as a program argument'),
        expect.stringContaining('cannot be passed as a program argument'),
      ]);
      expect(items.length + misses.length).toBe(oddlyNamedFiles(host.path('again')).size);
    },
  );
});
