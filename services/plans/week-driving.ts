import { addDays, weekOrder } from '@rondo/contracts/calendar/dates.ts';
import { nextSeriesDate } from '@rondo/contracts/calendar/series.ts';
import { peopleById } from '@rondo/projections/lessons/queries.ts';
import { lessonsModel } from '@rondo/projections/lessons/project.ts';
import { stopOf, type Stop } from '../maps/drive-time.ts';
import { personStop } from '../drives/places.ts';
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
  const maps = mapsFor(studioId);
  const current = seriesFrom(state, startsOn).filter(
    (series) =>
      series.useInOptimization &&
      nextSeriesDate(series, startsOn) !== null &&
      (series.validTo === null || series.validTo > addDays(startsOn, 6)),
  );
  const home = personStop(people.get(teacher.teacher_id));
  const placeOf = async (address: string | null, studentId: string | null): Promise<Stop> =>
    address === null ? personStop(people.get(studentId ?? '')) : stopOf(address, await maps.geocode(address));
  let total = 0;
  for (const day of weekOrder) {
    const stops = current.filter(({ dayOfWeek }) => dayOfWeek === day).toSorted((a, b) => a.start - b.start);
    if (stops.length === 0) continue;
    const places = await Promise.all(stops.map(({ customAddress, studentId }) => placeOf(customAddress, studentId)));
    const way = home === null ? places : [home, ...places, home];
    total += (await legs(studioId, way)).reduce((sum, leg) => sum + leg, 0);
  }
  return total;
};
