import type { Table } from '../table.js';

/** The type of a value. `time` is a number of milliseconds since the epoch. */
export type ColumnType = 'text' | 'integer' | 'real' | 'boolean' | 'time';

/** The unit of a number. Without one, it is a plain number. */
export type ColumnUnit = 'bytes' | 'percent' | 'seconds' | 'count';

/** A column of a table of facts. */
export interface Column {
  readonly type: ColumnType;
  readonly unit?: ColumnUnit;
  /** One line of documentation. */
  readonly doc: string;
  /** True for names, addresses, ids and serial numbers, which are different on each host. */
  readonly identity?: true;
  /** True for a number that changes although nobody changes the host. */
  readonly volatile?: true;
  /** True for seconds since the boot at which that happened which the row is about. */
  readonly isTime?: true;
  /** The table of this name has the value, in the row with the same key. No source has it. */
  readonly joined?: string;
}

/** The columns of a table, by name. */
export type Columns = Readonly<Record<string, Column>>;

type ValueOf<Type extends ColumnType> = Type extends 'text'
  ? string
  : Type extends 'boolean'
    ? boolean
    : number;

/** The values of a row; undefined if the source does not have one. */
export type ValuesOf<C extends Columns> = {
  readonly [Name in keyof C]?: ValueOf<C[Name]['type']> | undefined;
};

/** A row of a table of facts, from one content. */
export type Fact<C extends Columns = Columns> = ValuesOf<C> & {
  /** Number, from 1, of the line at which it begins. */
  readonly line: number;
};

/** A spec whose content has rows of a table. */
export interface Source<C extends Columns = Columns> {
  readonly spec: string;
  readonly rows: Table<ValuesOf<C>>;
  /** Values for all rows, from the command line that printed the content. */
  readonly ofCommand?: (argv: readonly string[]) => ValuesOf<C>;
  /** The columns that it can fill; undefined if it can be any. */
  readonly gives?: readonly (keyof C & string)[];
  /** True if a host without the program has no rows of this table. */
  readonly noneWithoutProgram?: true;
}

/** A table of typed facts. */
export interface FactTable {
  readonly name: string;
  /** A description of one row. */
  readonly doc: string;
  readonly columns: Columns;
  /** The columns that identify a row of a host. Empty if a host has one row. */
  readonly key: readonly string[];
  /**
   * The sources of the rows. Each part fills some of the columns; rows of different parts with the same key become one row of the host.
   * Within a part, the first source with rows counts.
   */
  readonly parts: readonly (readonly Source[])[];
}

/** A declaration: its columns decide which values its sources may have. */
interface Declaration<C extends Columns> extends Omit<FactTable, 'columns' | 'key' | 'parts'> {
  readonly columns: C;
  readonly key: readonly (keyof C & string)[];
  readonly parts: readonly (readonly Source<C>[])[];
}

/** Declares a table. The type of its rows follows from its columns. */
export function factTable<const C extends Columns>(
  table: Declaration<C>,
): FactTable & { readonly columns: C } {
  return table as Omit<Declaration<C>, 'parts'> & Pick<FactTable, 'parts'>;
}
