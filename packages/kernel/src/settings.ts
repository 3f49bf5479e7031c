import { defineSetting } from '@hostspec/spec';

/** Which loaded modules `modinfo` describes. */
export const modinfoModules = defineSetting({
  name: 'modinfo_modules',
  doc: 'Parts of kernel module names: modinfo_filtered_modules describes every loaded module whose name contains one',
  default: [
    'be2net',
    'bnx2x',
    'bnxt_en',
    'enic',
    'fnic',
    'hpsa',
    'i40e',
    'ice',
    'igb',
    'ixgbe',
    'lpfc',
    'megaraid_sas',
    'mlx4_core',
    'mlx5_core',
    'mpt3sas',
    'nvme',
    'qede',
    'qla2xxx',
    'smartpqi',
    'tg3',
    'virtio_net',
    'virtio_scsi',
    'vmxnet3',
  ],
  check: (value) =>
    /^\w[\w-]*$/.test(value) ? undefined : 'must be a part of a module name: letters, digits, _ and -',
});
