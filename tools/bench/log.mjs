import { appendFileSync, writeFileSync } from 'node:fs';

/** Writes a log of a given size whose lines are similar but different; each `seed` gives another log. */
export const writeLog = (file, bytes, seed = 0) => {
  const lines = Array.from({ length: 20_000 }, (_, i) => line(i + seed * 1_000_003));
  const block = Buffer.from(lines.join(''));
  writeFileSync(file, '');
  for (let left = bytes; left > 0; left -= block.length) appendFileSync(file, block.subarray(0, left));
};

const line = (i) => {
  const time = [i % 24, (i * 3) % 60, (i * 7) % 60].map((part) => String(part).padStart(2, '0')).join(':');
  const request = (i * 2654435761) % 4294967296;
  return `Nov 21 ${time} host${i % 13} daemon[${(i * 7919) % 32768}]: request ${request} took ${i % 997} ms\n`;
};
