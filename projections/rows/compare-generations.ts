import { sql, type Kysely } from 'kysely';
import type { ReadModel, Table } from '../runner/read-model.ts';

/** How the rows of two generations of a model differ. */
export type RowDifference = {
  readonly table: string;
  readonly rows: number;
  /** Rows that only the first one has, or has otherwise. */
  readonly onlyBefore: number;
  readonly onlyAfter: number;
};

/**
 * Compares the rows of two generations of a model that were built from two logs with the same events. Positions of the first log are
 * translated by the table `logs.places`.
 * @param leaveOut studios that are not compared
 */
export const compareGenerations = async (
  db: Kysely<unknown>,
  model: ReadModel,
  [before, after]: readonly [schemaBefore: string, schemaAfter: string],
  leaveOut: readonly string[],
): Promise<RowDifference[]> => {
  const differences: RowDifference[] = [];
  for (const table of model.tables) {
    const compared = leaveOut.length === 0 ? sql`true` : sql`studio_id <> all(${[...leaveOut]}::text[])`;
    const { rows } = await sql<Omit<RowDifference, 'table'>>`
      with before as (select ${translated(table)} from ${sql.table(`${before}.${table.name}`)} as own where ${compared}),
           after as (select ${listed(table)} from ${sql.table(`${after}.${table.name}`)} as own where ${compared})
      select (select count(*)::integer from after) as rows,
             (select count(*)::integer from (table before except all table after) gone) as "onlyBefore",
             (select count(*)::integer from (table after except all table before) come) as "onlyAfter"`.execute(db);
    for (const row of rows) differences.push({ table: table.name, ...row });
  }
  return differences;
};

const listed = ({ columns }: Table) => sql.join(Object.keys(columns).map((column) => sql.ref(`own.${column}`)));

const translated = ({ columns, positions = [] }: Table) =>
  sql.join(
    Object.keys(columns).map((column) =>
      positions.includes(column)
        ? sql`(select is_at from logs.places where was_at = ${sql.ref(`own.${column}`)}) as ${sql.ref(column)}`
        : sql.ref(`own.${column}`),
    ),
  );
