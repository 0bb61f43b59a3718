import type { Student } from '@rondo/contracts/api/students.ts';

/** "Ann Ito" for the id `ann`, at an address that could not be located, with overrides. */
export const aStudent = (id: string, given: Partial<Student> = {}): Student => {
  const firstName = given.firstName ?? `${id.slice(0, 1).toUpperCase()}${id.slice(1)}`;
  const lastName = given.lastName ?? 'Ito';
  return {
    id,
    userId: 'u',
    firstName,
    lastName,
    name: `${firstName} ${lastName}`,
    phone: null,
    email: null,
    address: '1 Hill Rd',
    city: null,
    zipCode: null,
    latitude: null,
    longitude: null,
    locationPrecision: null,
    lessonDuration: 45,
    startDate: null,
    calendarUrl: null,
    paymentType: 'per_lesson',
    perLessonRate: null,
    monthlyRate: null,
    createdAt: '',
    availability: [],
    sample: false,
    origin: null,
    revision: '0',
    ...given,
  };
};
