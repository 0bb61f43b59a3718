import { addDays, weekOrder } from '@rondo/contracts/calendar/dates.ts';
import { homeToHome } from '@rondo/contracts/calendar/legs.ts';
import { byStart, isStop, nextDateOf } from '@rondo/contracts/calendar/rows.ts';
import { lastsTo } from '@rondo/contracts/calendar/series.ts';
import { peopleById } from '@rondo/projections/lessons/queries.ts';
import { lessonsModel } from '@rondo/projections/lessons/project.ts';
import { lessonPlaces, personStop } from '../drives/places.ts';
import { seriesFrom, type ScheduleState } from '../schedule/state.ts';
import type { RunInput } from './gather.ts';
import type { PlannerDependencies } from './dependencies.ts';

/** Minutes of driving, home to home, of the current week that a run starts from. */
export const weekDriving = async (
  { models, mapsFor, legs }: Pick<PlannerDependencies, 'models' | 'mapsFor' | 'legs'>,
  studioId: string,
  { teacher, startsOn }: RunInput,
  state: ScheduleState,
): Promise<number> => {
  const people = await peopleById(lessonsModel.read(models), studioId);
  const current = seriesFrom(state, startsOn)
    .filter(isStop)
    .filter((series) => nextDateOf(series, startsOn) !== null && lastsTo(series, addDays(startsOn, 7)));
  const placeOf = await lessonPlaces(mapsFor(studioId), people, current);
  const home = personStop(people.get(teacher.teacher_id));
  let total = 0;
  for (const day of weekOrder) {
    const stops = current.filter(({ dayOfWeek }) => dayOfWeek === day).toSorted(byStart);
    const minutes = await legs(studioId, homeToHome(home, stops.map(placeOf)));
    total += minutes.reduce((sum, leg) => sum + leg, 0);
  }
  return total;
};
