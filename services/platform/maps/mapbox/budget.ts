import { Kysely, PostgresDialect, sql } from 'kysely';
import type pg from 'pg';
import { instant } from '../cache/schema.ts';

/** What is asked; Mapbox charges for elements (pairs of a matrix), and for each call of the others. */
export type CallKind = 'geocode' | 'suggestions' | 'elements' | 'roads';

type CallCounts = { readonly calls: number } & Readonly<Record<CallKind, number>>;

export type MapsBudget = {
  /** The most calls a day. */
  readonly limit: number;
  /** Counts one call of the day that is about to be made; false, and not counted, when the day's calls are used up. */
  readonly take: (kind: CallKind, units: number) => Promise<boolean>;
  /** The calls of this day (UTC) so far. */
  readonly today: () => Promise<CallCounts>;
};

type BudgetOptions = {
  /** Whose `mapsCacheSchema` has been applied. */
  readonly pool: pg.Pool;
  readonly limit: number;
  /** Epoch milliseconds. */
  readonly now: () => number;
};

/**
 * The daily limit of calls to Mapbox. The count is in the database, so that it survives restarts and processes share it; one
 * statement checks and counts. A call that fails counts too.
 */
export const mapsBudget = ({ pool, limit, now }: BudgetOptions): MapsBudget => {
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  const day = () => sql`(${instant(now())} at time zone 'UTC')::date`;
  return {
    limit,
    take: async (kind, units) => {
      const counted = (of: CallKind): number => (of === kind ? units : 0);
      const { rows } = await sql`
        insert into maps.calls as c (day, calls, geocode, suggestions, elements, roads)
        values (
          ${day()}, 1, ${counted('geocode')}, ${counted('suggestions')}, ${counted('elements')}, ${counted('roads')}
        )
        on conflict (day) do update set
          calls = c.calls + 1,
          geocode = c.geocode + excluded.geocode,
          suggestions = c.suggestions + excluded.suggestions,
          elements = c.elements + excluded.elements,
          roads = c.roads + excluded.roads
        where c.calls < ${limit}
        returning calls`.execute(db);
      return rows.length > 0;
    },
    today: async () => {
      const { rows } = await sql<CallCounts>`
        select calls, geocode, suggestions, elements, roads from maps.calls where day = ${day()}`.execute(db);
      return rows[0] ?? { calls: 0, geocode: 0, suggestions: 0, elements: 0, roads: 0 };
    },
  };
};
