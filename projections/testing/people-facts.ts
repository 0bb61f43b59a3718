import type { StudentDetails } from '@rondo/contracts/events/student.ts';
import type { TeacherDetails } from '@rondo/contracts/events/teacher.ts';
import type { Fact } from './facts.ts';

export const annLee: StudentDetails = {
  firstName: 'Ann',
  lastName: 'Lee',
  phone: '(512) 555-0142',
  email: null,
  address: '1905 S 5th St',
  city: 'Austin',
  zipCode: '78704',
  location: { latitude: 30.25, longitude: -97.75, precision: 'zip' },
  lessonDuration: 45,
  startDate: null,
  calendarUrl: null,
  paymentType: 'per_lesson',
  perLessonRateCents: 5500,
  monthlyRateCents: null,
  notes: null,
  doorNote: null,
};

export const danaWhitfield: TeacherDetails = {
  name: 'Dana Whitfield',
  phone: '(512) 555-0100',
  email: 'dana@example.com',
  address: '2210 Bluebonnet Ln',
  city: 'Austin',
  zipCode: '78704',
  location: { latitude: 30.24, longitude: -97.77, precision: 'zip' },
  calendarUrl: null,
  minutesBetween: null,
  availabilityInterpretation: 'leave_home',
};

/** What happened to one student. */
export const studentFacts = (studentId: string, studioId = 'studio') => {
  const fact = (type: string, data: object): Fact => ({
    stream: `student-${studioId}.${studentId}`,
    type,
    data: { studentId, ...data },
    studioId,
  });
  return {
    registered: (details: Partial<StudentDetails> = {}) =>
      fact('StudentRegistered', { details: { ...annLee, ...details }, sample: false }),
    changed: (changes: Partial<StudentDetails>) => fact('StudentDetailsChanged', { changes }),
    removed: (name: string, on = '2026-11-23') => fact('StudentRemoved', { name, on }),
    reinstated: ({ registeredAt }: { registeredAt: string }) =>
      fact('StudentReinstated', { details: annLee, availability: [], assignments: [], sample: false, registeredAt }),
  };
};

/** What happened to one teacher. */
export const teacherFacts = (teacherId: string, studioId = 'studio') => {
  const fact = (type: string, data: object): Fact => ({
    stream: `teacher-${studioId}.${teacherId}`,
    type,
    data: { teacherId, ...data },
    studioId,
  });
  return {
    registered: (details: Partial<TeacherDetails> = {}) =>
      fact('TeacherRegistered', { details: { ...danaWhitfield, ...details }, sample: false }),
    changed: (changes: Partial<TeacherDetails>) => fact('TeacherDetailsChanged', { changes }),
    availabilitySet: (availability: object[]) => fact('TeacherAvailabilitySet', { availability }),
    removed: (name: string, on = '2026-11-23') => fact('TeacherRemoved', { name, on }),
    reinstated: ({ registeredAt }: { registeredAt: string }) =>
      fact('TeacherReinstated', { details: danaWhitfield, availability: [], sample: false, registeredAt }),
  };
};

export const erased = (studioId = 'studio'): Fact => ({
  stream: 'erasures',
  type: 'StudioErased',
  data: { studioId },
  studioId,
});
