import { byStart, isStop, spanOf } from '@rondo/contracts/calendar/rows.ts';
import type { Lesson } from '@rondo/contracts/events/lesson.ts';
import { lessonsModel } from '@rondo/projections/lessons/project.ts';
import { peopleById } from '@rondo/projections/lessons/queries.ts';
import { detourText, type Neighbor } from '../../platform/maps/drives/detour-text.ts';
import { lessonPlaces, personStop } from '../../platform/maps/drives/places.ts';
import type { Stop } from '../../platform/maps/drive-time.ts';
import { fixedSeries } from '../schedule/plan/fixed.ts';
import { seriesFrom } from '../schedule/state.ts';
import type { PlannerDependencies } from './dependencies.ts';

/** What a weekly lesson that was just added costs its day: the added driving, and the time left to the stops around it. */
export const addedWords = async (
  { schedules, models, mapsFor, legs }: Pick<PlannerDependencies, 'schedules' | 'models' | 'mapsFor' | 'legs'>,
  { studioId, teacherId }: { readonly studioId: string; readonly teacherId: string },
  added: Lesson,
): Promise<string> => {
  const from = added.validFrom ?? '';
  const [{ state }, people] = await Promise.all([
    schedules.load(studioId, teacherId),
    peopleById(lessonsModel.read(models), studioId),
  ]);
  const series = [...fixedSeries(state, from, new Set()), ...seriesFrom(state, from)].filter(isStop);
  const stops = [...new Map(series.map((one) => [one.lessonId, one])).values()]
    .filter(({ dayOfWeek }) => dayOfWeek === added.dayOfWeek)
    .toSorted(byStart);
  const at = stops.findIndex(({ lessonId }) => lessonId === added.lessonId);
  const [before, after] = [stops[at - 1], stops[at + 1]];
  const placeOf = await lessonPlaces(mapsFor(studioId), people, stops);
  const home = personStop(people.get(teacherId));
  const minutes = async (origin: Stop | undefined, destination: Stop | undefined): Promise<number> =>
    origin === undefined || destination === undefined ? 0 : ((await legs(studioId, [origin, destination]))[0] ?? 0);
  const placeAt = (stop: Lesson | undefined): Stop | undefined => (stop ? placeOf(stop) : (home ?? undefined));
  const [there, on, past] = [
    await minutes(placeAt(before), placeOf(added)),
    await minutes(placeOf(added), placeAt(after)),
    before || after ? await minutes(placeAt(before), placeAt(after)) : 0,
  ];
  const title = ({ studentId, eventTitle }: Lesson): string => {
    const person = people.get(studentId ?? '');
    return person ? `${person.first_name} ${person.last_name}`.trim() : (eventTitle ?? 'Appointment');
  };
  const { start, end } = spanOf(added);
  const neighbor = (stop: Lesson | undefined, where: number, gap: number): Neighbor | undefined =>
    stop && { title: title(stop), at: where, buffer: Math.max(0, gap) };
  const endBefore = before ? spanOf(before).end : 0;
  const startAfter = after?.start ?? 0;
  return detourText(there + on - past, {
    before: neighbor(before, endBefore, start - endBefore - there),
    after: neighbor(after, startAfter, startAfter - end - on),
  });
};
