import type { Stop } from '@rondo/contracts/api/road/day.ts';
import { householdsModel } from '@rondo/projections/households/project.ts';
import { listHouseholds } from '@rondo/projections/households/queries.ts';
import type { StudentRow } from '@rondo/projections/students/queries.ts';
import type { Services } from '../../../platform/kit/services.ts';

type Contact = Stop['contact'];

/** Whom the teacher calls about a student's lesson: of the family's contacts that get the schedule, else the student. */
export const contactsOf = async (
  { models }: Pick<Services, 'models'>,
  studioId: string,
  students: ReadonlyMap<string, StudentRow>,
): Promise<(studentId: string | null) => Contact> => {
  const isInFamily = students.values().some(({ household_id: family }) => family !== null);
  const households = isInFamily ? await listHouseholds(householdsModel.read(models), studioId) : [];
  const families = new Map(households.map(({ household }) => [household.household_id, household.details.contacts]));
  return (studentId) => {
    const student = students.get(studentId ?? '');
    if (!student) return null;
    const { firstName, lastName, phone, email } = student.details;
    if (student.household_id === null) return { name: `${firstName} ${lastName}`.trim(), phone, email };
    const told = (families.get(student.household_id) ?? []).filter(({ gets }) => gets !== 'invoices');
    const first = told.find((one) => one.phone !== null) ?? told[0];
    return first ? { name: first.name, phone: first.phone, email: first.email } : null;
  };
};
