import type { Student } from '@rondo/contracts/api/people/students.ts';
import type { Teacher } from '@rondo/contracts/api/people/teachers.ts';
import { plainDetails } from '@rondo/contracts/lessons/plain-details.ts';
import type { CalendarLesson } from '@rondo/contracts/lessons/timing.ts';
import type { DayEntry } from './entry.ts';

/** A weekly optimized lesson of Ann's on Tuesdays at 15:00, with overrides. */
export const aLesson = (overrides: Partial<CalendarLesson> = {}): CalendarLesson => {
  return {
    lessonId: 'lesson-1',
    userId: 'studio',
    studentId: 'ann',
    teacherId: 'dana',
    student: {
      id: 'ann',
      firstName: 'Ann',
      lastName: 'Lee',
      name: 'Ann Lee',
      address: '1905 S 5th St, Austin, TX 78704',
      city: 'Austin',
      zipCode: '78704',
      phone: null,
    },
    teacher: { id: 'dana', name: 'Dana Whitfield' },
    dayOfWeek: 2,
    start: 900,
    duration: 45,
    date: null,
    status: 'scheduled',
    source: 'optimized',
    isManual: false,
    entryType: 'lesson',
    ...plainDetails,
    driveTime: 10,
    driveNotice: null,
    driveApproximate: false,
    googleCalendarEventId: null,
    createdAt: '2026-09-01T00:00:00Z',
    validFrom: '2026-09-01',
    validTo: null,
    skips: [],
    seriesId: null,
    originalDate: null,
    continues: null,
    reportId: null,
    cancellation: null,
    makesUp: null,
    pin: null,
    keptIn: [],
    closedBy: null,
    revision: '1',
    ...overrides,
  };
};

/** "Ann Ito" for the id `ann`, at an address that could not be located, with overrides. */
export const aStudent = (id: string, overrides: Partial<Student> = {}): Student => {
  const firstName = overrides.firstName ?? `${id.slice(0, 1).toUpperCase()}${id.slice(1)}`;
  const lastName = overrides.lastName ?? 'Ito';
  return {
    id,
    userId: 'studio',
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
    householdId: null,
    calendarUrl: null,
    paymentType: 'per_lesson',
    perLessonRate: null,
    monthlyRate: null,
    notes: null,
    doorNote: null,
    createdAt: '',
    availability: [],
    sample: false,
    origin: null,
    revision: '0',
    ...overrides,
  };
};

/** A teacher who leaves home on Tuesdays at 14:00 and is back by 20:00. */
export const aTeacher = (overrides: Partial<Teacher> = {}): Teacher => ({
  id: 'dana',
  userId: 'studio',
  name: 'Dana Whitfield',
  phone: '',
  email: 'dana@example.com',
  address: '2210 Bluebonnet Ln, Austin, TX 78704',
  city: 'Austin',
  zipCode: '78704',
  latitude: 30.24,
  longitude: -97.77,
  locationPrecision: 'zip',
  calendarUrl: null,
  availabilityInterpretation: 'leave_home',
  minutesBetween: null,
  effectiveMinutesBetween: 0,
  createdAt: '2026-09-01T00:00:00Z',
  availability: [
    {
      id: 'tuesday',
      entityId: 'dana',
      entityType: 'teacher',
      dayOfWeek: 2,
      startTime: '14:00',
      endTime: '20:00',
      enabled: true,
      isPreferred: false,
    },
  ],
  sample: false,
  revision: '1',
  ...overrides,
});

/** An optimized stop at its student's home, with overrides. */
export const anEntry = (overrides: Partial<DayEntry> & Pick<DayEntry, 'id' | 'start' | 'end'>): DayEntry => ({
  title: overrides.id,
  studentId: overrides.id,
  kind: 'optimized',
  state: 'current',
  address: `${overrides.id} street`,
  details: plainDetails,
  isStop: true,
  driveTime: 10,
  driveNotice: null,
  driveApproximate: false,
  conflict: false,
  ...overrides,
});
