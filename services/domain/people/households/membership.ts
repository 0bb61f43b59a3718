import { mostContacts, mostMembers } from '@rondo/contracts/api/people/households.ts';
import type { HouseholdDetails } from '@rondo/contracts/events/household.ts';
import type { Student } from '@rondo/contracts/events/student.ts';
import { familyAtStart, familyInWords, familyNameOf } from '@rondo/contracts/people/family-name.ts';
import { membersOf } from '@rondo/projections/households/queries.ts';
import { householdsModel } from '@rondo/projections/households/project.ts';
import type { CommandContext } from '../../../platform/commands/aggregate.ts';
import { derivedId } from '../../../platform/commands/ids.ts';
import { InvalidInput, RuleBroken, Unavailable } from '../../../platform/kit/errors.ts';
import type { Services } from '../../../platform/kit/services.ts';
import { loadStudent, studentStream } from '../roster.ts';
import { registered, setHousehold } from '../student.ts';
import { createHousehold, householdState, householdStream, loadHousehold, removeHousehold } from './household.ts';

// Who belongs to which family. A household is in its own stream and each membership in the student's: commands that read several of them run one after
// the other in a studio.

type Membership = Pick<Services, 'handlers' | 'models' | 'store' | 'locks'>;

/** Does what reads and changes families of a studio, alone. */
const alone = <Result>(
  { locks }: Pick<Services, 'locks'>,
  studioId: string,
  work: () => Promise<Result>,
): Promise<Result> => locks.hold([`families ${studioId}`], work);

/** The present members of a family, by id, with all that was written so far. @throws Unavailable */
const membersNow = async (
  { store, models }: Pick<Services, 'store' | 'models'>,
  studioId: string,
  householdId: string,
): Promise<string[]> => {
  const position = await store.head();
  if (position !== null && !(await models.reached(position, [householdsModel])))
    throw new Unavailable('The list of families is still being updated. Please try again in a moment.');
  const members = await membersOf(householdsModel.read(models), studioId, [householdId]);
  return members.flatMap(({ student_id, removed }) => (removed ? [] : [student_id]));
};

const nameOf = ({ details }: Pick<Student, 'details'>): string => `${details.firstName} ${details.lastName}`.trim();

/** "Theo Park is in the Park family already." */
const elsewhere = async (
  services: Pick<Services, 'handlers'>,
  studioId: string,
  student: Student,
): Promise<string | null> => {
  if (student.householdId === null) return null;
  const household = await householdState(services, studioId, student.householdId);
  return `${nameOf(student)} is in ${household ? familyInWords(household.details.name) : 'another family'} already.`;
};

/** One contact for each email address of the students, else for each phone. */
const contactsOf = (commandId: string, name: string, students: readonly Student[]): HouseholdDetails['contacts'] => {
  const distinct = (values: readonly (string | null)[]): string[] => [
    ...new Map(
      values.flatMap((value) => (value === null || value === '' ? [] : [[value.toLowerCase(), value]])),
    ).values(),
  ];
  const emails = distinct(students.map(({ details }) => details.email));
  const phones = distinct(students.map(({ details }) => details.phone));
  const phoneOf = (email: string) =>
    students.find(({ details }) => details.email?.toLowerCase() === email.toLowerCase() && details.phone !== null)
      ?.details.phone;
  const found =
    emails.length > 0
      ? emails.map((email) => ({ email, phone: phoneOf(email) ?? null }))
      : phones.map((phone) => ({ email: null, phone }));
  return found
    .slice(0, mostContacts)
    .map((one, i) => ({ ...one, id: derivedId(commandId, `contact ${i}`), name, gets: 'both' }));
};

type TypedContact = Pick<HouseholdDetails['contacts'][number], 'name' | 'gets'> & {
  readonly email?: string | null | undefined;
  readonly phone?: string | null | undefined;
};

/** What is typed of a new family. */
export type NewHousehold = {
  readonly studentIds: readonly string[];
  readonly name?: string | undefined;
  readonly address?: string | null | undefined;
  readonly city?: string | null | undefined;
  readonly zipCode?: string | null | undefined;
  readonly contacts?: readonly TypedContact[] | undefined;
};

const detailsOf = (
  commandId: string,
  { name: typed, address = null, city = null, zipCode = null, contacts }: NewHousehold,
  students: readonly Student[],
): HouseholdDetails => {
  const name = typed ?? familyNameOf(students.map(({ details }) => details));
  const numbered = contacts?.map(({ email = null, phone = null, ...contact }, i) => ({
    name: contact.name,
    gets: contact.gets,
    email,
    phone,
    id: derivedId(commandId, `contact ${i}`),
  }));
  return { name, address, city, zipCode, contacts: numbered ?? contactsOf(commandId, name, students) };
};

/** What became of a new family: who is left out of it, and why. */
export type Created = { readonly householdId: string; readonly failed: { id: string; message: string }[] };

/** Joins students without family to a new one. @returns those who could not be */
const joinAll = async (
  services: Membership,
  context: CommandContext,
  householdId: string,
  studentIds: readonly string[],
): Promise<Created['failed']> => {
  const { studioId } = context;
  const failed: { id: string; message: string }[] = [];
  for (const studentId of studentIds) {
    const stream = studentStream(studioId, studentId);
    const { events } = await services.handlers.student.execute(stream, context, {
      input: { householdId },
      decide: (state) => (state?.householdId === null ? setHousehold(householdId)(state) : []),
    });
    if (events.length > 0) continue;
    const { state } = await services.handlers.student.load(stream);
    if (state?.householdId === householdId) continue;
    const why = state ? await elsewhere(services, studioId, state) : null;
    failed.push({ id: studentId, message: why ?? 'There is no such student.' });
  }
  return failed;
};

/**
 * Makes a family of students who are in none. It is one batch; repeating the command completes one that was interrupted, without those who have joined
 * another family since.
 * @throws NotFound, RuleBroken
 */
export const makeHousehold = (services: Membership, context: CommandContext, typed: NewHousehold): Promise<Created> =>
  alone(services, context.studioId, async () => {
    const { studioId, commandId } = context;
    const householdId = derivedId(commandId, 'family');
    const stream = householdStream(studioId, householdId);
    const begun = await services.handlers.household.known(stream, context, typed);
    if (!begun) {
      const students = await Promise.all(typed.studentIds.map((id) => loadStudent(services, studioId, id)));
      for (const student of students) {
        const why = await elsewhere(services, studioId, student);
        if (why !== null) throw new RuleBroken(why);
      }
      await services.handlers.household.execute(stream, context, {
        input: typed,
        decide: createHousehold({ householdId, details: detailsOf(commandId, typed, students) }),
      });
    }
    const isThere = await householdState(services, studioId, householdId);
    const failed = isThere ? await joinAll(services, context, householdId, typed.studentIds) : [];
    if (isThere && failed.length < typed.studentIds.length) return { householdId, failed };
    const removes = { ...context, commandId: derivedId(commandId, 'without students'), batchId: commandId };
    await services.handlers.household.execute(stream, removes, { input: 'without students', decide: removeHousehold });
    throw new RuleBroken(failed[0]?.message ?? 'This family was deleted in the meantime.');
  });

/** A student joins a family, moves to another one or leaves. @throws NotFound, InvalidInput */
export const moveStudent = (
  services: Membership,
  context: CommandContext,
  { studentId, householdId }: { readonly studentId: string; readonly householdId: string | null },
) =>
  alone(services, context.studioId, async () => {
    const { studioId } = context;
    const student = await loadStudent(services, studioId, studentId);
    if (householdId !== null && householdId !== student.householdId) {
      await loadHousehold(services, studioId, householdId);
      if ((await membersNow(services, studioId, householdId)).length >= mostMembers)
        throw new InvalidInput(`A family has at most ${mostMembers} students.`);
    }
    return services.handlers.student.execute(studentStream(studioId, studentId), context, {
      input: { householdId },
      decide: (state) => setHousehold(householdId)(registered(state)),
    });
  });

/**
 * Deletes a family: its students leave first.
 * @param hasLines whether anything stands on the account
 * @throws NotFound, RuleBroken
 */
export const deleteHousehold = (
  services: Membership,
  context: CommandContext,
  householdId: string,
  hasLines: () => Promise<boolean>,
) =>
  alone(services, context.studioId, async () => {
    const { studioId } = context;
    const stream = householdStream(studioId, householdId);
    const input = { deletes: householdId };
    const before = await services.handlers.household.known(stream, context, input);
    if (before) return before;
    const { details } = await loadHousehold(services, studioId, householdId);
    const members = await membersNow(services, studioId, householdId);
    if (await hasLines())
      throw new RuleBroken(
        `${familyAtStart(details.name)} has invoices or payments. Take its students out instead; its account stays.`,
      );
    for (const studentId of members)
      await services.handlers.student.execute(studentStream(studioId, studentId), context, {
        input,
        decide: (state) => (state?.householdId === householdId ? setHousehold(null)(state) : []),
      });
    return services.handlers.household.execute(stream, context, { input, decide: removeHousehold });
  });
