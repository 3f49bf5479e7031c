import { CatalogError, isHostspecError } from '@hostspec/spec';
import type { KeyPath, YamlFile } from '../load/yaml-file.js';

/** What is wrong with a catalog file, all of it, each with its place. */
export interface Problems {
  /** Notes what is wrong with the value there. */
  add(keys: KeyPath, problem: string): void;
  /** Notes what is wrong with the key itself. */
  addKey(keys: KeyPath, problem: string): void;
  /** Does something with what stands there; what is thrown for it is noted. Returns whether it went well. */
  attempt(keys: KeyPath, data: unknown, action: () => void): boolean;
  /** @throws CatalogError that names everything noted. */
  check(): void;
}

const mostShown = 50;

/** Collects what is wrong with a file. */
export function problemsOf(file: YamlFile): Problems {
  const found: string[] = [];
  return {
    add: (keys, problem) => void found.push(`${file.at(keys)}: ${problem}`),
    addKey: (keys, problem) => void found.push(`${file.atKey(keys)}: ${problem}`),
    attempt(keys, data, action) {
      try {
        action();
        return true;
      } catch (error) {
        if (!isHostspecError(error)) throw error;
        const inside = error.at ?? pathOf(data, error.value);
        const place =
          error.code === 'INVALID_NAME' ? file.atKey(keys) : file.at([...keys, ...(inside ?? [])]);
        found.push(`${place}: ${error.message}`);
        return false;
      }
    },
    check() {
      if (found.length === 0) return;
      const more = found.length > mostShown ? [`${file.path}: and ${found.length - mostShown} more`] : [];
      const message = [...found.slice(0, mostShown), ...more].join('\n');
      throw new CatalogError('INVALID_CATALOG', message, { subject: file.path });
    },
  };
}

/** Where in the data a text stands. */
function pathOf(data: unknown, wanted: unknown): KeyPath | undefined {
  if (data === wanted) return [];
  if (typeof data !== 'object' || data === null || typeof wanted !== 'string') return undefined;
  for (const [key, value] of Object.entries(data)) {
    if (key === 'doc') continue;
    const rest =
      pathOf(value, wanted) ?? (typeof value === 'string' && value.includes(wanted) ? [] : undefined);
    if (rest) return [Array.isArray(data) ? Number(key) : key, ...rest];
  }
  return undefined;
}
