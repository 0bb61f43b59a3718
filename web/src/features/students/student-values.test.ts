import { expect, test } from 'vitest';
import {
  concernsSchedule,
  newStudentBody,
  newStudentValues,
  studentChangesBody,
  studentFormSchema,
  studentFormSchemaIn,
  type StudentValues,
} from './student-values.ts';

const ben: StudentValues = { ...newStudentValues, firstName: 'Ben', lastName: 'Ito', address: '3806 Cherrywood Rd' };

const problems = (values: StudentValues): string[] =>
  studentFormSchema.safeParse(values).error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? [];

test('the fields that the call requires are required, with its messages', () => {
  expect(problems(newStudentValues)).toEqual([
    'firstName: First name is required.',
    'lastName: Last name is required.',
    'address: Address is required.',
  ]);
  expect(problems(ben)).toEqual([]);
});

test('rates are positive numbers in common notation, or empty', () => {
  expect(studentFormSchema.parse({ ...ben, perLessonRate: ' $1,200.50 ' }).perLessonRate).toBe(1200.5);
  expect(studentFormSchema.parse(ben).perLessonRate).toBeNull();
  expect(problems({ ...ben, perLessonRate: '0' })).toEqual(['perLessonRate: The rate must be greater than 0.']);
  expect(problems({ ...ben, perLessonRate: '$40.005' })).toEqual([
    'perLessonRate: The rate must have at most two decimals.',
  ]);
  expect(problems({ ...ben, perLessonRate: 'forty' })).toEqual(['perLessonRate: The rate must be a number.']);
});

test('an email is one address, but one that is saved can stay as it is', () => {
  const saved = { email: 'at home', revision: '1', availability: [] };
  const messages = (email: string) =>
    studentFormSchemaIn('USD', saved)
      .safeParse({ ...ben, email })
      .error?.issues.map(({ message }) => message) ?? [];
  expect(messages('ben@example.com')).toEqual([]);
  expect(messages('')).toEqual([]);
  expect(messages('at home')).toEqual([]);
  expect(messages('at work')).toEqual(['Please enter a valid email address.']);
  const bodyOf = (email: string) => studentChangesBody(saved, studentFormSchema.parse({ ...ben, email }));
  expect(bodyOf('at home')).not.toHaveProperty('email');
  expect(bodyOf('ben@example.com')).toMatchObject({ email: 'ben@example.com' });
});

test('a window that ends before it starts is reported by its index', () => {
  const [monday, ...rest] = ben.availability;
  if (!monday) throw new Error('A new student has a Monday.');
  expect(problems({ ...ben, availability: [{ ...monday, endTime: '15:00' }, ...rest] })).toEqual([
    'availability.0.endTime: End time must be after start time.',
  ]);
});

test('an unchanged week is sent as an empty one', () => {
  expect(newStudentBody(studentFormSchema.parse(ben)).availability).toEqual([]);
});

test('name, address, length, start, teacher and times affect the schedule, money and phone do not', () => {
  const [monday, ...rest] = ben.availability;
  if (!monday) throw new Error('A new student has a Monday.');
  const concerning: Partial<StudentValues>[] = [
    { firstName: 'Benjamin' },
    { address: '1 Hill Rd' },
    { lessonDuration: 60 },
    { startDate: '2026-12-01' },
    { teacherId: 'dana' },
    { availability: [{ ...monday, enabled: true }, ...rest] },
  ];
  expect(concerning.map((change) => concernsSchedule(ben, { ...ben, ...change }))).toEqual(concerning.map(() => true));
  expect(concernsSchedule(ben, { ...ben, phone: '1', paymentType: 'monthly', monthlyRate: '200' })).toBe(false);
});
