import { studentEvents, type StudentDetails } from '@rondo/contracts/events/student.ts';
import { teacherEvents, type TeacherDetails } from '@rondo/contracts/events/teacher.ts';
import { parseStreamName } from '@rondo/contracts/events/stream-name.ts';
import { z } from 'zod';
import { eventReader } from '../runner/events.ts';
import { decimal } from '../runner/read-model.ts';
import type { SourceEvent } from '../runner/source.ts';
import { definedFields } from '../kit/defined-fields.ts';

/** What lessons show of a student or teacher. */
export const personShape = {
  first_name: z.string(),
  last_name: z.string(),
  address: z.string().nullable(),
  city: z.string().nullable(),
  zip_code: z.string().nullable(),
  phone: z.string().nullable(),
  latitude: decimal.nullable(),
  longitude: decimal.nullable(),
  precision: z.enum(['exact', 'zip', 'city']).nullable(),
};
const person = z.object(personShape);
type Person = z.infer<typeof person>;

/** A removed person keeps only the name. */
const removedFields = {
  address: null,
  city: null,
  zip_code: null,
  phone: null,
  latitude: null,
  longitude: null,
  precision: null,
};

export const nobody: Person = { first_name: '', last_name: '', ...removedFields };

type Details<Fields> = { readonly [Name in keyof Fields]?: Fields[Name] | undefined };

const placeFields = ({ address, city, zipCode, phone, location }: Details<StudentDetails | TeacherDetails>) => {
  const { latitude, longitude, precision } = location ?? removedFields;
  return {
    address,
    city,
    zip_code: zipCode,
    phone,
    ...(location === undefined ? {} : { latitude, longitude, precision }),
  };
};

/** What some details of a student are in the row. */
const studentFields = (details: Details<StudentDetails>) =>
  definedFields({ first_name: details.firstName, last_name: details.lastName, ...placeFields(details) });

const teacherFields = (details: Details<TeacherDetails>) =>
  definedFields({
    first_name: details.name,
    last_name: details.name === undefined ? undefined : '',
    ...placeFields(details),
  });

const readStudent = eventReader(studentEvents);
const readTeacher = eventReader(teacherEvents);

type PersonChange = { readonly id: string; readonly fields: Partial<Person>; readonly removed?: boolean };

/** What an event in a student's or teacher's stream changes on the people that lessons show; null when it changes nothing. */
export const personChange = (recorded: SourceEvent): PersonChange | null =>
  parseStreamName(recorded.stream).category === studentEvents.name ? studentChange(recorded) : teacherChange(recorded);

const studentChange = (recorded: SourceEvent): PersonChange | null => {
  const event = readStudent(recorded);
  const id = event.data.studentId;
  switch (event.type) {
    case 'StudentRegistered':
      return { id, fields: { ...nobody, ...studentFields(event.data.details) } };
    case 'StudentReinstated':
      return { id, fields: { ...nobody, ...studentFields(event.data.details) }, removed: false };
    case 'StudentDetailsChanged':
      return { id, fields: studentFields(event.data.changes) };
    case 'StudentLocated': {
      const { city, zipCode, location } = event.data;
      return { id, fields: studentFields({ city, zipCode, location }) };
    }
    case 'StudentRemoved':
      return { id, fields: removedFields, removed: true };
    case 'StudentAvailabilitySet':
    case 'StudentTeachersSet':
    case 'StudentHouseholdSet':
      return null;
  }
};

const teacherChange = (recorded: SourceEvent): PersonChange | null => {
  const event = readTeacher(recorded);
  const id = event.data.teacherId;
  switch (event.type) {
    case 'TeacherRegistered':
      return { id, fields: { ...nobody, ...teacherFields(event.data.details) } };
    case 'TeacherReinstated':
      return { id, fields: { ...nobody, ...teacherFields(event.data.details) }, removed: false };
    case 'TeacherDetailsChanged':
      return { id, fields: teacherFields(event.data.changes) };
    case 'TeacherRemoved':
      return { id, fields: removedFields, removed: true };
    case 'TeacherAvailabilitySet':
      return null;
  }
};
