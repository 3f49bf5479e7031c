import { alpine } from '@hostspec/alpine';
import { arch } from '@hostspec/arch';
import { cloudMetadata } from '@hostspec/cloud-metadata';
import { cluster } from '@hostspec/cluster';
import { containers } from '@hostspec/containers';
import { databases } from '@hostspec/databases';
import { debian } from '@hostspec/debian';
import { journal } from '@hostspec/journal';
import { kernel } from '@hostspec/kernel';
import { logs } from '@hostspec/logs';
import { networking } from '@hostspec/networking';
import { linux as observability } from '@hostspec/observability';
import { openstack } from '@hostspec/openstack';
import { linux as satellite } from '@hostspec/satellite';
import { linux as security } from '@hostspec/security';
import { services } from '@hostspec/services';
import { linux as software } from '@hostspec/software';
import { type Catalog, compose, type SpecsOf } from '@hostspec/spec';
import { storage } from '@hostspec/storage';
import { suse } from '@hostspec/suse';
import { linux as system } from '@hostspec/system';
import { systemd } from '@hostspec/systemd';
import { virtualization } from '@hostspec/virtualization';
import { web } from '@hostspec/web';

/** Every spec of the catalog for all of Linux. */
export interface LinuxSpecs
  extends SpecsOf<typeof alpine>,
    SpecsOf<typeof arch>,
    SpecsOf<typeof cloudMetadata>,
    SpecsOf<typeof cluster>,
    SpecsOf<typeof containers>,
    SpecsOf<typeof databases>,
    SpecsOf<typeof debian>,
    SpecsOf<typeof journal>,
    SpecsOf<typeof kernel>,
    SpecsOf<typeof logs>,
    SpecsOf<typeof networking>,
    SpecsOf<typeof observability>,
    SpecsOf<typeof openstack>,
    SpecsOf<typeof satellite>,
    SpecsOf<typeof security>,
    SpecsOf<typeof services>,
    SpecsOf<typeof software>,
    SpecsOf<typeof storage>,
    SpecsOf<typeof suse>,
    SpecsOf<typeof system>,
    SpecsOf<typeof systemd>,
    SpecsOf<typeof virtualization>,
    SpecsOf<typeof web> {}

/** The catalog for all of Linux: the specs of every domain with their providers, conditions and settings. */
export const linuxSpecs: Catalog<LinuxSpecs> = compose(
  alpine,
  arch,
  cloudMetadata,
  cluster,
  containers,
  databases,
  debian,
  journal,
  kernel,
  logs,
  networking,
  observability,
  openstack,
  satellite,
  security,
  services,
  software,
  storage,
  suse,
  system,
  systemd,
  virtualization,
  web,
);

/** The specs of `linuxSpecs` by name: each with its collection type, arguments and doc line. */
export const LinuxSpecs: LinuxSpecs = linuxSpecs.specs;
