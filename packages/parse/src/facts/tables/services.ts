import { busyboxProcessRows, type Process, processRows, statusProcessRows } from '../../processes.js';
import { mapped } from '../../table.js';
import { type ServiceState, serviceStates, type UnitFile, unitFileRows, units } from '../../units.js';
import { factTable } from '../declaration.js';

/** Units of systemd. */
export const unit = factTable({
  name: 'unit',
  doc: 'A unit of systemd',
  columns: {
    name: { type: 'text', doc: 'The name, such as sshd.service' },
    load: { type: 'text', doc: 'Whether systemd could read it: loaded, not-found, masked, …' },
    active: { type: 'text', doc: 'active, inactive, failed, activating, …' },
    sub: { type: 'text', doc: 'The state within active, such as running or exited' },
    description: { type: 'text', doc: 'Its description' },
    enabled: { type: 'text', doc: 'The state of its file: enabled, disabled, static, masked, …' },
    result: { type: 'text', doc: 'How its last run ended: success, exit-code, oom-kill, timeout, …' },
    restarts: { type: 'integer', unit: 'count', doc: 'Restarts by systemd', volatile: true },
    failed_seconds: {
      type: 'real',
      unit: 'seconds',
      doc: 'When it failed, in seconds since the boot',
      volatile: true,
      isTime: true,
    },
  },
  key: ['name'],
  parts: [
    [
      { spec: 'systemctl_list_units', rows: units },
      { spec: 'systemctl_failed', rows: units },
    ],
    [
      {
        spec: 'systemctl_list_unit_files',
        rows: mapped(unitFileRows, ({ name, state }: UnitFile) => ({ name, enabled: state })),
      },
    ],
    [
      {
        spec: 'systemctl_show_all_services',
        rows: mapped(serviceStates, (one: ServiceState) => one),
      },
    ],
  ],
});

function running({ seconds, ...rest }: Process) {
  return { ...rest, cpu_seconds: Number.isFinite(seconds) ? seconds : undefined };
}

/** Processes. */
export const processTable = factTable({
  name: 'process',
  doc: 'A process, at the time of the collection',
  columns: {
    pid: { type: 'integer', doc: 'The id', identity: true, volatile: true },
    user: { type: 'text', doc: 'The user, as ps prints it' },
    state: { type: 'text', doc: 'The state as ps prints it: R, S, D, Z, … with further letters' },
    cpu: {
      type: 'real',
      unit: 'percent',
      doc: "The share of a processor's time since it started",
      volatile: true,
    },
    cpu_seconds: {
      type: 'integer',
      unit: 'seconds',
      doc: "A processor's time that it has used",
      volatile: true,
    },
    resident: { type: 'integer', unit: 'bytes', doc: 'Memory that is resident', volatile: true },
    command: { type: 'text', doc: 'The command line, or the program' },
  },
  key: ['pid'],
  parts: [
    [
      ...['ps_auxww', 'ps_aux', 'ps_auxcww'].map((spec) => ({ spec, rows: mapped(processRows, running) })),
      { spec: 'busybox_ps', rows: mapped(busyboxProcessRows, running) },
      { spec: 'proc_status', rows: mapped(statusProcessRows, running) },
    ],
  ],
});
