import { type Brand, type Host, readText } from '@hostspec/spec';

// Oracle keeps Red Hat's directory on the EFI partition.
const vendors: Readonly<Record<string, Partial<Brand>>> = {
  centos: { vendor: 'centos' },
  rocky: { vendor: 'rocky' },
  almalinux: { vendor: 'almalinux' },
  ol: { vendor: 'oracle', efiVendor: 'redhat' },
  fedora: { vendor: 'fedora' },
};

/** The words that the host's own operating system puts into paths; empty where the default is right. */
export async function detectBrand(host: Host): Promise<Partial<Brand>> {
  const release = await readText(host, 'etc/os-release');
  const id = /^ID=["']?([a-z0-9._-]+)/m.exec(release ?? '')?.[1];
  return (id === undefined ? undefined : vendors[id]) ?? {};
}
