import type { MovesCurve } from '@rondo/contracts/events/schedule/report-content.ts';
import { countsAs, movesSentence, suggestedPoint } from '@rondo/contracts/lessons/moves-curve.ts';
import type { PersonRow } from '@rondo/projections/lessons/queries.ts';
import type { MoveRules } from '../../../optimizer/moves/moves.ts';
import type { CurveOfParts } from '../../../optimizer/threads/worker.ts';
import { toursAreDays } from '../instance/drives-of-days.ts';
import { movedFamilies, type WeekOfRun } from '../moving.ts';
import type { PlannerServices } from '../plan-week.ts';
import { goalsProven } from './counts.ts';
import type { ReportInput } from './report-input.ts';
import { stopsWith } from './report-week.ts';
import { weekDriver } from './week-driving.ts';

/** A run with its counts, and what counts as a move in it. */
export type CurveSource = Pick<ReportInput, 'countsOf'> & {
  /** By teacher. */
  readonly parts: readonly (WeekOfRun & Pick<ReportInput, 'run'>)[];
  /** Where students and teachers live. */
  readonly people: ReadonlyMap<string, PersonRow>;
  readonly rules: MoveRules;
};

/** A curve with the figures that reports and screens show. @param callWorth minutes of driving a week that a call to a family is worth */
export const movesCurveOf = async (
  services: PlannerServices,
  { parts, people, countsOf, rules }: CurveSource,
  { points, least, leastProven, seconds }: CurveOfParts,
  callWorth: number,
): Promise<MovesCurve> => {
  const drivers = await Promise.all(
    parts.map(({ week: { studioId, teacherId }, input }) =>
      weekDriver(services, { studioId, teacherId, placed: input.fixed, people }),
    ),
  );
  const isExact = parts.every(({ input }) => toursAreDays(input));
  const views: MovesCurve['points'][number][] = [];
  for (const { n, moved, leastDriving, solution } of points) {
    const solved = solution.map((part) => part.solution);
    const sum = (of: (part: (typeof solved)[number]) => number): number =>
      solved.reduce((total, part) => total + of(part), 0);
    const { placed, preferred } = countsOf({
      scheduled: sum(({ figures }) => figures.scheduled),
      preferred: sum(({ figures }) => figures.preferred),
      bound: sum(({ bound }) => bound.students),
    });
    let driveMinutes = 0;
    for (const [index, { lessons }] of solved.entries()) {
      const [part, drive] = [parts[index], drivers[index]];
      if (!part || !drive) throw new Error('A teacher has no part in the plan.');
      const { students } = part.week;
      driveMinutes += (await drive(stopsWith(lessons, { ...part, students, lessonIds: new Map() }))).minutes;
    }
    const proven = solved[0]?.proven ?? { students: false, preferred: false, drive: false, idle: false };
    const lessons = solved.flatMap((one, index) =>
      one.lessons.map((lesson) => ({ ...lesson, teacherId: parts[index]?.week.teacherId ?? '' })),
    );
    views.push({
      n,
      moved: movedFamilies(parts, rules.tolerance, { moved, lessons }),
      placed,
      preferred,
      driveMinutes,
      idleMinutes: sum(({ figures }) => figures.idleMinutes),
      saves: (views.at(-1)?.driveMinutes ?? driveMinutes) - driveMinutes,
      proven: goalsProven(proven, { toursAreDays: isExact }),
      gap: isExact && leastDriving !== null ? sum(({ figures }) => figures.driveMinutes) - leastDriving : null,
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
