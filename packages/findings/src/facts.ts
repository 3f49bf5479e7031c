/** The value of a column; undefined if the content does not have it. Times are milliseconds since the epoch. */
export type Value = string | number | boolean | undefined;

/** The type of a column, as `@hostspec/parse/facts` declares it. */
export interface Column {
  readonly type: 'text' | 'integer' | 'real' | 'boolean' | 'time';
  /** Such as `bytes`, `percent` or `seconds`. */
  readonly unit?: string | undefined;
  /** The table from which its values are joined. */
  readonly joined?: string | undefined;
}

/** The declaration of a table of facts, as `@hostspec/parse/facts` has it. */
export interface FactTable {
  readonly columns: Readonly<Record<string, Column>>;
  /** Each part fills some of the columns, from the first of its specs that has rows. */
  readonly parts: readonly (readonly { readonly spec: string; readonly gives?: readonly string[] }[])[];
}

/** The tables that findings can name, by name. */
export type FactTables = Readonly<Record<string, FactTable>>;

/** A place in an archive. */
export interface Place {
  readonly spec: string;
  /** The path of the item in the archive, or its source. */
  readonly path: string;
  /** Number of the line, from 1; undefined if only the end of the content was read. */
  readonly line?: number | undefined;
}

/** A row of a table, with its place. */
export interface Row {
  readonly values: Readonly<Record<string, Value>>;
  readonly at: Place;
  /** When the line was written, in milliseconds since the epoch; undefined if it does not say. */
  time?(): number | undefined;
  /** Places of values that come from other content. */
  readonly places?: ReadonlyMap<string, Place>;
}

/** A spec whose content is missing, and the reason. */
export interface Missing {
  readonly spec: string;
  /** Continues a sentence that begins with the name of the spec: `was not collected`. */
  readonly why: string;
  /** The columns that it would fill; undefined if it can be any. */
  readonly gives?: readonly string[] | undefined;
  /** The host lacks the program. */
  readonly noProgram?: true;
}

/** Content without which something is not known. */
export interface NotKnown {
  readonly missing: readonly Missing[];
}

/** The known rows of a table. */
export interface Rows extends NotKnown {
  readonly rows: readonly Row[];
  /** True if these are all rows. `missing` lists specs that would have more rows, or more columns. */
  readonly isWhole: boolean;
}

/** Lines of a content that were left out. */
export interface LeftOut {
  /** The reason, which continues a sentence that begins with the name of the spec. */
  readonly why: string;
  /** True if they can have a number with this name, in a line after it or as the only one of a file. */
  hides(name: string): boolean;
}

/** The content of a spec. */
export interface Content {
  readonly text: string;
  readonly at: Place;
  /** The command line whose output it is. */
  readonly argv?: readonly string[] | undefined;
  /** The reason why there can be more lines; undefined if these are all. */
  readonly incomplete?: string | undefined;
  /** Lines that were left out; undefined if none was. */
  readonly leftOut?: LeftOut | undefined;
  /** The time of a line, in milliseconds since the epoch; undefined if it has none. */
  timeOf(line: string): number | undefined;
}

/** The host that the facts are about. */
export interface HostFacts {
  /** `ID` and `ID_LIKE` of os-release. */
  readonly os: readonly string[];
  readonly version: string | undefined;
  /** True for a container, whose processors, memory and disks are those of its machine. */
  readonly container: boolean;
}

/** What came of a spec. */
export interface SpecOutcome {
  readonly status: string;
  readonly reason?: string | undefined;
}

/** The facts in which findings are looked for. */
export interface Facts {
  /** Time of the collection, in milliseconds since the epoch; undefined if it is not known. */
  readonly collected: number | undefined;
  rows(table: string): Promise<Rows>;
  /** All content of a spec. Of a log, only the newest. */
  contents(spec: string): Promise<readonly Content[] | NotKnown>;
  outcome(spec: string): SpecOutcome | undefined;
  host(): Promise<HostFacts | NotKnown>;
}

/** The specs that fill a table. */
export function specsOfTable(tables: FactTables, name: string): string[] {
  const { parts = [], columns = {} } = tables[name] ?? {};
  const others = Object.values(columns).flatMap(({ joined }) =>
    joined === undefined || joined === name ? [] : specsOfTable(tables, joined),
  );
  return [...new Set([...parts.flatMap((sources) => sources.map(({ spec }) => spec)), ...others])];
}
