import type { RoadDay, Stop } from '@rondo/contracts/api/road/day.ts';
import { toMinutes, type MinuteOfDay } from '@rondo/contracts/calendar/times.ts';
import { familiesToTell, toldMinutes, type ToldStop } from '@rondo/contracts/lessons/estimate.ts';
import { takesPlace } from '../../../calendar/road-state.ts';

/** A family and what it is told, of its first lesson that has not begun. */
export type Line = {
  readonly stop: Stop;
  /** First names of its students that have a lesson to come. */
  readonly names: readonly string[];
  readonly minutes: number;
  readonly isTold: boolean;
};

type Told = ToldStop & { readonly stop: Stop };

const toldStops = ({ stops }: RoadDay, minute: MinuteOfDay): Told[] => {
  const driven = stops.filter(takesPlace);
  const last = driven.findLastIndex(({ stamps }) => stamps.arrived !== null || stamps.done !== null);
  return driven.map((stop, i) => ({
    stop,
    family: stop.familyId,
    late: stop.estimate?.late ?? 0,
    isPast: i <= last || toMinutes(stop.startTime) + (stop.estimate?.late ?? 0) <= minute,
    told: stop.told,
  }));
};

const firstName = ({ title }: Stop): string => title.split(' ')[0] ?? title;

/** Whom to tell, and who knows already. */
export const linesOf = (day: RoadDay, minute: MinuteOfDay): { readonly toTell: Line[]; readonly told: Line[] } => {
  const stops = toldStops(day, minute);
  const ahead = stops.filter(({ isPast }) => !isPast);
  const namesOf = (family: string | null) => [
    ...new Set(ahead.filter((one) => one.family === family).map(({ stop }) => firstName(stop))),
  ];
  const toTell = familiesToTell(stops).map(({ family, stop: { stop }, minutes }) => ({
    stop,
    names: namesOf(family),
    minutes,
    isTold: false,
  }));
  const told = ahead.flatMap(({ stop, family, late }) =>
    stop.told !== null && stop.told === toldMinutes(late)
      ? [{ stop, names: namesOf(family), minutes: stop.told, isTold: true }]
      : [],
  );
  return { toTell, told };
};
