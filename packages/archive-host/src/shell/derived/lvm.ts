import { allLines, columns, type Derive, given } from './derivation.js';

/** The default columns of each program, by the name that LVM has for the field. */
const usual: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  pvs: {
    pv_name: 'PV',
    vg_name: 'VG',
    pv_fmt: 'Fmt',
    pv_attr: 'Attr',
    pv_size: 'PSize',
    pv_free: 'PFree',
  },
  vgs: {
    vg_name: 'VG',
    pv_count: '#PV',
    lv_count: '#LV',
    snap_count: '#SN',
    vg_attr: 'Attr',
    vg_size: 'VSize',
    vg_free: 'VFree',
  },
  lvs: {
    lv_name: 'LV',
    vg_name: 'VG',
    lv_attr: 'Attr',
    lv_size: 'LSize',
    pool_lv: 'Pool',
    origin: 'Origin',
    data_percent: 'Data%',
    metadata_percent: 'Meta%',
    move_pv: 'Move',
    mirror_log: 'Log',
    copy_percent: 'Cpy%Sync',
    convert_lv: 'Convert',
  },
};

const toTheRight = /(?:_size|_free|_count|_percent)$/;

/** A report of LVM from the one that names its fields, as `LVM2_PV_NAME='/dev/sda1'|LVM2_VG_NAME='data'`. */
function report(program: 'pvs' | 'vgs' | 'lvs'): Derive {
  return async (args, sources) => {
    const options = given(args, { flags: 'a', values: 'o', long: { all: 'a', options: 'o' } });
    const source = sources.command(program, (words) => words.includes('--nameprefixes'));
    if (!options || options.rest.length > 0 || !source) return undefined;
    const all = (await allLines(source)).map(fieldsOf).filter(({ size }) => size > 0);
    // Without `-a`, hidden volumes and devices that LVM does not use are left out.
    const rows = options.flags.has('a')
      ? all
      : all.filter(
          (row) => !row.get('lv_name')?.startsWith('[') && (program !== 'pvs' || row.get('pv_fmt') !== ''),
        );
    const heads = usual[program] ?? {};
    const asked = options.values.get('o') ?? '+';
    const names = asked.replace(/^\+/, '').split(',').filter(Boolean);
    const wanted = [...(asked.startsWith('+') ? Object.keys(heads) : []), ...names];
    const isKnown = (name: string): boolean => all.length === 0 || all.some((row) => row.has(name));
    if (!names.every(isKnown)) return undefined;
    const shown = wanted.filter(isKnown);
    const missing = wanted.filter((name) => !isKnown(name)).map((name) => heads[name] ?? name);
    const left = [...shown.keys()].filter((at) => !toTheRight.test(shown[at] ?? ''));
    const head = shown.map((name) => heads[name] ?? name);
    return {
      from: [source],
      but: missing.length > 0 ? `without the columns ${missing.join(', ')}` : undefined,
      lines:
        all.length === 0
          ? []
          : columns([head, ...rows.map((row) => shown.map((name) => row.get(name) ?? ''))], left),
    };
  };
}

/** `pvs [-a] [-o FIELD,…]`: physical volumes. */
export const pvs = report('pvs');
/** `vgs [-a] [-o FIELD,…]`: volume groups. */
export const vgs = report('vgs');
/** `lvs [-a] [-o FIELD,…]`: logical volumes. */
export const lvs = report('lvs');

function fieldsOf(line: string): ReadonlyMap<string, string> {
  return new Map(
    [...line.matchAll(/LVM2_([A-Z0-9_]{1,64})='([^']*)'/g)].map(([, name = '', value = '']) => [
      name.toLowerCase(),
      value,
    ]),
  );
}
