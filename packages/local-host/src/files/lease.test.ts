import { describe, expect, test } from 'vitest';
import { whileLeased } from './lease.js';

describe('a lease', () => {
  const leased = Object.assign(new Error('EAGAIN'), { code: 'EAGAIN', syscall: 'open' });

  test('is waited for, until the time or the run is over', async () => {
    let attempts = 0;
    const open = async (): Promise<string> => {
      if (++attempts < 4) throw leased;
      return 'opened';
    };
    const forever = async (): Promise<never> => {
      throw leased;
    };
    expect(await whileLeased('/a', open, { seconds: 60, stopped: () => undefined })).toBe('opened');
    const said = {
      problem: 'timed out',
      message: '/a: another process holds a lease on it and did not give it up within 0.1 s',
    };
    const seconds = 0.1;
    await expect(whileLeased('/a', forever, { seconds, stopped: () => undefined })).rejects.toMatchObject(
      said,
    );
    await expect(
      whileLeased('/a', forever, { seconds: 600, stopped: () => 'interrupted' }),
    ).rejects.toMatchObject({ problem: 'timed out' });
    const reading = Object.assign(new Error('EAGAIN'), { code: 'EAGAIN', syscall: 'read' });
    await expect(
      whileLeased('/a', () => Promise.reject(reading), { seconds: 600, stopped: () => undefined }),
    ).rejects.toBe(reading);
  });
});
