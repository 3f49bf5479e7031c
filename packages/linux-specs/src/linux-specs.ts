import { accounts } from '@hostspec/accounts';
import { alpine } from '@hostspec/alpine';
import { arch } from '@hostspec/arch';
import { boot } from '@hostspec/boot';
import { cloudMetadataLinux } from '@hostspec/cloud-metadata';
import { clusterLinux } from '@hostspec/cluster';
import { containersLinux } from '@hostspec/containers';
import { databasesLinux } from '@hostspec/databases';
import { debian } from '@hostspec/debian';
import { hardware } from '@hostspec/hardware';
import { journal } from '@hostspec/journal';
import { kernelLinux } from '@hostspec/kernel';
import { kubernetes } from '@hostspec/kubernetes';
import { logs } from '@hostspec/logs';
import { networkingLinux } from '@hostspec/networking';
import { linux as observability } from '@hostspec/observability';
import { openstack } from '@hostspec/openstack';
import { linux as satellite } from '@hostspec/satellite';
import { linux as security } from '@hostspec/security';
import { servicesLinux } from '@hostspec/services';
import { linux as software } from '@hostspec/software';
import { type Catalog, compose, linuxSecrets, type SpecsOf } from '@hostspec/spec';
import { storageLinux } from '@hostspec/storage';
import { suse } from '@hostspec/suse';
import { linux as system } from '@hostspec/system';
import { systemd } from '@hostspec/systemd';
import { virtualizationLinux } from '@hostspec/virtualization';
import { webLinux } from '@hostspec/web';

/** Every spec of the catalog for all of Linux. */
export interface LinuxSpecs
  extends SpecsOf<typeof accounts>,
    SpecsOf<typeof alpine>,
    SpecsOf<typeof arch>,
    SpecsOf<typeof boot>,
    SpecsOf<typeof cloudMetadataLinux>,
    SpecsOf<typeof clusterLinux>,
    SpecsOf<typeof containersLinux>,
    SpecsOf<typeof databasesLinux>,
    SpecsOf<typeof debian>,
    SpecsOf<typeof hardware>,
    SpecsOf<typeof journal>,
    SpecsOf<typeof kernelLinux>,
    SpecsOf<typeof kubernetes>,
    SpecsOf<typeof logs>,
    SpecsOf<typeof networkingLinux>,
    SpecsOf<typeof observability>,
    SpecsOf<typeof openstack>,
    SpecsOf<typeof satellite>,
    SpecsOf<typeof security>,
    SpecsOf<typeof servicesLinux>,
    SpecsOf<typeof software>,
    SpecsOf<typeof storageLinux>,
    SpecsOf<typeof suse>,
    SpecsOf<typeof system>,
    SpecsOf<typeof systemd>,
    SpecsOf<typeof virtualizationLinux>,
    SpecsOf<typeof webLinux> {}

const domains = compose(
  accounts,
  alpine,
  arch,
  boot,
  cloudMetadataLinux,
  clusterLinux,
  containersLinux,
  databasesLinux,
  debian,
  hardware,
  journal,
  kernelLinux,
  kubernetes,
  logs,
  networkingLinux,
  observability,
  openstack,
  satellite,
  security,
  servicesLinux,
  software,
  storageLinux,
  suse,
  system,
  systemd,
  virtualizationLinux,
  webLinux,
);

/** The catalog for all of Linux: the specs of every domain with their providers, conditions and settings. */
export const linuxSpecs: Catalog<LinuxSpecs> = domains.extend({}, { neverCollected: linuxSecrets });

/** The specs of `linuxSpecs` by name: each with its collection type, arguments and doc line. */
export const LinuxSpecs: LinuxSpecs = linuxSpecs.specs;
