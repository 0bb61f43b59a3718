import { isWeekly } from '@rondo/contracts/calendar/rows.ts';
import { asRejected } from '../../schedule/plan/as-rejected.ts';
import { seriesFrom } from '../../schedule/state.ts';
import type { Week } from '../plan-week.ts';
import type { RunInput } from './gather.ts';

/** The optimized lessons as last accepted: this teacher's, and those with others that the plan takes over. */
export const acceptedLessons = ({ teacherId, state, now, elsewhere }: Week, { startsOn, endsElsewhere }: RunInput) => [
  ...seriesFrom(asRejected(state, now.today), startsOn)
    .filter(({ source, studentId }) => source === 'optimized' && studentId !== null)
    .map((lesson) => ({ teacherId, lesson })),
  ...elsewhere.flatMap(({ teacherId: other, lesson }) =>
    isWeekly(lesson) && endsElsewhere.some(({ lessonId }) => lessonId === lesson.lessonId)
      ? [{ teacherId: other, lesson }]
      : [],
  ),
];
