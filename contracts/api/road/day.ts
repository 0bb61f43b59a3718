import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { dateText, id, revision } from '../shapes.ts';
import { contact, question } from './question.ts';

const drive = z.object({
  minutes: z.number(),
  source: z.enum(['map', 'own']),
  /** What the map says. */
  map: z.number(),
  /** What the teacher's own drives say; null while too few are known. */
  own: z.object({ minutes: z.number(), count: z.number() }).nullable(),
  /** Why the minutes are an estimate or approximate, although a maps service is configured. */
  notice: z.string().nullable(),
});

/** One stop of a day, cancelled and closed ones too, in their place without a drive. */
export const stop = z.object({
  lessonId: id,
  originalDate: z.string(),
  revision,
  entryType: z.enum(['lesson', 'appointment']),
  status: z.string(),
  /** Why its date is closed; null for any other, and for a closure without a reason. */
  closedReason: z.string().nullable(),
  studentId: id.nullable(),
  /** The student’s family, or the student without one: who is told together. */
  familyId: id.nullable(),
  title: z.string(),
  startTime: z.string(),
  endTime: z.string(),
  duration: z.number(),
  address: z.string().nullable(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  precision: z.enum(['exact', 'zip', 'city']).nullable(),
  /** From the stop before, from home to the first one; null where there is none, or the home is not known. */
  drive: drive.nullable(),
  leaveBy: z.string().nullable(),
  contact: contact.nullable(),
  doorNote: z.string().nullable(),
  notes: z.string().nullable(),
  lastNote: z.object({ date: z.string(), kind: z.enum(['family', 'private']), text: z.string() }).nullable(),
  attendance: z.enum(['taught', 'absent']).nullable(),
  stamps: z.object({ arrived: z.string().nullable(), done: z.string().nullable() }),
  estimate: z.object({ startTime: z.string(), endTime: z.string(), late: z.number() }).nullable(),
  told: z.number().nullable(),
});
export type Stop = z.infer<typeof stop>;

export const day = z.object({
  teacherId: id,
  teacherName: z.string(),
  date: z.string(),
  timeZone: z.string(),
  /** When it was computed. */
  asOf: z.string(),
  home: z.object({ address: z.string(), latitude: z.number().nullable(), longitude: z.number().nullable() }).nullable(),
  minutesBetween: z.number(),
  /** Null without a stop that takes place, and while the home is not known. */
  leaveHomeBy: z.string().nullable(),
  homeAt: z.string().nullable(),
  /** Minutes, but for the lessons. */
  figures: z.object({ lessons: z.number(), driving: z.number(), waiting: z.number() }),
  stops: z.array(stop),
  delay: z.object({ lessonId: id, minutes: z.number(), startTime: z.string(), at: z.string() }).nullable(),
  /** The questions of the day that are open, or have ended today. */
  asked: z.array(question),
});
export type RoadDay = z.infer<typeof day>;

/** What a day is read from. */
export const dayReads = [
  'lessons',
  'timeoff',
  'teachers',
  'students',
  'households',
  'billing',
  'day',
  'familynotes',
  'privatenotes',
  // It changes with each question to a family.
  'history',
] as const;

export const getDay = endpoint({
  method: 'GET',
  path: '/api/day',
  summary: 'All that a teacher needs on the road for one day: the stops in their order, the drives and when to leave.',
  query: z.object({ teacherId: id, date: dateText }),
  response: day,
  reads: dayReads,
});
