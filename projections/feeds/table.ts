import { lesson } from '@rondo/contracts/events/schedule/lesson.ts';
import { z } from 'zod';
import { personShape } from '../shared/person.ts';
import { defineTable } from '../runner/read-model.ts';

/** The lessons of shared calendars: one row per series, dated lesson or occurrence. */
export const feedLessonsTable = defineTable({
  name: 'lessons',
  row: z.object({
    studio_id: z.string(),
    lesson_id: z.string(),
    teacher_id: z.string(),
    student_id: z.string().nullable(),
    series_id: z.string().nullable(),
    first_day: z.string(),
    last_day: z.string().nullable(),
    lesson,
  }),
  key: ['studio_id', 'lesson_id'],
  indexes: [
    ['studio_id', 'teacher_id'],
    ['studio_id', 'student_id'],
    ['studio_id', 'series_id'],
  ],
});

/** From a Monday on, until the next such entry: how many events have touched the weeks, and when the last one did. '' is before every week. */
const weeksTouched = z.object({ from: z.string(), count: z.number().int(), at: z.string() });

/** What has touched a lesson, week by week. Rows outlive their lessons, so that counts never go down. */
export const touchesTable = defineTable({
  name: 'touches',
  row: z.object({
    studio_id: z.string(),
    lesson_id: z.string(),
    /** Everyone in whose calendar it was: teachers, students, the student of its series, and those of its single dates. */
    people: z.array(z.string()),
    weeks: z.array(weeksTouched),
    /** How many events have touched it in any week, and when the last one did: for a lesson that keeps its name in whatever week it is. */
    count: z.number().int(),
    at: z.string(),
  }),
  key: ['studio_id', 'lesson_id'],
});

/** The last event that changed the lessons in someone's calendar. */
export const feedsTable = defineTable({
  name: 'feeds',
  row: z.object({
    studio_id: z.string(),
    /** A student or a teacher. */
    person_id: z.string(),
    /** The event's position. */
    version: z.string(),
    changed_at: z.string(),
  }),
  key: ['studio_id', 'person_id'],
  positions: ['version'],
});

/** The newest run of each teacher's schedule, by its batch: calendars show nothing of it before its plan is accepted. */
export const runsTable = defineTable({
  name: 'runs',
  row: z.object({
    studio_id: z.string(),
    teacher_id: z.string(),
    batch_id: z.string(),
    /** Everyone in whose calendar were lessons that a run of this teacher has changed: accepting a plan changes what they see. */
    people: z.array(z.string()),
  }),
  key: ['studio_id', 'teacher_id'],
});

/** Names and addresses, with the number of their changes. A removed person keeps only the name. */
export const feedPeopleTable = defineTable({
  name: 'people',
  row: z.object({
    studio_id: z.string(),
    person_id: z.string(),
    ...personShape,
    removed: z.boolean(),
    changes: z.number().int(),
    changed_at: z.string(),
  }),
  key: ['studio_id', 'person_id'],
});

/** What all calendars of a studio depend on: the time zone with the number of its changes, and the last event that changed a name or an address. */
export const feedStudiosTable = defineTable({
  name: 'studios',
  row: z.object({
    studio_id: z.string(),
    /** Null before the studio is opened. */
    time_zone: z.string().nullable(),
    changes: z.number().int(),
    changed_at: z.string(),
    /** The position of the last event that changed a name, an address or the time zone. */
    version: z.string(),
  }),
  key: ['studio_id'],
  positions: ['version'],
});
