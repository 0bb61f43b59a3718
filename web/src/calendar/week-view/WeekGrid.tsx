import { dayOfWeekOf, shortDayName, type IsoDate, datesOfWeek } from '@rondo/contracts/calendar/dates.ts';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { HourAxis } from '../../ui/figures/stave.tsx';
import { clockTime, hourLabel, hoursOf, weekAxis } from '../days/stave.ts';
import { withoutEmptyPast, type Day } from '../days/day.ts';
import type { Now } from '../now.ts';
import { preferencesQuery } from '../queries.ts';
import { useStable } from '../../lib/page/stable.ts';
import { useNarrow } from '../../ui/media.ts';
import { DayCard, type WeekActions, type PastWeek } from './DayCard.tsx';
import { Skeleton, WhileLoading } from '../../ui/lists/panels.tsx';
import { dayOfMonth } from '../week.ts';
import { cn } from '../../ui/cn.ts';
import { CloudOff } from 'lucide-react';
import { noticesOf, type Drive } from '../days/legs.ts';
import type { ClosedHours } from '../time-off/closed-time.ts';

/** The layout that the week and its skeleton share: seven columns next to an axis, below 1024 pixels a list of days. */
const weekFrame =
  'flex flex-col gap-2 [--edge:8px] [--lane:58px] [--ppm:1.6px] max-wide:[--label-left:20px] max-wide:[--short-left:14px] wide:-ml-2 wide:grid wide:grid-cols-[44px_repeat(7,minmax(0,1fr))] wide:gap-x-1.5 wide:gap-y-0 wide:[--edge:6px] wide:[--lane:10px] wide:[--ppm:1.2px]';

/** The days before today without entries, in one line where days are a list: today is visible first. */
const PastDays = ({ days }: { readonly days: readonly Day[] }) => (
  <p className="px-3.5 py-1 text-ink-3">
    {days.map(({ date }) => `${shortDayName(dayOfWeekOf(date))} ${dayOfMonth(date)}`).join(', ')}: no lessons
  </p>
);

export const WeekGrid = (props: {
  readonly days: readonly Day[];
  readonly now: Now;
  /** Absent for a week that can only be read. */
  readonly actions?: WeekActions;
  readonly past?: PastWeek;
  /** The closed time, by date. */
  readonly closed?: ReadonlyMap<IsoDate, readonly ClosedHours[]>;
}) => {
  const { days, now, actions, past, closed } = props;
  const { from, to } = weekAxis(days, useQuery(preferencesQuery).data?.firstHour);
  const axis = useMemo(() => ({ from, to }), [from, to]);
  const hasToday = days.some(({ date }) => date === now.today);
  // In the list of the current week's days, past ones are collapsed until the user expands them.
  const [toggled, setToggled] = useState<ReadonlyMap<IsoDate, boolean>>(new Map());
  const isFolded = ({ date }: Day): boolean =>
    toggled.get(date) ?? (past ? past.isFolded : hasToday && date < now.today);
  const fold = useCallback(
    (date: IsoDate, folded: boolean) => setToggled((before) => new Map(before).set(date, folded)),
    [],
  );
  const open = useStable((date: IsoDate) => actions?.open(date));
  const select = useStable((entryId: string) => actions?.select?.(entryId));
  const near = useStable(() => actions?.near());
  const restore = useStable((lessonId: string, date: IsoDate) => actions?.restore?.(lessonId, date));
  const myDay = actions?.myDay;
  const stable = useMemo(
    () => ({ open, select, near, restore, ...(myDay !== undefined && { myDay }) }),
    [open, select, near, restore, myDay],
  );
  const narrow = useNarrow();
  const [emptyPast, visible] = narrow && hasToday ? withoutEmptyPast(days, now.today) : [[], days];
  const hours = hoursOf(axis).map((minute) => ({ minute, label: hourLabel(minute) }));
  const isNowVisible = hasToday && now.minute > axis.from && now.minute < axis.to;
  return (
    <div className={weekFrame} style={{ '--week-from': axis.from, '--week-to': axis.to }}>
      <HourAxis
        hours={hours.filter(({ minute }) => minute > axis.from && minute < axis.to)}
        now={isNowVisible ? { minute: now.minute, label: clockTime(now.minute) } : null}
        className="mt-[47px] [--from:var(--week-from)] [--to:var(--week-to)] max-wide:hidden"
      />
      {emptyPast.length > 0 && <PastDays days={emptyPast} />}
      {visible.map((day) => (
        <DayCard
          key={day.date}
          day={day}
          week={axis}
          now={now}
          folded={isFolded(day)}
          onFold={fold}
          actions={actions && stable}
          past={past}
          closed={closed?.get(day.date)}
        />
      ))}
    </div>
  );
};

// The blocks of a made-up week: top and height in pixels.
const blocks = [
  [
    [56, 52],
    [126, 34],
    [198, 70],
  ],
  [
    [84, 52],
    [160, 52],
    [240, 34],
  ],
  [
    [130, 70],
    [220, 52],
  ],
] as const;

export const WeekSkeleton = ({ monday }: { readonly monday: IsoDate }) => (
  <WhileLoading label="Loading the week">
    <div className={weekFrame}>
      <span className="max-wide:hidden" />
      {datesOfWeek(monday).map((date, i) => (
        <div
          key={date}
          className="relative h-[550px] overflow-clip rounded-day border border-line bg-card max-wide:h-[52px]"
        >
          <div className="flex h-[46px] items-center gap-1.5 border-b border-line pl-2.5 text-ink-3 max-wide:h-[52px] max-wide:pl-3.5">
            <span className="font-strong">{shortDayName(dayOfWeekOf(date))}</span>
            <span className="tabular-nums">{dayOfMonth(date)}</span>
            {i < 6 && <Skeleton className="mr-3.5 ml-auto h-3 w-40 wide:hidden" />}
          </div>
          {(i === 6 ? [] : (blocks[i % 3] ?? [])).map(([top, height]) => (
            <div key={top} className="absolute right-1.5 left-2.5 max-wide:hidden" style={{ top: top + 46, height }}>
              <Skeleton className="h-full" />
            </div>
          ))}
        </div>
      ))}
    </div>
  </WhileLoading>
);

/** Why some drives are not as exact as the maps service's; nothing if they are, or without such a service. */
export const DriveNotes = (props: { readonly legs: readonly Drive[]; readonly className?: string }) =>
  noticesOf(props.legs).map((notice) => (
    <p key={notice} className={cn('flex gap-2 text-ink-2', props.className)}>
      <CloudOff aria-hidden className="mt-0.5 size-4 shrink-0 text-ink-3" strokeWidth={1.75} />
      {notice}
    </p>
  ));
