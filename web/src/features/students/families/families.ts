import type { AccountRow } from '@rondo/contracts/api/payer-accounts.ts';
import type { Household } from '@rondo/contracts/api/people/households.ts';
import type { Student } from '@rondo/contracts/api/people/students.ts';
import { sumOf } from '@rondo/contracts/money/money.ts';
import type { StudentRow } from '../roster.ts';

/** Families and what every payer owes, by the payer's id. */
export type Families = {
  readonly households: ReadonlyMap<string, Household>;
  readonly accounts: ReadonlyMap<string, AccountRow>;
};

export const noFamilies: Families = { households: new Map(), accounts: new Map() };

export const familiesOf = (households: readonly Household[], accounts: readonly AccountRow[]): Families => ({
  households: new Map(households.map((household) => [household.id, household])),
  accounts: new Map(accounts.map((account) => [account.payer.id, account])),
});

/** Whose account a student is on: the family's, else the student's own. */
const payerIdOf = ({ id, householdId }: Student, { households }: Families): string =>
  householdId !== null && households.has(householdId) ? householdId : id;

/** Which accounts the list shows alone: `owes`, and of those `late`, which have something past due. */
export type AccountFilter = 'owes' | 'late';

const passes = (account: AccountRow | undefined, filter: AccountFilter): boolean =>
  filter === 'late' ? (account?.pastDue ?? 0) > 0 : (account?.balance ?? 0) > 0;

/** Whether the payer of a student owes something. */
export const owes = ({ student }: StudentRow, families: Families, filter: AccountFilter = 'owes'): boolean =>
  passes(families.accounts.get(payerIdOf(student, families)), filter);

/** What the payers of some students owe, and what of it is past due, with how many they are. */
export const owedBy = (rows: readonly StudentRow[], families: Families) => {
  const payers = new Set(rows.map(({ student }) => payerIdOf(student, families)));
  const accounts = [...payers].flatMap((id) => families.accounts.get(id) ?? []);
  const figure = (filter: AccountFilter, amountOf: (account: AccountRow) => number) => {
    const own = accounts.filter((account) => passes(account, filter));
    return { amount: sumOf(own.map(amountOf)), count: own.length };
  };
  return { owed: figure('owes', ({ balance }) => balance), late: figure('late', ({ pastDue }) => pastDue) };
};

/** A line of the list: a family, one of its students below it, or a student who is in none. */
export type Item =
  | {
      readonly kind: 'family';
      readonly household: Household;
      readonly members: readonly StudentRow[];
      readonly account: AccountRow | null;
    }
  | { readonly kind: 'member'; readonly row: StudentRow; readonly isLast: boolean }
  | { readonly kind: 'alone'; readonly row: StudentRow; readonly account: AccountRow | null };

/**
 * The lines of the list: brothers and sisters stand together under their family, where the first of them stands.
 * @param byBalance who owes most is first
 */
export const listItems = (rows: readonly StudentRow[], families: Families, byBalance = false): Item[] => {
  const groups = [...Map.groupBy(rows, ({ student }) => payerIdOf(student, families))].map(([payerId, members]) => ({
    household: families.households.get(payerId) ?? null,
    account: families.accounts.get(payerId) ?? null,
    members,
  }));
  const balanceOf = ({ account }: (typeof groups)[number]): number => account?.balance ?? 0;
  const sorted = byBalance ? groups.toSorted((a, b) => balanceOf(b) - balanceOf(a)) : groups;
  return sorted.flatMap(({ household, account, members }): Item[] =>
    household
      ? [
          { kind: 'family', household, members, account },
          ...members.map((row, at): Item => ({ kind: 'member', row, isLast: at === members.length - 1 })),
        ]
      : members.map((row): Item => ({ kind: 'alone', row, account })),
  );
};
