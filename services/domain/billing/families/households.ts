import type { HouseholdDetails } from '@rondo/contracts/events/household.ts';
import { householdsModel } from '@rondo/projections/households/project.ts';
import { householdsByName, listHouseholds, type HouseholdWithMembers } from '@rondo/projections/households/queries.ts';
import { householdsTable, membersTable } from '@rondo/projections/households/table.ts';
import type { PersonRow } from '@rondo/projections/lessons/queries.ts';
import type { Services } from '../../../platform/kit/services.ts';
import type { PastMoment } from '../../../platform/models/moments/as-of.ts';

// Families as payers.

type Contact = HouseholdDetails['contacts'][number];

/** What billing needs to know of a family. */
type HouseholdPayer = {
  readonly name: string;
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
    households.map(({ household, members }) => {
      const { name, contacts, address, city, zipCode } = household.details;
      const first = members.find(({ removed }) => !removed) ?? members[0];
      return [
        household.household_id,
        {
          name,
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
