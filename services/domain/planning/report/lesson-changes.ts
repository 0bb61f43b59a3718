import { shortDayName } from '@rondo/contracts/calendar/dates.ts';
import { toTimeText } from '@rondo/contracts/calendar/times.ts';
import type { ReportContent } from '@rondo/contracts/events/schedule/report-content.ts';
import { titleOf } from '../instance/instance.ts';
import type { ReportInput } from './report-input.ts';

type Change = NonNullable<ReportContent['lessonChanges']>[number];
type WeeklyTime = NonNullable<Change['before']>;

const isSame = (a: WeeklyTime, b: WeeklyTime): boolean =>
  a.day === b.day && a.startTime === b.startTime && a.endTime === b.endTime && a.teacherName === b.teacherName;

/** What accepting changes for each family: its lessons with this teacher, and those with others that end. */
export const lessonChangesOf = (
  { input, accepted, students, teachers }: ReportInput,
  week: ReportContent['week'],
): Pick<ReportContent, 'lessonChanges' | 'unchangedLessons'> => {
  const own = input.teacher.teacher_id;
  const names = new Map<string, string>();
  const before = Map.groupBy(accepted, ({ lesson }) => lesson.studentId ?? '');
  for (const [studentId, [first]] of before) if (first) names.set(studentId, titleOf(first.lesson, students));
  const after = Map.groupBy(
    week.filter(({ source, studentId }) => source === 'optimized' && studentId !== null),
    ({ studentId }) => studentId ?? '',
  );
  for (const [studentId, [first]] of after) if (first) names.set(studentId, first.title);
  let unchangedLessons = 0;
  const lessonChanges = [...names].flatMap(([studentId, studentName]): Change[] => {
    const was = (before.get(studentId) ?? []).map(({ teacherId, lesson }): WeeklyTime => ({
      day: shortDayName(lesson.dayOfWeek),
      startTime: toTimeText(lesson.start),
      endTime: toTimeText(lesson.start + lesson.duration),
      teacherName: teacherId === own ? null : (teachers.get(teacherId)?.details.name ?? null),
    }));
    const is = (after.get(studentId) ?? []).map(({ day, startTime, endTime }): WeeklyTime => ({
      day,
      startTime,
      endTime,
      teacherName: null,
    }));
    const ending = was.filter((one) => !is.some((other) => isSame(one, other)));
    const coming = is.filter((one) => !was.some((other) => isSame(one, other)));
    unchangedLessons += is.length - coming.length;
    return Array.from({ length: Math.max(ending.length, coming.length) }, (_, i) => ({
      studentId,
      studentName,
      before: ending[i] ?? null,
      after: coming[i] ?? null,
    }));
  });
  return {
    lessonChanges: lessonChanges.toSorted((a, b) => a.studentName.localeCompare(b.studentName)),
    unchangedLessons,
  };
};
