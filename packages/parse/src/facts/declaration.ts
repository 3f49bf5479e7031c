import type { Table } from '../table.js';

/** How a value is kept: `time` is a number of milliseconds since the epoch. */
export type ColumnType = 'text' | 'integer' | 'real' | 'boolean' | 'time';

/** What a number counts; a number without a unit is a plain number. */
export type ColumnUnit = 'bytes' | 'percent' | 'seconds' | 'count';

/** A column of a table of facts. */
export interface Column {
  readonly type: ColumnType;
  readonly unit?: ColumnUnit;
  /** What it is, in one line. */
  readonly doc: string;
  /** Names, addresses, ids and serial numbers, which differ from host to host by their nature. */
  readonly identity?: true;
  /** A number that changes although nobody changes the host. */
  readonly volatile?: true;
  /** No source has it: it is that of the row with the same key in the table of this name. */
  readonly joined?: string;
}

/** The columns of a table, by name. */
export type Columns = Readonly<Record<string, Column>>;

/** A value in a column of a type. */
type ValueOf<Type extends ColumnType> = Type extends 'text'
  ? string
  : Type extends 'boolean'
    ? boolean
    : number;

/** The values of a row. What the source does not say is undefined. */
export type ValuesOf<C extends Columns> = {
  readonly [Name in keyof C]?: ValueOf<C[Name]['type']> | undefined;
};

/** A row of a table of facts, as one content has it. */
export type Fact<C extends Columns = Columns> = ValuesOf<C> & {
  /** The line of the content that it begins with, from 1. */
  readonly line: number;
};

/** A spec whose content has rows of a table. */
export interface Source<C extends Columns = Columns> {
  readonly spec: string;
  readonly rows: Table<ValuesOf<C>>;
  /** What the command line of an item says about all rows of its content. */
  readonly ofCommand?: (argv: readonly string[]) => ValuesOf<C>;
  /** The columns that it can have; undefined if it can have any. */
  readonly gives?: readonly (keyof C & string)[];
  /** A host that lacks the program has nothing of what the table is about. */
  readonly noneWithoutProgram?: true;
}

/** A table of typed facts. */
export interface FactTable {
  readonly name: string;
  /** What one row is. */
  readonly doc: string;
  readonly columns: Columns;
  /** The columns that tell one row of a host from another; none if a host has one row. */
  readonly key: readonly string[];
  /**
   * Where the rows come from. Each part gives some of the columns; rows of different parts with the same key are one row
   * of the host. Within a part, the sources are in the order of preference: the first that has rows counts.
   */
  readonly parts: readonly (readonly Source[])[];
}

/** A table as it is declared: its columns decide which values its sources may give. */
interface Declaration<C extends Columns> extends Omit<FactTable, 'columns' | 'key' | 'parts'> {
  readonly columns: C;
  readonly key: readonly (keyof C & string)[];
  readonly parts: readonly (readonly Source<C>[])[];
}

/** Declares a table, so that the type of its rows follows from its columns. */
export function factTable<const C extends Columns>(
  table: Declaration<C>,
): FactTable & { readonly columns: C } {
  return table as Omit<Declaration<C>, 'parts'> & Pick<FactTable, 'parts'>;
}
