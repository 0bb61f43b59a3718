import { at } from '../../arrays.ts';
import { fitsAt } from '../../search/insertion.ts';
import type { PlannedLesson } from '../../week/instance.ts';
import { plain } from '../../week/problem.ts';
import { addedDrive, copyWeek, insert, positionOf, retime, stopAt, takeOut, type Week } from '../../week/week.ts';
import type { Change } from './changes.ts';
import { studentOf, type Plan } from '../plan.ts';
import { retimedLessons, tourStops, tourStopsWith } from './retimed-tour.ts';

/** A change that would place a student, with the new lessons of every tour it touches. */
export type Candidate = {
  readonly change: Change;
  readonly lessons: readonly PlannedLesson[];
  /** Added minutes of driving a week. */
  readonly drive: number;
};

type Place = { readonly tour: number; readonly position: number; readonly drive: number };

/** Possible places for a student in a week, all others keeping their order; cheapest first. */
const placesFor = (week: Week, node: number): Place[] => {
  const places: Place[] = [];
  for (let tour = 0; tour < week.problem.tours; tour++)
    for (let position = 0; position <= at(week.length, tour); position++)
      if (fitsAt(week, tour, position, [node])) {
        const [before, after] = [stopAt(week, tour, position - 1), stopAt(week, tour, position)];
        places.push({ tour, position, drive: addedDrive(week.problem, before, node, after) });
      }
  return places.toSorted((a, b) => a.drive - b.drive);
};

/** Uses free time: others keep their day and order. */
export const asItIs = (plan: Plan, node: number): Candidate[] =>
  placesFor(plan.week, node).flatMap(({ tour, position, drive }) => {
    const lessons = retimedLessons(plan, tour, tourStopsWith(plan, tour, position, { node }));
    return lessons ? [{ change: { kind: 'none' as const }, lessons, drive }] : [];
  });

/** Moves another family elsewhere in the plan and gives the student their time. */
export const withFamilyMoved = (plan: Plan, node: number): Candidate[] =>
  plan.tours.flatMap(({ stops, index }) =>
    stops
      .filter((stop) => at(plan.problem.fixedTour, stop.node) < 0)
      .flatMap((stop) => {
        const week = copyWeek(plan.week);
        takeOut(week, index, positionOf(week, stop.node));
        if (retime(week, index) >= 0) return [];
        const place = placesFor(week, node)[0];
        if (!place) return [];
        insert(week, place.tour, place.position, node, plain);
        return movesOf(plan, week, stop.node);
      }),
  );

/** Puts the moved family back at its cheapest place of a week, and sets the times of every changed tour. */
const movesOf = (plan: Plan, week: Week, moved: number): Candidate[] => {
  const place = placesFor(week, moved)[0];
  if (!place) return [];
  const drive = week.totals.drive + place.drive - plan.figures.driveMinutes;
  insert(week, place.tour, place.position, moved, plain);
  const id = studentOf(plan, moved).id;
  const from = plan.lessons.find(({ studentId }) => studentId === id);
  const lessons = changedTours(plan, week);
  const to = lessons?.find(({ studentId }) => studentId === id);
  return from && to && lessons ? [{ change: { kind: 'move-family', from, to }, lessons, drive }] : [];
};

const changedTours = (plan: Plan, week: Week): PlannedLesson[] | undefined => {
  const lessons: PlannedLesson[] = [];
  for (const { index } of plan.tours) {
    const before = tourStops(plan, index);
    const order = Array.from({ length: at(week.length, index) }, (_, position) => stopAt(week, index, position));
    if (order.every((node, position) => node === before[position]?.node) && order.length === before.length) continue;
    const stayed = new Map(before.map((stop) => [stop.node, stop]));
    const retimed = retimedLessons(
      plan,
      index,
      order.map((node) => stayed.get(node) ?? { node }),
    );
    if (!retimed) return undefined;
    lessons.push(...retimed);
  }
  return lessons;
};
