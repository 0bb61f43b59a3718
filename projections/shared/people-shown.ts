import type { Location } from '@rondo/contracts/events/fields.ts';
import { studentDetails, studentEvents } from '@rondo/contracts/events/student.ts';
import { teacherDetails, teacherEvents } from '@rondo/contracts/events/teacher.ts';
import { parseStreamName } from '@rondo/contracts/events/stream-name.ts';
import { z } from 'zod';
import { eventReader } from '../runner/events.ts';
import type { SourceEvent } from '../runner/source.ts';

/** What lessons show of a student or teacher. */
export const personShape = {
  first_name: z.string(),
  last_name: z.string(),
  address: z.string().nullable(),
  city: z.string().nullable(),
  zip_code: z.string().nullable(),
  phone: z.string().nullable(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  precision: z.enum(['exact', 'zip', 'city']).nullable(),
};
const person = z.object(personShape);
type Shown = z.infer<typeof person>;

export const personColumns = {
  first_name: 'text',
  last_name: 'text',
  address: 'text',
  city: 'text',
  zip_code: 'text',
  phone: 'text',
  latitude: 'double precision',
  longitude: 'double precision',
  precision: 'text',
} as const;

const readStudent = eventReader(studentEvents);
const readTeacher = eventReader(teacherEvents);

const studentChanges = studentDetails.partial();
const teacherChanges = teacherDetails.partial();
type StudentChanges = z.output<typeof studentChanges>;
type TeacherChanges = z.output<typeof teacherChanges>;

const placed = (location: Location | null): Pick<Shown, 'latitude' | 'longitude' | 'precision'> =>
  location ?? { latitude: null, longitude: null, precision: null };

const ofStudent = (details: StudentChanges): Partial<Shown> => ({
  ...(details.firstName === undefined ? {} : { first_name: details.firstName }),
  ...(details.lastName === undefined ? {} : { last_name: details.lastName }),
  ...ofAddress(details),
});

const ofTeacher = (details: TeacherChanges): Partial<Shown> => ({
  ...(details.name === undefined ? {} : { first_name: details.name, last_name: '' }),
  ...ofAddress(details),
});

const ofAddress = (details: StudentChanges | TeacherChanges): Partial<Shown> => ({
  ...(details.address === undefined ? {} : { address: details.address }),
  ...(details.city === undefined ? {} : { city: details.city }),
  ...(details.zipCode === undefined ? {} : { zip_code: details.zipCode }),
  ...(details.phone === undefined ? {} : { phone: details.phone }),
  ...(details.location === undefined ? {} : placed(details.location)),
});

export const nobody: Shown = {
  first_name: '',
  last_name: '',
  address: null,
  city: null,
  zip_code: null,
  phone: null,
  latitude: null,
  longitude: null,
  precision: null,
};

/** What an event in a student's or teacher's stream changes on the people that lessons show; null when it changes nothing. */
export const shownBy = (recorded: SourceEvent): { id: string; changes: Partial<Shown>; removed?: boolean } | null => {
  if (parseStreamName(recorded.stream).category === 'student') {
    const event = readStudent(recorded);
    const id = event.data.studentId;
    if (event.type === 'StudentRegistered') return { id, changes: { ...nobody, ...ofStudent(event.data.details) } };
    if (event.type === 'StudentDetailsChanged') return { id, changes: ofStudent(event.data.changes) };
    if (event.type === 'StudentLocated') {
      const { city, zipCode, location } = event.data;
      return { id, changes: ofAddress({ city, zipCode, location }) };
    }
    if (event.type === 'StudentRemoved') return { id, changes: forgotten, removed: true };
    if (event.type === 'StudentReinstated')
      return { id, changes: { ...nobody, ...ofStudent(event.data.details) }, removed: false };
    return null;
  }
  const event = readTeacher(recorded);
  const id = event.data.teacherId;
  if (event.type === 'TeacherRegistered') return { id, changes: { ...nobody, ...ofTeacher(event.data.details) } };
  if (event.type === 'TeacherDetailsChanged') return { id, changes: ofTeacher(event.data.changes) };
  if (event.type === 'TeacherRemoved') return { id, changes: forgotten, removed: true };
  if (event.type === 'TeacherReinstated')
    return { id, changes: { ...nobody, ...ofTeacher(event.data.details) }, removed: false };
  return null;
};

const { first_name: _first, last_name: _last, ...forgotten } = nobody;
