import type { CollectReport } from '@hostspec/engine';
import { deselectedBy, unasked } from '@hostspec/host-kit';
import { foreachExecute, type Outcome, type OutcomeStatus, simpleCommand } from '@hostspec/spec';
import { describe, expect, test } from 'vitest';
import { nothingCollected, tally, tallyOf } from '../runs/tally.js';
import { type Summary, summaryData, summaryText } from './summary.js';

const style = { bold: (text: string) => text, dim: (text: string) => text };

function outcome(name: string, status: OutcomeStatus, reason?: string): Outcome {
  const items = status === 'collected' ? [{ bytes: 10 }] : [];
  return { name, status, items, ...(reason === undefined ? {} : { reason }) } as unknown as Outcome;
}

function summaryOf(outcomes: readonly Outcome[], more: Partial<Summary> = {}, report: object = {}): Summary {
  const counted = tally();
  for (const each of outcomes) counted.add(each);
  const base = { hostname: 'web1', root: '/', started: 0, notEntered: [], notes: [], domains: [], ...report };
  return {
    report: base as unknown as CollectReport,
    tally: counted,
    archive: '/a/x.tar.gz',
    seconds: 2,
    isUser: false,
    unfinished: [],
    ...more,
  };
}

describe('the summary', () => {
  const slow = 'To give each command more time than the default of 10 s: hostspec collect --timeout SECONDS';
  const du = { kind: 'command', argv: ['/bin/du', '-s', '/tmp'] };
  const file = { kind: 'file', path: '/a' };
  const late = { status: 'timed out', reason: 'took longer than 10 s' };
  test.each([
    ['ended', { misses: [{ ...late, source: du }] }, true],
    ['was cut by its limit', { items: [{ bytes: 1, source: du, truncated: { reason: 'x' } }] }, true],
    ['printed too much', { items: [{ bytes: 1, rc: 0, source: du, truncated: { reason: 'x' } }] }, false],
    ['failed', { misses: [{ status: 'failed', reason: 'x', source: du }] }, false],
    ['was a file', { misses: [{ ...late, source: file }] }, false],
  ])('says how to give commands more time if one %s: %j', (_, more, says) => {
    const summary = summaryOf([{ ...outcome('du_dirs', 'truncated', 'why'), ...more } as unknown as Outcome]);
    expect(summaryText(summary, style, 160).includes(slow)).toBe(says);
  });

  test('says nothing of more time if the specs of slow commands have limits of their own', () => {
    const list = simpleCommand('/bin/list', { doc: 'A list', timeout: 30 });
    const specs = [{ name: 'list', domain: 'lab', spec: foreachExecute('/bin/x %s', list, { doc: 'Each' }) }];
    const { outcomes, total } = tallyOf({ specs });
    outcomes.add({
      ...outcome('list', 'timed out', 'why'),
      misses: [{ ...late, source: du }],
    } as unknown as Outcome);
    expect(summaryText({ ...summaryOf([]), tally: outcomes }, style, 160)).not.toContain(slow);
    expect(total).toBe(1);
  });

  test('counts the selected specs only', () => {
    const summary = summaryOf([
      outcome('a', 'collected'),
      outcome('b', 'absent'),
      outcome('other_a', 'skipped', deselectedBy('--only')),
      outcome('other_b', 'skipped', unasked('--only')),
    ]);
    expect(summaryText(summary, style, 80)).toBe(
      'web1: 1 item, 10 B, from 2 specs in 2.0 s\n\nOutcomes: 1 collected, 1 absent.\n\nNames and addresses were not mapped.\n\n',
    );
    expect(summaryData(summary)).toMatchObject({ specs: 2, problems: [], counts: { skipped: 0 } });
  });

  test('says how many specs were left out, if no spec is left', () => {
    const left = (name: string, reason: string) => outcome(name, 'skipped', reason);
    const summary = summaryOf(['a', 'b', 'b'].map((by) => left('other', deselectedBy(by))));
    expect(summaryText(summary, style, 80)).toContain('\n\nOutcomes: 3 deselected.\n');
    expect(nothingCollected(summary.tally)).toBe('nothing was collected: deselected by b (2 of 3 specs)');
  });

  test('names the commonest reason if nothing was collected', () => {
    const { tally: some } = summaryOf([
      outcome('a', 'absent', 'no file'),
      outcome('b', 'skipped', 'no\nnetwork'),
      outcome('c', 'skipped', 'no\nnetwork'),
      outcome('other_a', 'skipped', deselectedBy('--skip')),
    ]);
    expect(nothingCollected(some)).toBe('nothing was collected: no network (2 of 3 specs)');
    const { tally: one } = summaryOf([outcome('a', 'absent', 'no file')]);
    expect(nothingCollected(one)).toBe('nothing was collected: no file (1 spec)');
    expect(nothingCollected(summaryOf([]).tally)).toBe('nothing was collected: the plan has no specs');
  });

  test('shows first how the run ended and what needs a look, the worst first', () => {
    const text = summaryText(
      summaryOf(
        [
          outcome('zz', 'failed', '/bin/zz exited with 3: broken'),
          outcome('aa', 'denied', 'not for root'),
          outcome('cut', 'truncated', 'too long'),
        ],
        {},
        { interrupted: 'interrupted by SIGINT' },
      ),
      style,
      80,
    );
    expect(text.split('\n').slice(1)).toEqual([
      'The run ended early: interrupted by SIGINT.',
      '',
      '3 specs need a look:',
      '  failed: zz',
      '    /bin/zz exited with 3: broken',
      '  truncated: cut',
      '    too long',
      '  denied: aa',
      '    not for root',
      '',
      'Outcomes: 1 truncated, 1 denied, 1 failed.',
      '',
      'Names and addresses were not mapped.',
      '',
      '',
    ]);
  });

  test('says a reason that several specs have once, and others for themselves', () => {
    const broken = '/bin/zz exited with 3: broken';
    const text = summaryText(
      summaryOf([
        outcome('zz_c', 'failed', broken),
        outcome('own', 'failed', 'no disk'),
        outcome('zz_b', 'truncated', broken),
        outcome('zz_a', 'failed', broken),
      ]),
      style,
      80,
    );
    expect(text.split('\n').slice(2, 10)).toEqual([
      '4 specs need a look:',
      '  failed: own',
      '    no disk',
      '  failed: zz_a, zz_c',
      `    ${broken}`,
      '  truncated: zz_b',
      `    ${broken}`,
      '',
    ]);
  });

  test.each([20, 40, 60, 100])('fits into a terminal of %d columns, or of 40', (width) => {
    const words = 'word '.repeat(200);
    const text = summaryText(
      summaryOf(
        Array.from({ length: 30 }, (_, index) => outcome(`spec_${index}`, 'failed', `${index} ${words}`)),
        { isUser: true },
        { notEntered: [words], notes: [words], interrupted: words },
      ),
      style,
      width,
    );
    for (const line of text.split('\n')) expect(line.length).toBeLessThanOrEqual(Math.max(width, 40));
    expect(text).toMatch(
      / {2}There are 10 more\. To list every\s+outcome:\n {2}hostspec read \/a\/x\.tar\.gz\n/,
    );
  });

  test('tells a user once to run it as root, and root never', () => {
    const outcomes = Array.from({ length: 30 }, (_, index) =>
      outcome(`spec_${index}`, 'denied', 'permission'),
    );
    const text = summaryText(summaryOf(outcomes, { isUser: true }), style, 80);
    expect(text.match(/as root/g)).toHaveLength(1);
    expect(text).toContain('30 specs were denied to this user.\nTo collect them, run hostspec as root.\n');
    expect(text).not.toContain('need a look');
    expect(summaryText(summaryOf(outcomes), style, 80)).not.toContain('as root');
  });

  test('says apart what was masked and what was mapped', () => {
    const masked = (counts: Record<string, number>, mapped?: readonly string[], list = {}): string => {
      const item = { bytes: 1, masked: counts };
      const one = { ...outcome('a', 'collected'), items: [item] } as unknown as Outcome;
      const identity = mapped && { kinds: mapped, keyCheck: '0123abcd', ...list };
      const text = summaryText(summaryOf([one], mapped && { mapped, identity }), style, 200);
      return text.split('\n').slice(4).join('\n').trim();
    };
    const secrets = 'masked. To list the rules that found them:\n  hostspec show-redactions /a/x.tar.gz';
    const names = (kinds: string, what = 'key') =>
      `mapped (${kinds}). To restore them with the same ${what}:\n  hostspec unmap /a/x.tar.gz --output COPY`;
    expect(masked({ host: 2 }, ['host'])).toBe(`2 names and addresses were ${names('host')}`);
    expect(masked({ host: 1 }, ['host', 'ip'], { list: true })).toBe(
      `1 name or address was ${names('host, ip', 'list')}`,
    );
    expect(masked({ password: 1 }, ['host'])).toBe(
      `1 secret was ${secrets}\nNames and addresses were mapped: host.`,
    );
    expect(masked({ password: 1, keyword: 2, ip: 1 }, ['ip'])).toBe(
      `3 secrets were ${secrets}\n1 name or address was ${names('ip')}`,
    );
    expect(masked({}, ['ip'])).toBe('Names and addresses were mapped: ip.');
    expect(masked({})).toBe('Names and addresses were not mapped.');
  });

  test('has the exact command to complete a killed run', () => {
    const unfinished = ['/a b/.x.tar.gz.0123456789ab.partial'];
    const summary = summaryOf([outcome('a', 'collected')], { unfinished });
    expect(summaryText(summary, style, 40)).toContain(
      "\n  hostspec finish '/a b/.x.tar.gz.0123456789ab.partial'\n",
    );
    expect(summaryData(summary)).toMatchObject({ unfinished });
  });

  test('text from the host cannot control the terminal', () => {
    const summary = summaryOf(
      [outcome('a', 'failed', '\x1b[2J')],
      { unfinished: ['/\x1b[2J.partial'] },
      { hostname: 'a\x1b[2J', notes: ['\x1b[2J'], notEntered: ['\x1b[2J'], interrupted: '\x1b[2J' },
    );
    expect(summaryText(summary, style, 80)).not.toContain('\x1b');
  });
});
