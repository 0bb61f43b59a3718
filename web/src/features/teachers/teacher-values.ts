import type { CurrentUser } from '@rondo/contracts/api/account/accounts.ts';
import { availabilityInput, type AvailabilityInput } from '@rondo/contracts/api/people/availability.ts';
import { teacherInput, type Teacher } from '@rondo/contracts/api/people/teachers.ts';
import type { UseFormReturn } from 'react-hook-form';
import { z } from 'zod';
import { weekOrder, type DayOfWeek } from '@rondo/contracts/calendar/dates.ts';
import { editedWeek, sameWeek, savedWeek, teacherDay, teacherDays, type Window } from '../../lib/availability.ts';
import type { InputTo } from '../../api/calls.ts';

const { name, phone, email, address, calendarUrl, availabilityInterpretation, minutesBetween } = teacherInput.shape;

/** Input values are always text; the call's schema is stricter. */
const text = z.string().transform((typed): string | null | undefined => typed);
const week = z.custom<Window[]>().transform((windows): AvailabilityInput => windows);

/** The teacher form, with the rules and messages of the call. */
export const teacherFormSchema = z.object({
  name,
  phone,
  email,
  address: text.pipe(address),
  calendarUrl: text.pipe(calendarUrl),
  availabilityInterpretation: availabilityInterpretation.unwrap(),
  minutesBetween: z
    .string()
    .transform((typed): number | null => (typed.trim() === '' ? null : Number(typed)))
    .pipe(minutesBetween.unwrap()),
  availability: week.pipe(availabilityInput),
});

export type TeacherValues = z.input<typeof teacherFormSchema>;
export type CheckedTeacher = z.output<typeof teacherFormSchema>;
export type TeacherFormState = UseFormReturn<TeacherValues, unknown, CheckedTeacher>;

/** A day without hours of a saved teacher: switched off, with the default hours prefilled. */
const freeDay = { ...teacherDay, enabled: false };

export const newTeacherValues: TeacherValues = {
  name: '',
  phone: '',
  email: '',
  address: '',
  calendarUrl: '',
  availabilityInterpretation: 'leave_home',
  minutesBetween: '',
  availability: editedWeek([], teacherDays, teacherDay),
};

/** What an account says of its owner; a guest's says nothing. */
export const accountValues = ({ isGuest, firstName, lastName, email: own }: CurrentUser): Partial<TeacherValues> =>
  isGuest ? {} : { name: [firstName, lastName].filter((part) => part !== null).join(' '), email: own };

/** Converts a saved teacher to form values. */
export const valuesOf = (teacher: Teacher): TeacherValues => ({
  name: teacher.name,
  phone: teacher.phone,
  email: teacher.email,
  address: teacher.address ?? '',
  calendarUrl: teacher.calendarUrl ?? '',
  availabilityInterpretation: teacher.availabilityInterpretation,
  minutesBetween: teacher.minutesBetween === null ? '' : String(teacher.minutesBetween),
  availability: editedWeek(teacher.availability, teacherDays, freeDay),
});

/** Converts form values to the call's body. */
export const newTeacherBody = (values: CheckedTeacher): InputTo<'POST /api/teachers'>['body'] => ({
  ...values,
  availability: savedWeek(values.availability, freeDay),
});

/** The same for a saved teacher: unchanged hours are not sent. */
export const teacherChangesBody = (
  before: Teacher,
  { availability, ...fields }: CheckedTeacher,
): InputTo<'PUT /api/teachers/:id'>['body'] => {
  const windows = savedWeek(availability, freeDay);
  return {
    ...fields,
    ...(sameWeek(windows, before.availability) ? {} : { availability: windows }),
    revision: before.revision,
  };
};

/** The first day of a week on which somebody is available. */
export const firstDay = (week: readonly Window[]): DayOfWeek | undefined =>
  weekOrder.find((day) => week.some(({ dayOfWeek, enabled }) => enabled && dayOfWeek === day));

/** The week with the windows of its first day on other days, too, instead of theirs. */
export const withFirstDayOn = (week: readonly Window[], days: readonly DayOfWeek[]): Window[] => {
  const first = firstDay(week);
  const own = week.filter(({ dayOfWeek, enabled }) => enabled && dayOfWeek === first);
  return weekOrder.flatMap((day) =>
    first === undefined || day === first || !days.includes(day)
      ? week.filter(({ dayOfWeek }) => dayOfWeek === day)
      : own.map((window) => ({ ...window, dayOfWeek: day })),
  );
};
