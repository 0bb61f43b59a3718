import { sql, type Kysely } from 'kysely';
import { sortedWithPauses } from '../pacing/sorting.ts';
import { findRow, listRows } from '../rows/read-rows.ts';
import type { RowOf } from '../runner/read-model.ts';
import { searchTerms } from '../shared/search.ts';
import { householdsTable, membersTable } from './table.ts';

export type HouseholdRow = RowOf<typeof householdsTable>;
export type MemberRow = RowOf<typeof membersTable>;
export type HouseholdsDb = { households: HouseholdRow; household_members: MemberRow };

/** A family with its members, by name. */
export type HouseholdWithMembers = { readonly household: HouseholdRow; readonly members: readonly MemberRow[] };

/** The order of every list of members. */
const membersByName = (members: readonly MemberRow[]): MemberRow[] =>
  members.toSorted(
    (a, b) =>
      a.last_name.localeCompare(b.last_name) ||
      a.first_name.localeCompare(b.first_name) ||
      (a.student_id < b.student_id ? -1 : 1),
  );

/** Families by name, each with its members. */
export const householdsByName = async (
  households: readonly HouseholdRow[],
  members: readonly MemberRow[],
): Promise<HouseholdWithMembers[]> => {
  const own = Map.groupBy(members, ({ household_id }) => household_id ?? '');
  const sorted = await sortedWithPauses(
    households,
    (a, b) => a.details.name.localeCompare(b.details.name) || (a.household_id < b.household_id ? -1 : 1),
  );
  return sorted.map((household) => ({ household, members: membersByName(own.get(household.household_id) ?? []) }));
};

/** The students of families, former ones too, by name: what is done with each of them has the same order every time. */
export const membersOf = async (
  db: Kysely<HouseholdsDb>,
  studioId: string,
  householdIds: readonly string[],
): Promise<MemberRow[]> =>
  householdIds.length === 0
    ? []
    : db
        .selectFrom('household_members')
        .selectAll()
        .where('studio_id', '=', studioId)
        .where('household_id', 'in', householdIds)
        .orderBy('last_name')
        .orderBy('first_name')
        .orderBy('student_id')
        .execute();

export const listHouseholds = async (db: Kysely<HouseholdsDb>, studioId: string): Promise<HouseholdWithMembers[]> => {
  const households = await listRows(db, householdsTable, studioId);
  const ids = households.map(({ household_id }) => household_id);
  return householdsByName(households, await membersOf(db, studioId, ids));
};

export const findHousehold = async (
  db: Kysely<HouseholdsDb>,
  studioId: string,
  householdId: string,
): Promise<HouseholdWithMembers | undefined> => {
  const household = await findRow(db, householdsTable, [studioId, householdId]);
  return household && (await householdsByName([household], await membersOf(db, studioId, [householdId])))[0];
};

/** The families that a search finds, best first. @param terms at least one */
export const searchHouseholds = async (
  db: Kysely<HouseholdsDb>,
  studioId: string,
  { terms, limit }: { readonly terms: readonly string[]; readonly limit: number },
): Promise<HouseholdWithMembers[]> => {
  const { found, order } = searchTerms(terms);
  const rows = await db
    .selectFrom('households')
    .selectAll()
    .where('studio_id', '=', studioId)
    .where(found)
    .orderBy(order)
    .orderBy('household_id')
    .limit(limit)
    .execute();
  const households = rows.map((row) => householdsTable.row.parse(row));
  const members = await membersOf(
    db,
    studioId,
    households.map(({ household_id }) => household_id),
  );
  const own = Map.groupBy(members, ({ household_id }) => household_id ?? '');
  return households.map((household) => ({
    household,
    members: membersByName(own.get(household.household_id) ?? []),
  }));
};

/** The family that has a contact with this id. */
export const contactsHousehold = async (
  db: Kysely<HouseholdsDb>,
  studioId: string,
  contactId: string,
): Promise<HouseholdRow | undefined> => {
  const row = await db
    .selectFrom('households')
    .selectAll()
    .where('studio_id', '=', studioId)
    .where(sql<boolean>`details @> ${JSON.stringify({ contacts: [{ id: contactId }] })}::jsonb`)
    .executeTakeFirst();
  return row && householdsTable.row.parse(row);
};

/** The contacts, in all studios, who are written to at an address. @param email in lower case */
export const contactsAt = async (
  db: Kysely<HouseholdsDb>,
  email: string,
): Promise<{ readonly studioId: string; readonly recipientId: string }[]> => {
  const rows = await db
    .selectFrom([
      'households',
      sql<{ id: string; email: string }>`jsonb_to_recordset(details -> 'contacts')`.as<'contact'>(
        sql`contact(id text, email text)`,
      ),
    ])
    .select(['studio_id', 'contact.id'])
    .where(sql<boolean>`lower(contact.email) = ${email}`)
    .orderBy('studio_id')
    .orderBy('contact.id')
    .execute();
  return rows.map(({ studio_id: studioId, id: recipientId }) => ({ studioId, recipientId }));
};

/** A student with the family, one who was removed too. */
export const findMember = (
  db: Kysely<HouseholdsDb>,
  studioId: string,
  studentId: string,
): Promise<MemberRow | undefined> => findRow(db, membersTable, [studioId, studentId]);
