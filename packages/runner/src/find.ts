import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A runner that is installed. */
export interface InstalledRunner {
  /** The path of the program. */
  readonly program: string;
  /** The checksum of the program that this client was built with, in hexadecimal. */
  readonly sha256: string;
}

/** The runner for this machine; a sentence that says why there is none. */
export function findRunner(): InstalledRunner | string {
  const platform = `${process.platform}-${process.arch}`;
  const sha256 = checksums()[platform];
  if (sha256 === undefined) return `no runner was built for ${platform}`;
  const name = `@hostspec/runner-${platform}`;
  try {
    const manifest = createRequire(import.meta.url).resolve(`${name}/package.json`);
    return { program: join(dirname(manifest), 'hostspec-runner'), sha256 };
  } catch {
    return `${name} is not installed`;
  }
}

function checksums(): Readonly<Record<string, string>> {
  try {
    return JSON.parse(readFileSync(fileURLToPath(new URL('../checksums.json', import.meta.url)), 'utf8'));
  } catch {
    // Without Go, a checkout builds no runner.
    return {};
  }
}
