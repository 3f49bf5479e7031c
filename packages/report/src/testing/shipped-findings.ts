import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { type Finding, readShippedFindings } from '@hostspec/findings';

const packages = new URL('../../../', import.meta.url);

/** The findings of all domains. */
export const shippedFindings: readonly Finding[] = readdirSync(packages).flatMap((domain) => {
  const file = new URL(`${domain}/findings.json`, packages);
  if (!existsSync(file)) return [];
  const { findings } = readShippedFindings(JSON.parse(readFileSync(file, 'utf8')), domain);
  return findings.map(({ finding }) => finding);
});
