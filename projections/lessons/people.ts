import type { Location } from '@rondo/contracts/events/fields.ts';
import { studentDetails, studentEvents } from '@rondo/contracts/events/student.ts';
import { teacherDetails, teacherEvents } from '@rondo/contracts/events/teacher.ts';
import { parseStreamName } from '@rondo/contracts/events/stream-name.ts';
import type { z } from 'zod';
import { eventReader } from '../runner/events.ts';
import { put, reading, type Handled, type RowOf } from '../runner/read-model.ts';
import type { SourceEvent } from '../runner/source.ts';
import { peopleTable } from './table.ts';

type Person = RowOf<typeof peopleTable>;

const readStudent = eventReader(studentEvents);
const readTeacher = eventReader(teacherEvents);

const studentChanges = studentDetails.partial();
const teacherChanges = teacherDetails.partial();
type StudentChanges = z.output<typeof studentChanges>;
type TeacherChanges = z.output<typeof teacherChanges>;

const placed = (location: Location | null): Pick<Person, 'latitude' | 'longitude' | 'precision'> =>
  location ?? { latitude: null, longitude: null, precision: null };

type Shown = Omit<Person, 'studio_id' | 'person_id' | 'removed'>;

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

const nobody: Shown = {
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
const shownBy = (recorded: SourceEvent): { id: string; changes: Partial<Shown>; removed?: boolean } | null => {
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

export const onPerson = (recorded: SourceEvent): Handled | null => {
  const shown = shownBy(recorded);
  if (!shown) return null;
  const key = [recorded.metadata.studioId, shown.id];
  return reading(peopleTable, [key], (rows) => {
    const before = rows.get(peopleTable, key) ?? {
      ...nobody,
      studio_id: recorded.metadata.studioId,
      person_id: shown.id,
      removed: false,
    };
    return [put(peopleTable, { ...before, ...shown.changes, removed: shown.removed ?? before.removed })];
  });
};
