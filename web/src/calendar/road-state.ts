import type { RoadDay, Stop } from '@rondo/contracts/api/road/day.ts';
import { minutesPerDay, toMinutes, type MinuteOfDay } from '@rondo/contracts/calendar/times.ts';
import { counted } from '../lib/texts.ts';
import type { BegunLesson } from './attendance/queries.ts';
import { nextStop } from '@rondo/contracts/lessons/road-day.ts';

/** Where a teacher is in a day: which card stands on top. `minute`: the studio's clock on that day; null before it. */
export type RoadState =
  | { readonly kind: 'none' }
  | { readonly kind: 'drive' | 'with'; readonly stop: Stop; readonly after: Stop | undefined }
  | { readonly kind: 'home' }
  | { readonly kind: 'over' };

export const takesPlace = ({ status }: Stop): boolean => status !== 'cancelled';

/** When a stop is over, by its estimate: above 1440 after midnight. */
export const endOf = ({ startTime, endTime, estimate }: Stop): MinuteOfDay => {
  const end = toMinutes(estimate?.endTime ?? endTime);
  return end < toMinutes(startTime) ? end + minutesPerDay : end;
};

export const roadState = ({ stops, homeAt }: RoadDay, minute: MinuteOfDay | null): RoadState => {
  const driven = stops.filter(takesPlace);
  if (driven.length === 0) return { kind: 'none' };
  const stop = nextStop(
    driven.map((one) => ({
      one,
      takesPlace: true,
      end: endOf(one),
      arrived: one.stamps.arrived !== null,
      done: one.stamps.done !== null,
    })),
    minute,
  )?.one;
  if (stop) {
    const after = driven[driven.indexOf(stop) + 1];
    const begins = toMinutes(stop.startTime) + (stop.estimate?.late ?? 0);
    const isThere = stop.stamps.arrived !== null || (minute !== null && begins <= minute);
    return { kind: isThere ? 'with' : 'drive', stop, after };
  }
  return { kind: homeAt !== null && minute !== null && toMinutes(homeAt) > minute ? 'home' : 'over' };
};

/** Which of the stops that take place one is, from 1, and of how many. */
export const numberOf = ({ stops }: RoadDay, stop: Stop): { readonly number: number; readonly of: number } => {
  const driven = stops.filter(takesPlace);
  return { number: driven.indexOf(stop) + 1, of: driven.length };
};

/** "Map 12 min, yours 17 (8 drives)"; null while too few of the teacher's own drives are known. */
export const ownDriveText = ({ map, own }: NonNullable<Stop['drive']>): string | null =>
  own && `Map ${map} min, yours ${own.minutes} (${counted(own.count, 'drive')})`;

/** A lesson that takes place with a student. */
export const isLessonOfStudent = (stop: Stop): boolean =>
  stop.studentId !== null && stop.entryType === 'lesson' && takesPlace(stop);

/** A student's lesson that has begun: who was there can be recorded from then on. None for any other stop. */
export const begunOf = (stop: Stop, minute: MinuteOfDay | null): BegunLesson[] => {
  const { lessonId, title, studentId, entryType, startTime } = stop;
  const isBegun = minute !== null && toMinutes(startTime) <= minute;
  return isBegun && studentId !== null && entryType === 'lesson' && takesPlace(stop)
    ? [{ lessonId, title, studentId }]
    : [];
};
