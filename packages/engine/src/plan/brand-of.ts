import { type Brand, brandWordRule, defaultBrand, isBrandWord, UsageError } from '@hostspec/spec';
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

/** Checks the words of a brand. @throws UsageError for one that cannot be part of a path. */
export function checkBrand(brand: Partial<Brand>): void {
  for (const [key, word] of Object.entries(brand))
    if (word !== undefined && !isBrandWord(word))
      throw new UsageError(
        'INVALID_OPTION',
        `brand.${key} is ${JSON.stringify(word)}; allowed: ${brandWordRule}`,
        { subject: 'brand', value: word },
      );
}
