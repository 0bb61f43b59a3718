import { lessonLengths } from '../../calendar/fits/usual.ts';
import { availabilityInput, type AvailabilityInput } from '@rondo/contracts/api/people/availability.ts';
import { studentInput, type Student } from '@rondo/contracts/api/people/students.ts';
import { weekOrder } from '@rondo/contracts/calendar/dates.ts';
import { rateProblem } from '@rondo/contracts/money/money.ts';
import type { UseFormReturn } from 'react-hook-form';
import { z } from 'zod';
import { editedWeek, sameWeek, savedWeek, studentDay, type Window } from '../../lib/availability.ts';
import type { InputTo } from '../../api/calls.ts';
import { amountIn } from '../../forms/amount-in.ts';

const { firstName, lastName, phone, email, address, doorNote, startDate, paymentType, lessonDuration, perLessonRate } =
  studentInput.shape;

/** Money as a user types it: "55", "$1,200", "55.50", or nothing. */
export const typedRate = z
  .string()
  .transform((text): number | '' | null | undefined => amountIn(text))
  .pipe(perLessonRate);

/** Input values are always text; the call's schema is stricter. */
const text = z.string().transform((typed): string | null | undefined => typed);
const week = z.custom<Window[]>().transform((windows): AvailabilityInput => windows);

/** The student form, with the rules and messages of the call. */
export const studentFormSchema = z.object({
  firstName,
  lastName,
  phone: text.pipe(phone),
  /** Checked in `studentFormSchemaIn`. */
  email: text,
  address,
  doorNote: text.pipe(doorNote),
  startDate: text.pipe(startDate),
  paymentType: paymentType.unwrap(),
  lessonDuration: lessonDuration.unwrap(),
  perLessonRate: typedRate,
  monthlyRate: typedRate,
  /** Empty: none. */
  teacherId: z.string(),
  /** Empty: none; `new`: a new one of this student. */
  family: z.string(),
  availability: week.pipe(availabilityInput),
});

/** The same with the rules of the studio's currency and of addresses; what is saved and breaks them can stay. */
export const studentFormSchemaIn = (currency: string, saved: (Pick<Student, 'email'> & Partial<Student>) | undefined) =>
  studentFormSchema.superRefine((student, context) => {
    const address = student.email === (saved?.email ?? '') ? undefined : email.safeParse(student.email).error;
    for (const { message } of address?.issues ?? []) context.addIssue({ code: 'custom', path: ['email'], message });
    for (const name of ['perLessonRate', 'monthlyRate'] as const) {
      const rate = student[name];
      const problem = typeof rate === 'number' && rate !== saved?.[name] ? rateProblem(rate, currency) : null;
      if (problem !== null) context.addIssue({ code: 'custom', path: [name], message: problem });
    }
  });

export type StudentValues = z.input<typeof studentFormSchema>;
export type CheckedStudent = z.output<typeof studentFormSchema>;
export type StudentFormState = UseFormReturn<StudentValues, unknown, CheckedStudent>;

const rateText = (dollars: number | null): string => (dollars === null ? '' : String(dollars));

export const newStudentValues: StudentValues = {
  firstName: '',
  lastName: '',
  phone: '',
  email: '',
  address: '',
  doorNote: '',
  startDate: '',
  paymentType: 'per_lesson',
  lessonDuration: 45,
  perLessonRate: '',
  monthlyRate: '',
  teacherId: '',
  family: '',
  availability: editedWeek([], weekOrder, studentDay),
};

/** Converts a saved student to form values. */
export const valuesOf = (student: Student, teacherId: string): StudentValues => ({
  firstName: student.firstName,
  lastName: student.lastName,
  phone: student.phone ?? '',
  email: student.email ?? '',
  address: student.address,
  doorNote: student.doorNote ?? '',
  startDate: student.startDate ?? '',
  paymentType: student.paymentType,
  lessonDuration: lessonLengths.find((minutes) => minutes === student.lessonDuration) ?? 45,
  perLessonRate: rateText(student.perLessonRate),
  monthlyRate: rateText(student.monthlyRate),
  teacherId,
  family: student.householdId ?? '',
  availability: editedWeek(student.availability, weekOrder, studentDay),
});

/** Converts form values to the call's body. */
export const newStudentBody = ({
  teacherId: _,
  family: _family,
  ...fields
}: CheckedStudent): InputTo<'POST /api/students'>['body'] => ({
  ...fields,
  availability: savedWeek(fields.availability, studentDay),
});

/** The same for a saved student: an unchanged week is not sent. */
export const studentChangesBody = (
  before: Pick<Student, 'email' | 'availability' | 'revision'>,
  { teacherId: _, family: _family, availability, email: typed, ...fields }: CheckedStudent,
): InputTo<'PUT /api/students/:id'>['body'] => {
  const windows = savedWeek(availability, studentDay);
  return {
    ...fields,
    ...(typed === (before.email ?? '') ? {} : { email: typed }),
    ...(sameWeek(windows, before.availability) ? {} : { availability: windows }),
    revision: before.revision,
  };
};

/** True if an edit changed something that affects the schedule. */
export const concernsSchedule = (before: StudentValues, after: StudentValues): boolean =>
  (['firstName', 'lastName', 'address', 'lessonDuration', 'startDate', 'teacherId'] as const).some(
    (name) => before[name] !== after[name],
  ) || !sameWeek(savedWeek(before.availability, studentDay), savedWeek(after.availability, studentDay));
