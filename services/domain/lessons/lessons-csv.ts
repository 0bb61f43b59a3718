import { closedAmong, closuresNow } from '../schedule/time-off/closures.ts';
import { unknownStudent } from '@rondo/contracts/api/placeholders.ts';
import { addDays, shortDayName, dayOfWeekOf, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { isOccurrence, isWeekly } from '@rondo/contracts/calendar/rows.ts';
import { toTimeText } from '@rondo/contracts/calendar/times.ts';
import { calendarOf } from '@rondo/contracts/calendar/week.ts';
import type { Lesson } from '@rondo/contracts/events/schedule/lesson.ts';
import { listLessons, peopleById, type PersonRow } from '@rondo/projections/lessons/queries.ts';
import { lessonsModel } from '@rondo/projections/lessons/project.ts';
import { csvOf, typed, type Column } from '../../platform/http/bodies/csv.ts';
import { pauses } from '@rondo/projections/pacing/pauses.ts';
import { formatAddress } from '../../platform/maps/address.ts';
import type { Services } from '../../platform/kit/services.ts';
import { studioNow, type StudioNow } from '../studio/clock.ts';
import { nameOf } from '../schedule/lookup/views.ts';

/** One date of a lesson or an appointment. */
type Line = {
  readonly date: IsoDate;
  readonly lesson: Lesson;
  readonly teacher: PersonRow | undefined;
  readonly student: PersonRow | undefined;
  readonly isOver: boolean;
};

const statusOf = ({ lesson: { status }, isOver }: Line): string => {
  switch (status) {
    case 'cancelled':
      return 'Cancelled';
    case 'recommended':
      return 'Not confirmed yet';
    case 'optimized':
      return 'Pending';
    case 'scheduled':
      return isOver ? 'Completed' : 'Scheduled';
  }
};

const sources: Readonly<Record<Lesson['source'], string>> = {
  optimized: 'Optimized',
  manual: 'Manual',
  actual: 'Imported',
};

const studentName = ({ lesson, student }: Line): string | null => {
  if (student) return nameOf(student);
  return lesson.studentId === null ? null : unknownStudent;
};

const placeOf = ({ lesson: { customAddress }, student }: Line): string | null => {
  if (customAddress !== null) return customAddress;
  if (!student || student.address === null) return null;
  return formatAddress({ address: student.address, city: student.city, zipCode: student.zip_code });
};

const columns: readonly Column<Line>[] = [
  ['Date', ({ date }) => date],
  ['Day', ({ date }) => shortDayName(dayOfWeekOf(date))],
  ['Start', ({ lesson }) => toTimeText(lesson.start)],
  ['End', ({ lesson }) => toTimeText(lesson.start + lesson.duration)],
  ['Minutes', ({ lesson }) => lesson.duration],
  ['Kind', ({ lesson }) => (lesson.entryType === 'lesson' ? 'Lesson' : 'Appointment')],
  ['Student', (line) => typed(studentName(line))],
  ['Title', ({ lesson }) => typed(lesson.eventTitle)],
  ['Teacher', ({ teacher }) => typed(teacher ? nameOf(teacher) : 'Unknown Teacher')],
  ['Address', (line) => typed(placeOf(line))],
  ['Status', statusOf],
  ['Source', ({ lesson }) => sources[lesson.source]],
  ['Weekly', ({ lesson }) => (isWeekly(lesson) || isOccurrence(lesson) ? 'Yes' : 'No')],
  ['Notes', ({ lesson }) => typed(lesson.notes)],
];

type Period = { readonly from: IsoDate; readonly to: IsoDate; readonly teacherId?: string | undefined };

const isOver = (date: IsoDate, { start, duration }: Lesson, { today, minute }: StudioNow): boolean =>
  date < today || (date === today && start + duration <= minute);

/** Every lesson and appointment of a period as a CSV file, a line per date, in order; with `teacherId`, those of one teacher. */
export const lessonsAsCsv = async (
  services: Pick<Services, 'models' | 'settingsOf' | 'now'>,
  studioId: string,
  { from, to, teacherId }: Period,
): Promise<string> => {
  const db = lessonsModel.read(services.models);
  const [rows, people, now, closures] = await Promise.all([
    listLessons(db, studioId, { from, to, teacherId }),
    peopleById(db, studioId),
    studioNow(services, studioId),
    closuresNow(services, studioId),
  ]);
  const teacherOf = new Map(rows.map(({ lesson_id: id, teacher_id: teacher }) => [id, people.get(teacher)]));
  const taught = rows.map(({ teacher_id: teacher, lesson }) => ({ teacherId: teacher, lesson }));
  const calendar = calendarOf(
    rows.map(({ lesson }) => lesson),
    closedAmong(closures, taught),
  );
  const lines: Line[] = [];
  const pause = pauses();
  for (let date = from; date <= to; date = addDays(date, 1)) {
    for (const lesson of calendar.on(date)) {
      const student = lesson.studentId === null ? undefined : people.get(lesson.studentId);
      const teacher = teacherOf.get(lesson.lessonId);
      lines.push({ date, lesson, teacher, student, isOver: isOver(date, lesson, now) });
    }
    await pause();
  }
  return csvOf(columns, lines);
};
