import { eachLine, type Table } from './table.js';

/** A package with its version in one word. */
export interface NamedVersion {
  readonly name: string;
  readonly version: string;
}

/** The packages of `apk info -v` (spec `apk_packages`). */
export const apkPackages: Table<NamedVersion> = eachLine((line) => {
  const [, name, version] = /^(\S{1,200})-(\d[^\s-]{0,100}-r\d{1,6})$/.exec(line) ?? [];
  return name === undefined || version === undefined ? undefined : { name, version };
});

/** The packages of `pacman -Q` (spec `pacman_packages`). */
export const pacmanPackages: Table<NamedVersion> = eachLine((line) => {
  const [, name, version] = /^(\S{1,200}) (\S{1,100})$/.exec(line) ?? [];
  return name === undefined || version === undefined ? undefined : { name, version };
});
