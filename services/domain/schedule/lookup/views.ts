import type { ClosedBy } from '@rondo/contracts/calendar/closures/closures.ts';
import { unknownStudent } from '@rondo/contracts/api/placeholders.ts';
import type { Lesson } from '@rondo/contracts/api/lessons.ts';
import type { Lesson as Row } from '@rondo/contracts/events/schedule/lesson.ts';
import { detailsOf } from '@rondo/contracts/lessons/plain-details.ts';
import { timingInApi } from '@rondo/contracts/lessons/timing.ts';
import type { LessonRow, PersonRow } from '@rondo/projections/lessons/queries.ts';
import { shownRevision } from './shown-revision.ts';

export const nameOf = ({ first_name, last_name }: PersonRow): string => `${first_name} ${last_name}`.trim();

const studentOf = (person: PersonRow | undefined, studentId: string | null): Lesson['student'] => {
  if (studentId === null) return null;
  return {
    id: studentId,
    firstName: person?.first_name ?? unknownStudent,
    lastName: person?.last_name ?? '',
    name: person ? nameOf(person) : unknownStudent,
    address: person?.address ?? null,
    city: person?.city ?? null,
    zipCode: person?.zip_code ?? null,
    phone: person?.phone ?? null,
  };
};

type Drive = { readonly minutes: number | null; readonly notice: string | null; readonly approximate: boolean };

/** Of an entry that is no stop, and of one whose day is not known. */
export const noDrive: Drive = { minutes: null, notice: null, approximate: false };

const makesUpView = (made: Row['makesUp']): Lesson['makesUp'] =>
  made && { date: made.date, until: made.until, by: made.by };

/** A lesson as the API shows it. `drive`: from the stop before, if the caller knows the day around it. */
export const lessonView = (
  row: Omit<LessonRow, 'first_day' | 'last_day'> & { readonly closedBy?: ClosedBy | null },
  people: ReadonlyMap<string, PersonRow>,
  drive: Drive = { ...noDrive, minutes: row.lesson.driveMinutes },
): Lesson => {
  const { lesson } = row;
  const teacher = people.get(row.teacher_id);
  return {
    userId: row.studio_id,
    studentId: lesson.studentId,
    teacherId: row.teacher_id,
    student: studentOf(people.get(lesson.studentId ?? ''), lesson.studentId),
    teacher: { id: row.teacher_id, name: teacher ? nameOf(teacher) : 'Unknown Teacher' },
    ...timingInApi(lesson),
    status: lesson.status,
    source: lesson.source,
    isManual: lesson.source === 'manual',
    entryType: lesson.entryType,
    ...detailsOf(lesson),
    driveTime: drive.minutes,
    driveNotice: drive.notice,
    driveApproximate: drive.approximate,
    googleCalendarEventId: null,
    createdAt: row.created_at,
    reportId: lesson.reportId,
    pin: lesson.pin,
    keptIn: lesson.keptIn,
    cancellation: lesson.cancellation,
    makesUp: makesUpView(lesson.makesUp),
    closedBy: row.closedBy ?? null,
    revision: shownRevision(row.teacher_id, row.revision),
  };
};
