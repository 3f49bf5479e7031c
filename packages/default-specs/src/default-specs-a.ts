import { cloudMetadataA } from '@hostspec/cloud-metadata';
import { clusterA } from '@hostspec/cluster';
import { containersA } from '@hostspec/containers';
import { databasesA } from '@hostspec/databases';
import { kernelA } from '@hostspec/kernel';
import { networkingA } from '@hostspec/networking';
import { observabilityA } from '@hostspec/observability';
import { openstackA } from '@hostspec/openstack';
import { satelliteA } from '@hostspec/satellite';
import { securityA } from '@hostspec/security';
import { servicesA } from '@hostspec/services';
import { softwareA } from '@hostspec/software';
import { type Catalog, compose, type SpecsOf } from '@hostspec/spec';
import { storageA } from '@hostspec/storage';
import { systemA } from '@hostspec/system';
import { virtualizationA } from '@hostspec/virtualization';
import { webA } from '@hostspec/web';

/** Every spec of the earlier variant A, in addition to three values in the catalog. */
export interface DefaultSpecsA
  extends SpecsOf<typeof cloudMetadataA>,
    SpecsOf<typeof clusterA>,
    SpecsOf<typeof containersA>,
    SpecsOf<typeof databasesA>,
    SpecsOf<typeof kernelA>,
    SpecsOf<typeof networkingA>,
    SpecsOf<typeof observabilityA>,
    SpecsOf<typeof openstackA>,
    SpecsOf<typeof satelliteA>,
    SpecsOf<typeof securityA>,
    SpecsOf<typeof servicesA>,
    SpecsOf<typeof softwareA>,
    SpecsOf<typeof storageA>,
    SpecsOf<typeof systemA>,
    SpecsOf<typeof virtualizationA>,
    SpecsOf<typeof webA> {}

/** The catalog's earlier variant A: each domain's specs in that variant, and three values without a collection type. */
export const defaultSpecsA: Catalog<DefaultSpecsA> = compose(
  cloudMetadataA,
  clusterA,
  containersA,
  databasesA,
  kernelA,
  networkingA,
  observabilityA,
  openstackA,
  satelliteA,
  securityA,
  servicesA,
  softwareA,
  storageA,
  systemA,
  virtualizationA,
  webA,
);

/** The specs of `defaultSpecsA` by name: each with its collection type, arguments and doc line. */
export const DefaultSpecsA: DefaultSpecsA = defaultSpecsA.specs;
