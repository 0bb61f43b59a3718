import type { MovesCurve } from '@rondo/contracts/events/schedule/report-content.ts';
import { countsAs, movesSentence, suggestedPoint } from '@rondo/contracts/lessons/moves-curve.ts';
import type { PersonRow } from '@rondo/projections/lessons/queries.ts';
import type { MoveRules } from '../../../optimizer/moves/moves.ts';
import type { Curve } from '../../../optimizer/moves/plan-within.ts';
import { toursAreDays } from '../instance/drives-of-days.ts';
import { movedFamilies } from '../moving.ts';
import type { PlannerServices, Week } from '../plan-week.ts';
import { goalsProven } from './counts.ts';
import type { ReportInput } from './report-input.ts';
import { stopsWith } from './report-week.ts';
import { weekDriver } from './week-driving.ts';

/** A run with its counts, and what counts as a move in it. */
export type CurveSource = Pick<ReportInput, 'input' | 'run' | 'countsOf'> & {
  readonly week: Week;
  /** Where students and teachers live. */
  readonly people: ReadonlyMap<string, PersonRow>;
  readonly rules: MoveRules;
};

/** A curve with the figures that reports and screens show. @param callWorth minutes of driving a week that a call to a family is worth */
export const movesCurveOf = async (
  services: PlannerServices,
  { week, people, input, run, countsOf, rules }: CurveSource,
  { points, least, leastProven, seconds }: Curve,
  callWorth: number,
): Promise<MovesCurve> => {
  const { studioId, teacherId, students } = week;
  const drive = await weekDriver(services, { studioId, teacherId, placed: input.fixed, people });
  const isExact = toursAreDays(input);
  const views: MovesCurve['points'][number][] = [];
  for (const { n, moved, leastDriving, solution } of points) {
    const { lessons, figures, proven, bound } = solution;
    const { placed, preferred } = countsOf({ ...figures, bound: bound.students });
    const { minutes: driveMinutes } = await drive(stopsWith(lessons, { input, run, students, lessonIds: new Map() }));
    views.push({
      n,
      moved: movedFamilies(week, input, rules.tolerance, { moved, lessons }),
      placed,
      preferred,
      driveMinutes,
      idleMinutes: figures.idleMinutes,
      saves: (views.at(-1)?.driveMinutes ?? driveMinutes) - driveMinutes,
      proven: goalsProven(proven, { toursAreDays: isExact }),
      gap: isExact && leastDriving !== null ? figures.driveMinutes - leastDriving : null,
    });
  }
  const counted = views.map((point) => ({ ...point, moved: point.moved.length }));
  const [first] = counted;
  const suggested = suggestedPoint(counted, callWorth);
  if (!first || !suggested) throw new Error('A curve has a point for the fewest families.');
  return {
    families: new Set(Object.values(rules.households)).size,
    least,
    leastProven,
    points: views,
    suggested: countsAs(suggested, least) ?? least,
    sentence: movesSentence(first, suggested, { moved: least, isProven: leastProven }),
    seconds,
  };
};
