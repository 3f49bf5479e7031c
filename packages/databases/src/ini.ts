/** Looks up the last value of an option in a section; options of `[DEFAULT]` apply to every existing section. */
export type IniLookup = (section: string, option: string) => string | undefined;

/** Reads INI text: option names in any letter case, section names exactly as written; lines that start with `;` or `#` are comments. */
export function parseIni(text: string): IniLookup {
  const sections = new Map<string, Map<string, string>>();
  let options: Map<string, string> | undefined;
  for (const raw of text.split(/\r?\n/)) {
    const line = raw.trim();
    const header = /^\[(.*?)\]/.exec(line)?.[1];
    if (header !== undefined) {
      options = sections.get(header) ?? new Map();
      sections.set(header, options);
    } else if (!/^[;#]/.test(line)) {
      const [, name, value] = /^([^=:]+)[=:](.*)$/.exec(line) ?? [];
      if (name !== undefined && value !== undefined) options?.set(name.trim().toLowerCase(), value.trim());
    }
  }
  return (section, option) => {
    const name = option.toLowerCase();
    const own = sections.get(section);
    return own && (own.get(name) ?? sections.get('DEFAULT')?.get(name));
  };
}
