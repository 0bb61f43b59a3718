import type { AvailabilityWindow } from '@rondo/contracts/events/fields.ts';
import type { StudentDetails } from '@rondo/contracts/events/student.ts';
import type { TeacherDetails } from '@rondo/contracts/events/teacher.ts';
import { isDeepStrictEqual } from 'node:util';

type Value = string | number | null;
/** A detail by the name that people know. */
type Named = readonly (readonly [name: string, is: Value, was: Value])[];

const textOf = (value: Value): string => (value === null || value === '' ? 'none' : String(value));

const becoming = (named: Named): string[] =>
  named.flatMap(([name, is, was]) =>
    textOf(is) === textOf(was) ? [] : [`${name} ${textOf(is)} becomes ${textOf(was)}`],
  );

/** Details whose values would say too little or too much. */
const others = (named: readonly (readonly [name: string, is: unknown, was: unknown])[]): string[] =>
  named.flatMap(([name, is, was]) => (isDeepStrictEqual(is, was) ? [] : [`${name} as it was then`]));

/** As one line: more than this many differences are counted. */
const mostNamed = 3;

const lineOf = (differences: readonly string[]): string => {
  const rest = differences.length - mostNamed;
  if (rest <= 0) return differences.join('; ');
  return `${differences.slice(0, mostNamed).join('; ')}; and ${rest} more`;
};

const dollars = (cents: number | null): Value => (cents === null ? null : (cents / 100).toFixed(2));
const minutes = (duration: number): string => `${duration} min`;

type StudentContent = {
  readonly student: { readonly details: StudentDetails; readonly availability: readonly AvailabilityWindow[] };
  readonly assignments: readonly unknown[];
};

/** What of a student changes, in words. */
export const studentDifferences = (
  { student: { details: is, availability: hours }, assignments: teachers }: StudentContent,
  { student: { details: was, availability }, assignments }: StudentContent,
): string =>
  lineOf([
    ...becoming([
      ['First name', is.firstName, was.firstName],
      ['Last name', is.lastName, was.lastName],
      ['Phone', is.phone, was.phone],
      ['Email', is.email, was.email],
      ['Address', is.address, was.address],
      ['City', is.city, was.city],
      ['ZIP code', is.zipCode, was.zipCode],
      ['Lesson length', minutes(is.lessonDuration), minutes(was.lessonDuration)],
      ['Start date', is.startDate, was.startDate],
      ['Rate per lesson', dollars(is.perLessonRateCents), dollars(was.perLessonRateCents)],
      ['Monthly rate', dollars(is.monthlyRateCents), dollars(was.monthlyRateCents)],
    ]),
    ...others([
      ['Notes', is.notes, was.notes],
      ['Way of paying', is.paymentType, was.paymentType],
      ['Availability', hours, availability],
      ['Choice of teachers', teachers, assignments],
    ]),
  ]);

type TeacherContent = {
  readonly teacher: { readonly details: TeacherDetails; readonly availability: readonly AvailabilityWindow[] };
};

/** What of a teacher changes, in words. */
export const teacherDifferences = (
  { teacher: { details: is, availability: hours } }: TeacherContent,
  { teacher: { details: was, availability } }: TeacherContent,
): string =>
  lineOf([
    ...becoming([
      ['Name', is.name, was.name],
      ['Phone', is.phone, was.phone],
      ['Email', is.email, was.email],
      ['Address', is.address, was.address],
      ['City', is.city, was.city],
      ['ZIP code', is.zipCode, was.zipCode],
      ['Minutes between lessons', is.minutesBetween, was.minutesBetween],
    ]),
    ...others([
      ['Meaning of the hours', is.availabilityInterpretation, was.availabilityInterpretation],
      ['Availability', hours, availability],
    ]),
  ]);
