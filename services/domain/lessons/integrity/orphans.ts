import type { OrphanedLesson } from '@rondo/contracts/api/data-integrity.ts';
import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { isWeekly, nextDateOf } from '@rondo/contracts/calendar/rows.ts';
import { toTimeText } from '@rondo/contracts/calendar/times.ts';
import { seriesDates } from '@rondo/contracts/calendar/series.ts';
import type { Lesson } from '@rondo/contracts/events/lesson.ts';
import type { Orphan } from '@rondo/projections/integrity/queries.ts';

const reasons: Readonly<Record<Orphan['missing'], string>> = {
  student: 'Its student is unknown',
  teacher: 'Its teacher is unknown',
  both: 'Its student and its teacher are unknown',
};

/** The next date from today on, or else the last one. */
const shownOn = (lesson: Lesson, today: IsoDate): IsoDate => {
  if (!isWeekly(lesson)) return lesson.date ?? today;
  const { validFrom, validTo } = lesson;
  const next = nextDateOf(lesson, today);
  return next ?? seriesDates(lesson, validFrom, validTo ?? today).at(-1) ?? validFrom;
};

/** An orphaned lesson as the API shows it. */
export const orphanView = ({ lesson, lesson_id: id, teacher_id, missing }: Orphan, today: IsoDate): OrphanedLesson => ({
  id,
  lessonDate: lesson.date ?? '',
  dayOfWeek: lesson.dayOfWeek,
  source: lesson.source,
  startTime: toTimeText(lesson.start),
  endTime: toTimeText(lesson.start + lesson.duration),
  orphanedReason: reasons[missing],
  status: lesson.status,
  teacherId: missing === 'student' ? teacher_id : null,
  shownOn: shownOn(lesson, today),
});
