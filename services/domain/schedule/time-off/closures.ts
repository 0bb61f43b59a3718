import { closedOn, closuresOver, type ClosedOn, type Closure } from '@rondo/contracts/calendar/closures/closures.ts';
import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import type { EnteredClosure } from '@rondo/contracts/events/schedule/timeoff.ts';
import type { Lesson } from '@rondo/contracts/events/schedule/lesson.ts';
import type { ScheduleEvent } from '@rondo/contracts/events/schedule/schedule.ts';
import { timeoffModel } from '@rondo/projections/timeoff/project.ts';
import { closuresInOrder, listClosures } from '@rondo/projections/timeoff/queries.ts';
import { closuresTable } from '@rondo/projections/timeoff/table.ts';
import { InvalidInput } from '../../../platform/kit/errors.ts';
import type { Services } from '../../../platform/kit/services.ts';
import type { Moment } from '../../../platform/models/moments/moments.ts';
import type { TaughtRow } from '../plan/as-rejected.ts';
import type { ScheduleState } from '../state.ts';

/** A studio's closures as lists show them, removed ones too. */
export const closuresNow = ({ models }: Pick<Services, 'models'>, studioId: string): Promise<EnteredClosure[]> =>
  listClosures(timeoffModel.read(models), studioId);

/** The closures as they were at a moment. */
export const closuresThen = async (moment: Moment): Promise<EnteredClosure[]> =>
  closuresInOrder((await moment.of(timeoffModel)).rows(closuresTable));

/** The closures of a teacher's schedule. */
export type Closing = { readonly teacherId: string; readonly closures: readonly Closure[] };

/** For a schedule in which nothing is closed. */
export const nothingClosed: Closing = { teacherId: '', closures: [] };

/** What closes the dates of a teacher's rows. @param others rows of other teachers, whose closures are their own */
export const closingFor = (
  closures: readonly Closure[],
  teacherId: string,
  others: readonly TaughtRow[] = [],
): { readonly closedOn: ClosedOn<Lesson>; readonly closuresOver: (lesson: Lesson, date: IsoDate) => string[] } => {
  const elsewhere = new Map(others.map((row) => [row.lesson.lessonId, row.teacherId]));
  const teacherOf = ({ lessonId }: Lesson): string => elsewhere.get(lessonId) ?? teacherId;
  const over = (lesson: Lesson, date: IsoDate): string[] => {
    const { start, duration } = lesson;
    const all = closuresOver(closures, { teacherId: teacherOf(lesson), date, start, duration });
    return all.map(({ closureId }) => closureId);
  };
  return { closedOn: closedOn(closures, teacherOf), closuresOver: over };
};

/** Which dates of rows are closed. */
export const closedAmong = (closures: readonly Closure[], rows: readonly TaughtRow[]): ClosedOn<Lesson> =>
  closingFor(closures, '', rows).closedOn;

type Decide = (state: ScheduleState) => ScheduleEvent[];

/** A decision whose single date takes place although its time is closed. @throws InvalidInput for a series */
export const keepingIn =
  (closures: readonly Closure[], teacherId: string, decide: Decide): Decide =>
  (state) => {
    const keep = (lesson: Lesson): Lesson => {
      const { date, start, duration } = lesson;
      if (date === null) throw new InvalidInput('Only single lessons can be kept.');
      const over = closuresOver(closures, { teacherId, date, start, duration });
      return { ...lesson, keptIn: over.map(({ closureId }) => closureId) };
    };
    return decide(state).map((event) => {
      if (event.type === 'LessonCreated') return { ...event, data: { ...event.data, lesson: keep(event.data.lesson) } };
      if (event.type === 'LessonEdited') return { ...event, data: { ...event.data, lesson: keep(event.data.lesson) } };
      return event.type === 'LessonRescheduled'
        ? { ...event, data: { ...event.data, lesson: keep(event.data.lesson) } }
        : event;
    });
  };
