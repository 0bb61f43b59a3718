import { householdsModel } from '@rondo/projections/households/project.ts';
import {
  contactsHousehold,
  findMember,
  listHouseholds,
  membersOf,
  type MemberRow,
} from '@rondo/projections/households/queries.ts';
import { studentsModel } from '@rondo/projections/students/project.ts';
import { findStudent, listStudents } from '@rondo/projections/students/queries.ts';
import type { Services } from '../../../platform/kit/services.ts';

// A family is a household, or a student without one. Who has its page is a contact of the household, or else the student.

export type Gets = 'invoices' | 'schedule' | 'both';
type Student = { readonly id: string; readonly firstName: string; readonly lastName: string };

/** A family as one of its recipients sees it. */
export type FamilyOfRecipient = {
  /** The household's id, or the student's: the payer's. */
  readonly id: string;
  readonly students: readonly Student[];
  readonly recipient: { readonly name: string; readonly gets: Gets };
};

const fullName = ({ firstName, lastName }: Omit<Student, 'id'>): string => `${firstName} ${lastName}`.trim();

const studentOf = ({ student_id: id, first_name: firstName, last_name: lastName }: MemberRow): Student => ({
  id,
  firstName,
  lastName,
});

/** First names, where they tell the students of a family apart. */
export const firstNames = ({ students }: Pick<FamilyOfRecipient, 'students'>): ReadonlyMap<string, string> => {
  const isUnique = new Set(students.map(({ firstName }) => firstName)).size === students.length;
  return new Map(
    students.map(({ id, firstName, lastName }) => [
      id,
      isUnique && firstName !== '' ? firstName : `${firstName} ${lastName}`.trim(),
    ]),
  );
};

const byName = (a: Student, b: Student): number => fullName(a).localeCompare(fullName(b)) || (a.id < b.id ? -1 : 1);

/** The family of someone who has a page; undefined when there is nobody by that id now. Asks the same of whatever id. */
export const familyOfRecipient = async (
  { models }: Pick<Services, 'models'>,
  studioId: string,
  recipientId: string,
): Promise<FamilyOfRecipient | undefined> => {
  const db = householdsModel.read(models);
  const [household, student] = await Promise.all([
    contactsHousehold(db, studioId, recipientId),
    findMember(db, studioId, recipientId),
  ]);
  const members = await membersOf(db, studioId, [household?.household_id ?? recipientId]);
  const contact = household?.details.contacts.find(({ id }) => id === recipientId);
  if (household && contact) {
    const students = members.filter(({ removed }) => !removed).map(studentOf);
    const { name, gets } = contact;
    return { id: household.household_id, students: students.toSorted(byName), recipient: { name, gets } };
  }
  if (!student || student.removed || student.household_id !== null) return undefined;
  const alone = studentOf(student);
  return { id: alone.id, students: [alone], recipient: { name: fullName(alone), gets: 'both' } };
};

/** Where a recipient is written to; null for no address. */
export const emailOf = async (
  { models }: Pick<Services, 'models'>,
  studioId: string,
  recipientId: string,
): Promise<string | null> => {
  const household = await contactsHousehold(householdsModel.read(models), studioId, recipientId);
  const contact = household?.details.contacts.find(({ id }) => id === recipientId);
  const student = contact ? undefined : await findStudent(studentsModel.read(models), studioId, recipientId);
  return (contact ? contact.email : student?.details.email) || null;
};

/** The families of a studio by name, with who has their pages. */
export const familiesOf = async ({ models }: Pick<Services, 'models'>, studioId: string) => {
  const [households, students] = await Promise.all([
    listHouseholds(householdsModel.read(models), studioId),
    listStudents(studentsModel.read(models), studioId),
  ]);
  const known = new Set(households.map(({ household }) => household.household_id));
  const ofHouseholds = households.map(({ household, members }) => ({
    id: household.household_id,
    name: household.details.name,
    students: members
      .filter(({ removed }) => !removed)
      .map(studentOf)
      .toSorted(byName)
      .map((one) => ({ id: one.id, name: fullName(one) })),
    recipients: household.details.contacts.map(({ id, name, email, phone, gets }) => ({
      id,
      name,
      email,
      phone,
      gets,
    })),
  }));
  const alone = students
    .filter((row) => !known.has(row.household_id ?? ''))
    .map(({ student_id: id, details }) => {
      const { email, phone } = details;
      const name = fullName(details);
      return { id, name, students: [{ id, name }], recipients: [{ id, name, email, phone, gets: 'both' as const }] };
    });
  return [...ofHouseholds, ...alone].toSorted((a, b) => a.name.localeCompare(b.name) || (a.id < b.id ? -1 : 1));
};
