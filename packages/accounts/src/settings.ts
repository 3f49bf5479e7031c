import { defineSetting } from '@hostspec/spec';

/** Whose home directories are looked into. */
export const homesSetting = defineSetting({
  name: 'homes',
  doc: 'Accounts whose home directories are collected from: all, none, or their names',
  default: ['all'],
  check: (value) =>
    /^[A-Za-z_][\w.@-]*\$?$/.test(value) ? undefined : 'must be all, none, or the name of an account',
});
