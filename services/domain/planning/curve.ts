import type { MovesCurve } from '@rondo/contracts/events/schedule/report-content.ts';
import { gatheredRun, type RunOfTeacher } from './gathered.ts';
import { toursAreDays } from './instance/drives-of-days.ts';
import { instanceOf, type RunInstance } from './instance/instance.ts';
import { moveRulesOf } from './moving.ts';
import { curveSeconds, seed, type PlannerServices, type SolveControl } from './plan-week.ts';
import { progressControl } from './report/counts.ts';
import { movesCurveOf, type CurveSource } from './report/moves-curve.ts';
import type { Turn } from './run/turns.ts';
import { gatherTogether } from './together/gather-together.ts';
import { countsTogether, instancesOf, weeksTogether, withRuns } from './together/solve-together.ts';

type CurveRequest = Omit<RunOfTeacher, 'moving' | 'teacherId'> & {
  readonly tolerance: number;
  readonly callWorth: number;
  /** Present for several teachers together. */
  readonly mostChanges: number | undefined;
  readonly control: SolveControl;
  readonly isGuest: boolean;
  readonly turn: Turn;
};

type Weeks = Parameters<PlannerServices['optimizer']['curve']>[0];
type Source = Omit<CurveSource, 'rules'> & { readonly weeks: Weeks };

const sourceOf = async (
  services: PlannerServices,
  studioId: string,
  { tolerance, mostChanges, ...request }: CurveRequest,
): Promise<Source> => {
  const moving = { most: 0, tolerance };
  if (mostChanges !== undefined) {
    const gathered = await gatherTogether(services, studioId, { ...request, moving, mostChanges });
    const { parts } = gathered;
    const runs: RunInstance[] = await instancesOf(services, studioId, parts);
    return {
      parts: withRuns(parts, runs),
      people: parts[0]?.people ?? new Map(),
      countsOf: countsTogether(parts, runs),
      weeks: weeksTogether(gathered, runs, mostChanges),
    };
  }
  const [teacherId = ''] = request.teacherIds;
  const { week, people, input, countsIn } = await gatheredRun(services, studioId, { ...request, teacherId, moving });
  const { settings, students } = week;
  const run = await instanceOf({ input, settings, students, maps: services.maps.mapsFor(studioId) });
  return { parts: [{ week, input, run }], people, countsOf: countsIn(run), weeks: run.instance };
};

/** What it would be worth that families move, of one teacher's week or of several together. Writes nothing. @throws InvalidInput, NotFound */
export const curveFor = (services: PlannerServices, studioId: string, request: CurveRequest): Promise<MovesCurve> =>
  request.turn(async () => {
    const { weeks, ...source } = await sourceOf(services, studioId, request);
    const { parts, countsOf } = source;
    const [first] = parts;
    if (!first) throw new Error('A curve needs a teacher.');
    const rules = moveRulesOf(parts, request.tolerance);
    const isDriving = parts.every(({ input }) => toursAreDays(input));
    const options = progressControl(request.control, { countsOf, isDriving });
    const curve = await services.optimizer.curve(weeks, rules, {
      ...options,
      seed,
      milliseconds: curveSeconds(services, first.week, request.isGuest) * 1000,
    });
    options.signal?.throwIfAborted();
    return movesCurveOf(services, { ...source, rules }, curve, request.callWorth);
  });
