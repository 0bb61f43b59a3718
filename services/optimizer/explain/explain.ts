import type { Figures, Violation } from '../week/check.ts';
import type { Instance, PlannedLesson } from '../week/instance.ts';
import type { Names } from '../week/wording.ts';
import { reportDays, type DayReport } from './days.ts';
import { explainLeftOut, type LeftOut } from './left-out.ts';
import { explainPlaced, type Placed } from './placed.ts';
import { planOf } from './plan.ts';
import { reportTour, type TourReport } from './tours.ts';
import { vacantSlots, type VacantSlot } from './vacancies.ts';
import { widerLayouts } from './would-fit/wider-teacher.ts';

/** Everything a report says about a plan. Minutes are minutes after midnight or lengths; sentences are for users. */
export type Explanation = {
  readonly figures: Figures;
  /** Fixed lessons that contradict each other or the windows, with names. */
  readonly conflicts: readonly Violation[];
  readonly placed: readonly Placed[];
  readonly leftOut: readonly LeftOut[];
  /** One for each window of the teacher, in their order. */
  readonly tours: readonly TourReport[];
  readonly days: readonly DayReport[];
  readonly vacantSlots: readonly VacantSlot[];
  readonly totalVacantMinutes: number;
};

/**
 * Explains a plan from the instance alone, so that it works for any valid plan, from any source.
 * @param names students' display names, by id
 * @throws Error when the plan breaks a rule (contradicting fixed lessons excepted)
 */
export const explain = (instance: Instance, lessons: readonly PlannedLesson[], names: Names = {}): Explanation => {
  const plan = planOf(instance, lessons, names);
  const layouts = widerLayouts(plan);
  const slots = vacantSlots(plan);
  return {
    figures: plan.figures,
    conflicts: plan.conflicts,
    placed: explainPlaced(plan),
    leftOut: plan.leftOut.map((node) => explainLeftOut(plan, layouts, node)),
    tours: plan.tours.map((tour) => reportTour(plan, tour)),
    days: reportDays(plan, slots),
    vacantSlots: slots,
    totalVacantMinutes: slots.reduce((sum, { minutes }) => sum + minutes, 0),
  };
};
