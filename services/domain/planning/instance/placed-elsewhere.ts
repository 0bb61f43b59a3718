import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { overlapWeekly } from '@rondo/contracts/calendar/rows.ts';
import { PlanOutdated } from '../../schedule/plan/fixed.ts';
import type { Placement } from '../../schedule/plan/plan.ts';
import type { LessonElsewhere, StudentTimes } from '../../schedule/lookup/student-times.ts';
import { staysElsewhere } from './gather.ts';

/** @throws PlanOutdated when a placement overlaps a lesson that its student keeps with another teacher */
const refusePlacedTwice = (
  placements: readonly Placement[],
  elsewhere: readonly LessonElsewhere[],
  startsOn: IsoDate,
): void => {
  for (const placement of placements)
    for (const { lesson } of elsewhere)
      if (
        lesson.studentId === placement.studentId &&
        staysElsewhere(lesson, startsOn) &&
        overlapWeekly(lesson, placement)
      )
        throw new PlanOutdated(`${placement.lessonId} overlaps ${lesson.lessonId}, which is with another teacher.`);
};

/**
 * Decides on placements while their students' time is locked, and checks that time again: it may have been taken while solving.
 * @throws PlanOutdated
 */
export const decidePlaced = <T>(
  times: StudentTimes,
  { studioId, teacherId, startsOn }: { studioId: string; teacherId: string; startsOn: IsoDate },
  placements: readonly Placement[],
  decide: () => Promise<T>,
): Promise<T> =>
  times.hold(
    studioId,
    placements.map(({ studentId }) => studentId),
    async () => {
      refusePlacedTwice(placements, await times.elsewhere(studioId, teacherId), startsOn);
      return decide();
    },
  );
