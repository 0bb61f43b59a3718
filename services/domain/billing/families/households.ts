import type { AccountLine } from '@rondo/contracts/api/payer-accounts.ts';
import type { Household } from '@rondo/contracts/api/people/households.ts';
import type { HouseholdDetails } from '@rondo/contracts/events/household.ts';
import type { DayOf } from '@rondo/contracts/money/ledger.ts';
import { householdsModel } from '@rondo/projections/households/project.ts';
import { householdsByName, listHouseholds, type HouseholdWithMembers } from '@rondo/projections/households/queries.ts';
import { householdsTable, membersTable } from '@rondo/projections/households/table.ts';
import type { InvoicesDb } from '@rondo/projections/invoices/queries.ts';
import type { PersonRow } from '@rondo/projections/lessons/queries.ts';
import type { Services } from '../../../platform/kit/services.ts';
import { householdView } from '../../people/views.ts';
import type { Names } from '../names.ts';
import type { PastMoment } from '../../../platform/models/moments/as-of.ts';

// Families as payers.

type Contact = HouseholdDetails['contacts'][number];

/** What billing needs to know of a family. */
type HouseholdPayer = {
  readonly name: string;
  /** As lists of families have it. */
  readonly listed: Household;
  /** Who gets the invoices; null where nobody is named. */
  readonly contact: Contact | null;
  /** Null: that of the first student. */
  readonly address: { readonly address: string; readonly city: string | null; readonly zip_code: string | null } | null;
  readonly firstStudentId: string | null;
};

/** A studio's families, by id. */
export type Families = ReadonlyMap<string, HouseholdPayer>;

const payersFrom = (households: readonly HouseholdWithMembers[]): Families =>
  new Map(
    households.map((one) => {
      const { household, members } = one;
      const { name, contacts, address, city, zipCode } = household.details;
      const first = members.find(({ removed }) => !removed) ?? members[0];
      return [
        household.household_id,
        {
          name,
          listed: householdView(one),
          // The first one that gets invoices.
          contact: contacts.find(({ gets }) => gets !== 'schedule') ?? null,
          address: address === null ? null : { address, city, zip_code: zipCode },
          firstStudentId: first?.student_id ?? null,
        },
      ];
    }),
  );

export const householdPayers = async ({ models }: Pick<Services, 'models'>, studioId: string): Promise<Families> =>
  payersFrom(await listHouseholds(householdsModel.read(models), studioId));

/** The same as they were at a moment. */
export const householdPayersThen = async (moment: PastMoment['moment']): Promise<Families> => {
  const { rows } = await moment.of(householdsModel);
  return payersFrom(await householdsByName(rows(householdsTable), rows(membersTable)));
};

export const namesOf = (families: Families): ReadonlyMap<string, string> =>
  new Map([...families].map(([id, { name }]) => [id, name]));

/** The names of a studio's families, by id. */
export const householdNames = async (
  services: Pick<Services, 'models'>,
  studioId: string,
): Promise<ReadonlyMap<string, string>> => namesOf(await householdPayers(services, studioId));

type Addressed = Pick<PersonRow, 'address' | 'city' | 'zip_code'>;

/** Where a payer lives: a family without an address of its own where its first student does. */
export const addressedOf = (
  families: Families,
  people: ReadonlyMap<string, Addressed>,
  payerId: string,
): Addressed | undefined => {
  const family = families.get(payerId);
  if (!family) return people.get(payerId);
  return family.address ?? people.get(family.firstStudentId ?? '');
};

type AccountOfMembers = {
  readonly members: readonly InvoicesDb['account_members'][];
  readonly names: Names;
  readonly dayOf: DayOf;
  readonly currency: string;
};

/** Lines with those that say whose account was brought along, each after what is dated before it. */
export const withJoinings = (
  { members, names, dayOf, currency }: AccountOfMembers,
  payerId: string,
  lines: readonly AccountLine[],
): AccountLine[] => {
  const joined = members
    .filter(({ household_id, brought }) => household_id === payerId && brought)
    .map(({ student_id: id, since }) => ({ id, date: dayOf(since) }))
    .toSorted((a, b) => (a.date < b.date ? -1 : 1));
  return joined.reduce<AccountLine[]>(
    (all, { id, date }) => {
      const at = all.findLastIndex((line) => line.date <= date) + 1;
      const balance = all.slice(0, at).findLast((line) => line.currency === currency)?.balance ?? 0;
      const text = `${names.studentOf(id)} joined, with the account so far`;
      const nothing = { allocations: [], refunded: 0, note: null, revision: '' };
      return all.toSpliced(at, 0, { date, kind: 'joined', id, text, amount: null, balance, currency, ...nothing });
    },
    [...lines],
  );
};
