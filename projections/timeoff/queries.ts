import type { EnteredClosure, EnteredPolicy, EnteredTerm } from '@rondo/contracts/events/schedule/timeoff.ts';
import type { Kysely } from 'kysely';
import { listRows } from '../rows/read-rows.ts';
import type { RowOf } from '../runner/read-model.ts';
import { closuresTable, policiesTable, termsTable } from './table.ts';

type ClosureRow = RowOf<typeof closuresTable>;
type PolicyRow = RowOf<typeof policiesTable>;
type TermRow = RowOf<typeof termsTable>;
export type TimeoffDb = { closures: ClosureRow; policies: PolicyRow; terms: TermRow };

export const closureOf = ({ closure_id, states, created_at, revision }: ClosureRow): EnteredClosure => ({
  closureId: closure_id,
  states,
  createdAt: created_at,
  revision,
});

/** Closures in the order in which they were entered, removed ones too: what they closed before stays closed. */
export const closuresInOrder = (rows: readonly ClosureRow[]): EnteredClosure[] =>
  rows.toSorted((a, b) => a.entered - b.entered).map(closureOf);

/** A studio's closures in the order in which they were entered, removed ones too. */
export const listClosures = async (db: Kysely<TimeoffDb>, studioId: string): Promise<EnteredClosure[]> =>
  closuresInOrder(await listRows(db, closuresTable, studioId));

export const policyOf = ({ policy_id: policyId, first_day: from, terms, removed }: PolicyRow): EnteredPolicy => ({
  policyId,
  from,
  terms,
  removed,
});

/** The versions of a policy by their first day, removed ones too. */
export const policiesInOrder = (rows: readonly PolicyRow[]): EnteredPolicy[] =>
  rows.map(policyOf).toSorted((a, b) => (a.from < b.from ? -1 : a.from > b.from ? 1 : 0));

export const listPolicies = async (db: Kysely<TimeoffDb>, studioId: string): Promise<EnteredPolicy[]> =>
  policiesInOrder(await listRows(db, policiesTable, studioId));

const termOf = ({ term_id, name, first_day, last_day, created_at, revision }: TermRow): EnteredTerm => ({
  termId: term_id,
  name,
  from: first_day,
  to: last_day,
  createdAt: created_at,
  revision,
});

/** Terms by their first day. */
export const termsInOrder = (rows: readonly TermRow[]): EnteredTerm[] =>
  rows.map(termOf).toSorted((a, b) => (a.from < b.from ? -1 : a.from > b.from ? 1 : 0));

export const listTerms = async (db: Kysely<TimeoffDb>, studioId: string): Promise<EnteredTerm[]> =>
  termsInOrder(await listRows(db, termsTable, studioId));
