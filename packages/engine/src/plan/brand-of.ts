import { usageError } from '@hostspec/host-kit';
import { type Brand, defaultBrand } from '@hostspec/spec';
import { type ReadRelease, releaseValue } from './distribution.js';

// Oracle keeps Red Hat's directory on the EFI partition; Debian and Ubuntu have their own, and no release file.
const vendors: Readonly<Record<string, Partial<Brand>>> = {
  centos: { vendor: 'centos' },
  rocky: { vendor: 'rocky' },
  almalinux: { vendor: 'almalinux' },
  ol: { vendor: 'oracle', efiVendor: 'redhat' },
  fedora: { vendor: 'fedora' },
  debian: { efiVendor: 'debian' },
  ubuntu: { efiVendor: 'ubuntu' },
};

/** The words from the user, else those that the host's operating system uses in paths, else the default. */
export async function brandOf(release: ReadRelease, said: Partial<Brand> = {}): Promise<Brand> {
  // A vendor from the user applies to every path.
  const detected = said.vendor === undefined ? await detectBrand(release) : {};
  return { ...defaultBrand, ...detected, ...said };
}

async function detectBrand(release: ReadRelease): Promise<Partial<Brand>> {
  const id = releaseValue(await release(), 'ID');
  return (id === undefined ? undefined : vendors[id]) ?? {};
}

/** Checks the words of a brand; `option` is the name that the user knows. @throws UsageError for a word that is not one part of a path. */
export function checkBrand(brand: Partial<Brand>, option = 'brand'): void {
  for (const [key, word] of Object.entries(brand))
    if (word !== undefined && !(typeof word === 'string' && /^[A-Za-z0-9][\w.-]*$/.test(word)))
      throw usageError(
        `${option} ${key} ${JSON.stringify(word)} is not allowed; allowed: letters, digits, ., _ and -, the first a letter or digit`,
        option,
        word,
      );
}
