import { Car, TriangleAlert } from 'lucide-react';
import { cn } from '../../../ui/cn.ts';
import type { Teacher } from '@rondo/contracts/api/people/teachers.ts';
import { mondayOf, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { formatDuration, type MinuteOfDay } from '@rondo/contracts/calendar/times.ts';
import type { CalendarLesson } from '@rondo/contracts/lessons/timing.ts';
import { assumedDrive, shortBy } from '@rondo/contracts/calendar/legs.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { lessonAddress, type DayEntry } from '../../../calendar/days/entry.ts';
import { daysOf, homeOf } from '../../../calendar/days/day.ts';
import { stopsOf } from '../../../calendar/days/legs.ts';
import { driveQuery, weekQuery } from '../../../calendar/queries.ts';

type DriveAt = {
  /** Whom the drive comes from or leads to; null: home. */
  readonly who: string | null;
  /** Null if unknown. */
  readonly minutes: number | null;
  /** Not as exact as the maps service's. */
  readonly about: boolean;
  /** Minutes by which the gap is too short. */
  readonly short: number;
};

/** The drive between two addresses; its minutes are null while loading. Unknown drives count 15. */
const useDrive = (from: string | null, to: string | null): Pick<DriveAt, 'minutes' | 'about'> => {
  const known = from !== null && to !== null;
  const { data, isError } = useQuery({
    ...driveQuery(from ?? '', to ?? ''),
    enabled: known,
    placeholderData: keepPreviousData,
  });
  if (!known || isError) return { minutes: assumedDrive, about: false };
  return { minutes: data?.driveTimeMinutes ?? null, about: (data?.notice ?? null) !== null };
};

/** The stops before and after a time of a day. */
const around = (stops: readonly DayEntry[], start: MinuteOfDay) => ({
  before: stops.findLast((stop) => stop.start <= start),
  after: stops.find((stop) => stop.start > start),
});

/** The drives to and from a lesson at another time; null if it is not a stop or needs no drive. */
export const useDrivesAt = (
  row: CalendarLesson,
  teacher: Teacher,
  at: { readonly date: IsoDate; readonly start: MinuteOfDay },
): { readonly to: DriveAt | null; readonly onward: DriveAt | null } => {
  const { data: rows = [] } = useQuery(weekQuery(mondayOf(at.date)));
  const entries = daysOf([at.date], rows, teacher)[0]?.entries ?? [];
  const stops = stopsOf(entries).filter(({ id }) => id !== row.lessonId);
  const { before, after } = around(stops, at.start);
  const own = lessonAddress(row);
  const home = homeOf(teacher)?.address ?? null;
  const there = useDrive(before ? before.address : home, own);
  const onward = useDrive(own, after ? after.address : home);
  if (!row.useInOptimization) return { to: null, onward: null };
  const short = (minutes: number | null, gap: number | null): number =>
    minutes === null || gap === null || gap < 0 ? 0 : shortBy(minutes, gap);
  return {
    to:
      before || home !== null
        ? {
            who: before?.title ?? null,
            ...there,
            short: short(there.minutes, before ? at.start - before.end : null),
          }
        : null,
    onward:
      after || home !== null
        ? {
            who: after?.title ?? null,
            ...onward,
            short: short(onward.minutes, after ? after.start - at.start - row.duration : null),
          }
        : null,
  };
};

/** "12 min from Ben Ito", "9 min home", "14 min to Gus: short by 4 min". */
export const driveWords = ({ who, minutes, about, short }: DriveAt, way: 'to' | 'onward'): string => {
  const place = way === 'to' ? `from ${who ?? 'home'}` : who === null ? 'home' : `to ${who}`;
  const drive = `${about ? 'about ' : ''}${minutes === null ? '…' : formatDuration(minutes)} ${place}`;
  return short > 0 ? `${drive}: short by ${short}\u00a0min` : drive;
};

export const DriveWords = ({ to, onward }: { readonly to: DriveAt | null; readonly onward: DriveAt | null }) => {
  const drives = [
    ...(to ? [{ drive: to, text: driveWords(to, 'to') }] : []),
    ...(onward ? [{ drive: onward, text: driveWords(onward, 'onward') }] : []),
  ];
  return drives.map(({ drive, text }) => {
    const Icon = drive.short > 0 ? TriangleAlert : Car;
    return (
      <p key={text} className={cn('flex items-center gap-1.5', drive.short > 0 && 'font-strong text-bad')}>
        <Icon aria-hidden className="size-3.5 shrink-0" strokeWidth={2} />
        <span className="min-w-0 truncate">{text}</span>
      </p>
    );
  });
};
