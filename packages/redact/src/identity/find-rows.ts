import { isOwnUser } from './contexts-of-people.js';
import { longestName } from './name-token.js';
import { type Finder, lineBefore } from './view.js';

type MapName = (name: string) => string;

const colon = 58;
const accountName = /^[a-z_\x80-\xff][\w.\x80-\xff-]{0,62}\$?$/i;
const passwd = /:([x*!]):(\d{1,10}):(\d{1,10}):([^:\r\n]{0,200}):/iy;
const group = /:([x*!]):(\d{1,10}):([\w.,\x80-\xff-]{3,200})(?=[\r\n]|$)/iy;
const firstUser = 1000;
const nobody = 65534;

/** Finds the accounts of people in rows of passwd and group, which can come from a directory, at the colon after the name. */
export const findRows =
  ({ user, people }: { readonly user: boolean; readonly people: boolean }, map: MapName): Finder =>
  (view, { at, floor }) => {
    if (view.bytes[at] !== colon) return undefined;
    const text = view.text();
    const name = lineBefore(text, at);
    if (name === undefined || !accountName.test(name) || at - name.length < floor) return undefined;
    const mapUser = (each: string): string =>
      user && isOwnUser(each) && each.length <= longestName ? map(each) : each;
    passwd.lastIndex = at;
    const row = passwd.exec(text);
    if (row !== null) {
      const [whole, password, id, main, comment = ''] = row;
      if (!isPerson(Number(id))) return undefined;
      const fields = people ? comment.split(',').map((each) => mapField(each, map)) : [comment];
      const mapped = `${mapUser(name)}:${password}:${id}:${main}:${fields.join()}:`;
      return {
        start: at - name.length,
        end: at + whole.length,
        text: mapped,
        kind: user ? 'user' : 'people',
      };
    }
    group.lastIndex = at;
    const members = user ? group.exec(text) : null;
    if (members === null) return undefined;
    const [whole, password, id, list = ''] = members;
    const mapped = `${name}:${password}:${id}:${list.split(',').map(mapUser).join()}`;
    return { start: at - name.length, end: at + whole.length, text: mapped, kind: 'user' };
  };

const isPerson = (id: number): boolean => id >= firstUser && id !== nobody;

/** A field of a comment: a name, a room or a telephone number. It is mapped with the spaces within it only. */
function mapField(field: string, map: MapName): string {
  const text = field.trim();
  return text.length < 2 || text.length > longestName ? field : field.replace(text, () => map(text));
}
