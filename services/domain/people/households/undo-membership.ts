import { mostMembers } from '@rondo/contracts/api/people/households.ts';
import type { Household } from '@rondo/contracts/events/household.ts';
import type { StudentEvent } from '@rondo/contracts/events/student.ts';
import { familyInWords } from '@rondo/contracts/people/family-name.ts';
import type { MemberRow } from '@rondo/projections/households/queries.ts';
import type { UndoEffect } from '../../../platform/commands/undo/undo-commands.ts';
import { RuleBroken } from '../../../platform/kit/errors.ts';
import type { Services } from '../../../platform/kit/services.ts';
import { studentStream } from '../roster.ts';
import { restorableStudent, type StudentContent } from '../student.ts';
import { householdState, householdStream } from './household.ts';

// What an undo may do with families and who belongs to them.

type Member = Pick<MemberRow, 'student_id' | 'first_name' | 'last_name' | 'removed'>;

/** The members of a family, as the read models show them. */
export type MembersOf = (studioId: string, householdId: string) => Promise<readonly Member[]>;

type Reading = Pick<Services, 'handlers' | 'store'> & { readonly membersOf: MembersOf };

/** Whether a batch reached a stream: then its own part of the undo brings that back, or refuses. */
const reaches = async ({ store }: Reading, batchId: string, stream: string): Promise<boolean> =>
  (await store.readStream(stream)).some(({ metadata }) => metadata.batchId === batchId);

/** A student who returns, in the family of before if that still stands, or returns as well. */
export const withStandingFamily = async (
  services: Reading,
  studioId: string,
  student: StudentContent,
  batchId: string,
): Promise<StudentContent> => {
  const [householdId] = student.household;
  if (
    householdId === undefined ||
    (await householdState(services, studioId, householdId)) ||
    (await reaches(services, batchId, householdStream(studioId, householdId)))
  )
    return student;
  return { ...student, household: [] };
};

const presentMembers = async ({ membersOf }: Reading, studioId: string, householdId: string) =>
  (await membersOf(studioId, householdId)).filter(({ removed }) => !removed);

/** Refuses to bring a student back into a family that another change has removed, or that is full. @throws RuleBroken */
export const refuseMembership = async (
  services: Reading,
  studioId: string,
  { now, target, batchId }: { now: StudentContent; target: StudentContent; batchId: string },
): Promise<void> => {
  const [householdId] = target.household;
  if (householdId === undefined || householdId === now.household[0]) return;
  if (
    !(await householdState(services, studioId, householdId)) &&
    !(await reaches(services, batchId, householdStream(studioId, householdId)))
  )
    throw new RuleBroken('The family was deleted since then, so this can no longer be undone.');
  if ((await presentMembers(services, studioId, householdId)).length >= mostMembers)
    throw new RuleBroken(`A family has at most ${mostMembers} students, so this can no longer be undone.`);
};

/** Refuses to take back a family that others have joined since. @throws RuleBroken */
export const refuseOthers = async (
  services: Reading,
  studioId: string,
  { householdId, details }: Pick<Household, 'householdId' | 'details'>,
  batchId: string,
): Promise<void> => {
  for (const member of await presentMembers(services, studioId, householdId)) {
    if (await reaches(services, batchId, studentStream(studioId, member.student_id))) continue;
    const name = `${member.first_name} ${member.last_name}`.trim();
    throw new RuleBroken(`This can no longer be undone: ${name} is in ${familyInWords(details.name)} since then.`);
  }
};

/** What an undo says of a student who only joins or leaves a family; null for any other change. */
export const membershipEffects = ({
  now,
  target,
  events,
}: {
  readonly now: StudentContent | null;
  readonly target: StudentContent | null;
  readonly events: readonly StudentEvent[];
}): UndoEffect[] | null => {
  if (!now || !target || events.some(({ type }) => type !== 'StudentHouseholdSet')) return null;
  const [id] = [...now.household, ...target.household];
  if (id === undefined) return null;
  const where = target.household.length === 0 ? 'in no family again' : 'in the family of before';
  return [{ kind: 'families', id, sentence: `${restorableStudent.nameOf(target)} is ${where}` }];
};
