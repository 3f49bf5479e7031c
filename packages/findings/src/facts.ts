/** The value of a column; undefined if the content does not say. Times are milliseconds since the epoch. */
export type Value = string | number | boolean | undefined;

/** What the values of a column are, as `@hostspec/parse/facts` declares it. */
export interface Column {
  readonly type: 'text' | 'integer' | 'real' | 'boolean' | 'time';
  /** Such as `bytes`, `percent` or `seconds`. */
  readonly unit?: string | undefined;
  /** It comes from the table with this name. */
  readonly joined?: string | undefined;
}

/** The declaration of a table of facts, as `@hostspec/parse/facts` has it. */
export interface FactTable {
  readonly columns: Readonly<Record<string, Column>>;
  /** Each part has some of the columns, from the first of its specs that has rows. */
  readonly parts: readonly (readonly { readonly spec: string; readonly gives?: readonly string[] }[])[];
}

/** The tables that findings can name, by name. */
export type FactTables = Readonly<Record<string, FactTable>>;

/** Where something stands. */
export interface Place {
  readonly spec: string;
  /** The path of the item in the archive, or its source. */
  readonly path: string;
  /** From 1; undefined if only the end of the content was read. */
  readonly line?: number | undefined;
}

/** A row of a table, with its place. */
export interface Row {
  readonly values: Readonly<Record<string, Value>>;
  readonly at: Place;
  /** Where values of some columns are, if other content has them. */
  readonly places?: ReadonlyMap<string, Place>;
}

/** A spec whose content would say something, with why it does not. */
export interface Missing {
  readonly spec: string;
  /** In words that follow the name of the spec: `was not collected`. */
  readonly why: string;
  /** The columns that it would give; undefined if it can be any. */
  readonly gives?: readonly string[] | undefined;
  /** The host lacks the program that would say it. */
  readonly noProgram?: true;
}

/** Why something is not known. */
export interface NotKnown {
  readonly missing: readonly Missing[];
}

/** All that is known of a table. */
export interface Rows extends NotKnown {
  readonly rows: readonly Row[];
  /** Whether these are all rows. `missing` is what would give more rows, or more columns. */
  readonly isWhole: boolean;
}

/** The content of a spec. */
export interface Content {
  readonly text: string;
  readonly at: Place;
  /** The command line whose output it is. */
  readonly argv?: readonly string[] | undefined;
  /** Why there can be more lines, in words; undefined if these are all. */
  readonly incomplete?: string | undefined;
  /** The time of a line, in milliseconds since the epoch; undefined if it has none. */
  timeOf(line: string): number | undefined;
}

/** The host that the facts are about. */
export interface HostFacts {
  /** `ID` and `ID_LIKE` of os-release. */
  readonly os: readonly string[];
  readonly version: string | undefined;
  /** Whether the host is a container, whose processors, memory and disks are those of a machine. */
  readonly container: boolean;
}

/** What findings are evaluated over. */
export interface Facts {
  /** When the host was collected, in milliseconds since the epoch; undefined if it is not known. */
  readonly collected: number | undefined;
  rows(table: string): Promise<Rows>;
  /** All content of a spec; of a log, the newest. */
  contents(spec: string): Promise<readonly Content[] | NotKnown>;
  outcome(spec: string): string | undefined;
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
