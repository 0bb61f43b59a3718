import type { Lesson } from '@rondo/contracts/api/lessons.ts';
import { toTimeText } from '@rondo/contracts/calendar/times.ts';
import { detailsOf } from '@rondo/contracts/lessons/details.ts';
import type { LessonRow, PersonRow } from '@rondo/projections/lessons/queries.ts';
import { shownRevision } from './shown-revision.ts';

const unknownStudent = 'Unknown Student';

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

/** A lesson as the API shows it; `driveTime` is set by callers that know the day around it. */
export const lessonView = (
  row: Omit<LessonRow, 'first_day' | 'last_day'>,
  people: ReadonlyMap<string, PersonRow>,
): Lesson => {
  const { lesson } = row;
  const teacher = people.get(row.teacher_id);
  return {
    id: row.lesson_id,
    userId: row.studio_id,
    studentId: lesson.studentId,
    teacherId: row.teacher_id,
    student: studentOf(people.get(lesson.studentId ?? ''), lesson.studentId),
    teacher: { id: row.teacher_id, name: teacher ? nameOf(teacher) : 'Unknown Teacher' },
    dayOfWeek: lesson.dayOfWeek,
    startTime: toTimeText(lesson.start),
    endTime: toTimeText(lesson.start + lesson.duration),
    duration: lesson.duration,
    lessonDate: lesson.date ?? '',
    status: lesson.status,
    source: lesson.source,
    isManual: lesson.source === 'manual',
    entryType: lesson.entryType,
    ...detailsOf(lesson),
    driveTime: lesson.driveMinutes,
    googleCalendarEventId: null,
    createdAt: row.created_at,
    validFrom: lesson.validFrom,
    validTo: lesson.validTo,
    skips: lesson.skips,
    seriesId: lesson.seriesId,
    originalDate: lesson.originalDate,
    continues: lesson.continues,
    reportId: lesson.reportId,
    revision: shownRevision(row.teacher_id, row.revision),
  };
};
