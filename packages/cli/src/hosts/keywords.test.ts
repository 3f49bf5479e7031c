import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { keywordHits } from '@hostspec/host-kit';
import { createRedaction } from '@hostspec/redact';
import { createRunnerHost, findRunner, startRunner } from '@hostspec/runner';
import { itNeeds } from '@hostspec/testing';
import fastGlob from 'fast-glob';
import { expect } from 'vitest';
import { temporaryDirectory } from '../../../../tools/test/folder.js';
import { packages } from '../testing/cli.js';

const found = findRunner();

// The sources of the rules have every keyword, and many secrets.
const texts = fastGlob.sync('redact/src/**/*.ts', { cwd: packages, absolute: true }).sort();

itNeeds('a runner', typeof found === 'object')(
  'content is masked as without the runner if the runner finds the keywords',
  async () => {
    if (typeof found !== 'object') return;
    const content = Buffer.concat(texts.map((path) => readFileSync(path)));
    const path = join(temporaryDirectory(), 'content');
    writeFileSync(path, content);
    const redaction = createRedaction({ key: Buffer.alloc(32, 1) });
    const host = await createRunnerHost(startRunner(found.program, found.sha256));
    if (redaction.keywords) host.findKeywords?.(redaction.keywords);
    const redactor = redaction.content();
    const masked: Buffer[] = [];
    let searched = 0;
    await host.readInto(path, (piece) => {
      if (keywordHits(piece)?.keywords === redaction.keywords) searched += piece.length;
      masked.push(Buffer.from(redactor.push(piece)));
    });
    masked.push(Buffer.from(redactor.end()));
    const alone = redaction.content();
    const want = Buffer.concat([Buffer.from(alone.push(content)), alone.end()]);
    expect(Object.values(alone.masked()).reduce((sum, count) => sum + count)).toBeGreaterThan(1000);
    expect(Buffer.concat(masked).equals(want)).toBe(true);
    expect(redactor.masked()).toEqual(alone.masked());
    expect(searched).toBeGreaterThan(content.length / 2);
  },
);
