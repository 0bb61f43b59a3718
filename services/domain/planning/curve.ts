import type { MovesCurve } from '@rondo/contracts/events/schedule/report-content.ts';
import { gatheredRun, type RunOfTeacher } from './gathered.ts';
import { toursAreDays } from './instance/drives-of-days.ts';
import { instanceOf } from './instance/instance.ts';
import { moveRulesOf } from './moving.ts';
import { curveSeconds, seed, type PlannerServices, type SolveControl } from './plan-week.ts';
import { progressControl } from './report/counts.ts';
import { movesCurveOf } from './report/moves-curve.ts';
import type { Turn } from './run/turns.ts';

type CurveRequest = Omit<RunOfTeacher, 'moving'> & {
  readonly tolerance: number;
  readonly callWorth: number;
  readonly control: SolveControl;
  readonly isGuest: boolean;
  readonly turn: Turn;
};

/** What it would be worth that families move, of one teacher's week. Writes nothing. @throws InvalidInput, NotFound */
export const curveFor = (
  services: PlannerServices,
  studioId: string,
  { tolerance, callWorth, control, isGuest, turn, ...people }: CurveRequest,
): Promise<MovesCurve> =>
  turn(async () => {
    const gathered = await gatheredRun(services, studioId, { ...people, moving: { most: 0, tolerance } });
    const { week, people: homes, input, countsIn } = gathered;
    const { settings, students } = week;
    const run = await instanceOf({ input, settings, students, maps: services.maps.mapsFor(studioId) });
    const rules = moveRulesOf(week, input, tolerance);
    const countsOf = countsIn(run);
    const options = progressControl(control, { countsOf, isDriving: toursAreDays(input) });
    const curve = await services.optimizer.curve(run.instance, rules, {
      ...options,
      seed,
      milliseconds: curveSeconds(services, week, isGuest) * 1000,
    });
    options.signal?.throwIfAborted();
    return movesCurveOf(services, { week, people: homes, input, run, countsOf, rules }, curve, callWorth);
  });
