import type { Assignment, Student } from '@rondo/contracts/api/people/students.ts';
import type { Teacher } from '@rondo/contracts/api/people/teachers.ts';
import { minutesBetweenOf } from '@rondo/contracts/calendar/legs.ts';
import type { Location } from '@rondo/contracts/events/fields.ts';
import type { StudioSettings } from '@rondo/contracts/events/studio.ts';
import type { StudentRow } from '@rondo/projections/students/queries.ts';
import type { TeacherRow } from '@rondo/projections/teachers/queries.ts';
import { toAvailability } from './availability.ts';
import type { Household } from '@rondo/contracts/api/people/households.ts';
import type { HouseholdWithMembers } from '@rondo/projections/households/queries.ts';

const dollars = (cents: number | null): number | null => (cents === null ? null : cents / 100);

const placed = (location: Location | null) => ({
  latitude: location?.latitude ?? null,
  longitude: location?.longitude ?? null,
  locationPrecision: location?.precision ?? null,
});

/** A student as the API shows one. @param calendarUrl the address of the shared calendar; null while it is not shared */
export const studentView = (row: StudentRow, calendarUrl: string | null): Student => {
  const { location, perLessonRateCents, monthlyRateCents, ...details } = row.details;
  return {
    ...details,
    ...placed(location),
    calendarUrl,
    id: row.student_id,
    userId: row.studio_id,
    name: `${details.firstName} ${details.lastName}`.trim(),
    perLessonRate: dollars(perLessonRateCents),
    monthlyRate: dollars(monthlyRateCents),
    createdAt: row.created_at,
    availability: row.availability.map((window) => toAvailability('student', row.student_id, window)),
    sample: row.sample,
    origin: row.origin,
    householdId: row.household_id,
    revision: String(row.revision),
  };
};

export const assignmentViews = (row: StudentRow): Assignment[] =>
  row.assignments.map((assignment) => ({ ...assignment, studentId: row.student_id }));

/** A teacher as the API shows one: no calendar-service credential is part of it. */
export const teacherView = (row: TeacherRow, studio: Pick<StudioSettings, 'minutesBetween'>): Teacher => {
  const { location, ...details } = row.details;
  return {
    ...details,
    ...placed(location),
    id: row.teacher_id,
    userId: row.studio_id,
    effectiveMinutesBetween: minutesBetweenOf(details, studio),
    createdAt: row.created_at,
    availability: row.availability.map((window) => toAvailability('teacher', row.teacher_id, window)),
    sample: row.sample,
    revision: String(row.revision),
  };
};

/** A family as the API shows one. */
export const householdView = ({ household, members }: HouseholdWithMembers): Household => {
  const idsOf = (removed: boolean) => members.flatMap((one) => (one.removed === removed ? [one.student_id] : []));
  return {
    ...household.details,
    id: household.household_id,
    studentIds: idsOf(false),
    formerStudentIds: idsOf(true),
    createdAt: household.created_at,
    revision: String(household.revision),
  };
};
