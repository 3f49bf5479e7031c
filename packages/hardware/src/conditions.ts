import { pathCondition } from '@hostspec/facts';

/** Holds if the host can talk to a management controller; without the device, ipmitool can only fail. */
export const ipmiDevice = pathCondition('IpmiDevice', '/dev/ipmi0', '/dev/ipmi/0', '/dev/ipmidev/0');

/** Holds while the NVIDIA driver is loaded; nvidia-smi would try to load it. */
export const nvidiaDriver = pathCondition('NvidiaDriver', '/proc/driver/nvidia/version');
