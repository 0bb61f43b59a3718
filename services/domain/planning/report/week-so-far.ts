import { weekOrder } from '@rondo/contracts/calendar/dates.ts';
import type { ReportContent } from '@rondo/contracts/events/schedule/report-content.ts';
import type { PlannedLesson } from '../../../optimizer/week/instance.ts';
import { toursAreDays } from '../instance/drives-of-days.ts';
import type { RunInstance } from '../instance/instance.ts';
import { weekWith, type StopSource } from './report-week.ts';

/** The drives of each day, as the optimizer counts them. */
const drivesOf = ({ instance, fixedById }: RunInstance, lessons: readonly PlannedLesson[]) => {
  const indices = new Map(instance.students.map(({ id }, index) => [id, index + 1]));
  const leg = (from: string | undefined, to: string | undefined): number =>
    instance.driveMinutes[indices.get(from ?? '') ?? 0]?.[indices.get(to ?? '') ?? 0] ?? 0;
  return new Map(
    weekOrder.map((day) => {
      const ids = lessons
        .filter(({ dayOfWeek }) => dayOfWeek === day)
        .toSorted((a, b) => a.startTime - b.startTime)
        .map(({ studentId }) => studentId);
      const lessonIdOf = (id = ''): string => fixedById.get(id)?.lessonId ?? id;
      return [
        day,
        {
          driveTimes: new Map(ids.map((id, index) => [lessonIdOf(id), leg(ids[index - 1], id)])),
          last: lessonIdOf(ids.at(-1)),
          driveHome: leg(ids.at(-1), undefined),
        },
      ];
    }),
  );
};

/** The week that a run has found so far, as its report would have it. Without drives where screens count them otherwise than the optimizer. */
export const weekSoFar = (
  source: Pick<StopSource, 'input' | 'students'>,
  run: RunInstance,
): ((lessons: readonly PlannedLesson[]) => ReportContent['week']) => {
  const isDriving = toursAreDays(source.input);
  return (lessons) =>
    weekWith(lessons, { ...source, run, lessonIds: new Map() }, isDriving ? drivesOf(run, lessons) : new Map());
};
