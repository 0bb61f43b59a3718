import type { Report } from '@rondo/contracts/api/planner.ts';
import { longDayName } from '@rondo/contracts/calendar/dates.ts';
import type { Interval } from '@rondo/contracts/calendar/intervals.ts';
import { formatTime, toMinutes } from '@rondo/contracts/calendar/times.ts';
import { useQuery } from '@tanstack/react-query';
import { Calendar } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { counted } from '../../../lib/texts.ts';
import { cn } from '../../../ui/cn.ts';
import { useNarrow } from '../../../ui/media.ts';
import { HourAxis, HourLine, onStave, span, staveClasses, SunkenHours } from '../../../ui/figures/stave.tsx';
import { hoursOf, type Axis } from '../../../calendar/days/axis.ts';
import type { EntryKind } from '../../../calendar/days/entry.ts';
import { availableOn } from '../../../calendar/days/day.ts';
import { kindOf, reportDays, stopsOn, type PlannedStop, type ReportDayName } from '../model/plan.ts';
import { teachersQuery } from '../../../calendar/queries.ts';

const ReportDay = lazy(async () => ({ default: (await import('./ReportDay.tsx')).ReportDay }));

type SnapshotDay = {
  readonly name: ReportDayName;
  readonly long: string;
  readonly stops: readonly PlannedStop[];
  readonly windows: readonly Interval[];
  readonly lessons: number;
};

const least = 360;

/** From half an hour before the first drive to half an hour after the last, at least six hours. */
const axisOf = (week: readonly PlannedStop[]): Axis => {
  const starts = week.map(({ startTime, driveTime }) => toMinutes(startTime) - (driveTime ?? 0));
  const ends = week.map(({ endTime, driveHome }) => toMinutes(endTime) + (driveHome ?? 0));
  const from = Math.floor(Math.min(840, ...starts) / 30) * 30;
  return { from, to: Math.max(from + least, Math.ceil(Math.max(...ends, 0) / 30) * 30) };
};

const outsideOf = (windows: readonly Interval[]): Interval[] => {
  const edges = [0, ...windows.flatMap(({ start, end }) => [start, end]), 1440];
  return edges.flatMap((start, i) => {
    const end = edges[i + 1];
    return i % 2 === 0 && end !== undefined && end > start ? [{ start, end }] : [];
  });
};

const brief = (time: string): string => formatTime(toMinutes(time)).slice(0, -3);

/** The stem and ground of a stop, as in the calendar. */
const noteLooks: Readonly<Record<EntryKind, { readonly stem: string; readonly ground: string }>> = {
  optimized: { stem: 'w-[3px] bg-accent', ground: 'bg-accent-tint' },
  manual: {
    stem: 'w-1 bg-[linear-gradient(to_right,var(--color-accent)_1px,transparent_1px_3px,var(--color-accent)_3px)]',
    ground: 'bg-accent-tint',
  },
  imported: {
    stem: 'w-[3px] bg-[repeating-linear-gradient(to_bottom,var(--color-accent)_0_3px,transparent_3px_5px)]',
    ground: 'bg-accent-tint',
  },
  appointment: { stem: 'w-px bg-ink-3', ground: 'border border-line bg-card' },
};

/** The drives around a stop, as thin lines. */
const drivesOf = ({ startTime, endTime, driveTime, driveHome }: PlannedStop, before: number | null): Interval[] => {
  const start = toMinutes(startTime);
  const end = toMinutes(endTime);
  const out =
    before === null
      ? { start: start - (driveTime ?? 0), end: start }
      : { start: before, end: before + (driveTime ?? 0) };
  return [
    ...((driveTime ?? 0) > 0 ? [out] : []),
    ...(driveHome === null ? [] : [{ start: end, end: end + driveHome }]),
  ];
};

const endBefore = (stops: readonly PlannedStop[], i: number): number | null => {
  const before = stops[i - 1];
  return before && before.driveHome === null ? toMinutes(before.endTime) : null;
};

const Column = ({ day, hours }: { readonly day: SnapshotDay; readonly hours: readonly number[] }) => (
  <div aria-hidden className={cn(staveClasses, '[--lane:6px]')}>
    {outsideOf(day.windows).map(({ start, end }) => (
      <SunkenHours key={start} start={start} end={end} />
    ))}
    {hours.map((minute) => (
      <HourLine key={minute} minute={minute} />
    ))}
    {day.stops.map((stop, i) => (
      <div key={`${stop.lessonId}${stop.startTime}`} className="contents">
        {drivesOf(stop, endBefore(day.stops, i)).map(({ start, end }) => (
          <i
            key={start}
            className={cn(onStave, 'left-[calc(var(--lane)+1px)] w-px bg-ink-2')}
            style={span(start, end)}
          />
        ))}
        <div
          className={cn(onStave, 'right-1 left-(--lane) z-2 text-small')}
          style={span(toMinutes(stop.startTime), toMinutes(stop.endTime))}
        >
          <span
            className={cn(
              'absolute inset-x-0 inset-y-[.5px] flex items-center gap-1.5 overflow-hidden rounded-chip pr-1 pl-2 leading-[15px] whitespace-nowrap',
              noteLooks[kindOf(stop)].ground,
            )}
          >
            <i className={cn('absolute inset-y-0 left-0', noteLooks[kindOf(stop)].stem)} />
            {kindOf(stop) === 'appointment' && <Calendar className="size-3 shrink-0 text-ink-3" strokeWidth={2} />}
            <span className="shrink-0 font-small text-ink-2 tabular-nums">{brief(stop.startTime)}</span>
            <b className="truncate font-control">{stop.title}</b>
          </span>
        </div>
      </div>
    ))}
  </div>
);

/** The same in horizontal layout, where seven columns have no room. */
const Row = ({
  day,
  axis,
  hours,
}: {
  readonly day: SnapshotDay;
  readonly axis: Axis;
  readonly hours: readonly number[];
}) => {
  const at = (start: number, end: number) => ({
    left: `${((start - axis.from) / (axis.to - axis.from)) * 100}%`,
    width: `${((end - start) / (axis.to - axis.from)) * 100}%`,
  });
  return (
    <div aria-hidden className="relative h-full overflow-hidden">
      {outsideOf(day.windows).map(({ start, end }) => (
        <i key={start} className="absolute inset-y-0 bg-sunken" style={at(start, end)} />
      ))}
      {hours.map((minute) => (
        <i key={minute} className="absolute inset-y-0 border-l border-line-soft" style={at(minute, minute)} />
      ))}
      {day.stops.map((stop, i) => (
        <div key={`${stop.lessonId}${stop.startTime}`} className="contents">
          {drivesOf(stop, endBefore(day.stops, i)).map(({ start, end }) => (
            <i key={start} className="absolute top-1/2 h-px bg-ink-2" style={at(start, end)} />
          ))}
          <i className="absolute inset-y-2.5" style={at(toMinutes(stop.startTime), toMinutes(stop.endTime))}>
            <i
              className={cn(
                'absolute inset-x-px inset-y-0 overflow-hidden rounded-chip',
                noteLooks[kindOf(stop)].ground,
              )}
            >
              <i className={cn('absolute inset-y-0 left-0', noteLooks[kindOf(stop)].stem)} />
            </i>
          </i>
        </div>
      ))}
    </div>
  );
};

const DayHead = ({ day, className, onOpen }: { day: SnapshotDay; className: string; onOpen: () => void }) => {
  const count = (
    <span className="text-small font-small whitespace-nowrap text-ink-3">
      {day.lessons === 0 ? 'No lessons' : counted(day.lessons, 'lesson')}
    </span>
  );
  if (day.stops.length === 0)
    return (
      <p className={className}>
        <span className="font-strong">{day.name}</span> {count}
      </p>
    );
  return (
    <button
      type="button"
      onClick={onOpen}
      className={cn(
        className,
        'after:absolute after:inset-0 after:z-3 hover:underline focus-visible:-outline-offset-2',
      )}
    >
      <span aria-hidden className="font-strong">
        {day.name}
      </span>
      <span className="sr-only">{day.long}, </span>
      {count}
    </button>
  );
};

/** The planned week in miniature. A day expands to its stops and its route. */
export const WeekSnapshot = ({ report }: { readonly report: Report }) => {
  const narrow = useNarrow();
  const { data: teachers } = useQuery(teachersQuery);
  const [open, setOpen] = useState<ReportDayName | null>(null);
  const teacher = teachers?.find(({ id }) => id === report.teacherId);
  const days = reportDays.map(({ name, dayOfWeek }): SnapshotDay => {
    const stops = stopsOn(report, name);
    return {
      name,
      long: longDayName(dayOfWeek),
      stops,
      windows: teacher ? availableOn(teacher, dayOfWeek) : [{ start: 0, end: 1440 }],
      lessons: stops.filter(({ studentId }) => studentId !== null).length,
    };
  });
  const axis = axisOf(report.week);
  const hours = hoursOf(axis).filter((minute) => minute > axis.from && minute < axis.to);
  const dayWithStops = days.filter(({ stops }) => stops.length > 0).map(({ name }) => name);
  return (
    <>
      {narrow ? (
        <div className="grid gap-1.5">
          {days.map((day) => (
            <div
              key={day.name}
              className="relative grid h-13 grid-cols-[84px_minmax(0,1fr)] overflow-hidden rounded-control border border-line bg-card"
            >
              <DayHead
                day={day}
                onOpen={() => setOpen(day.name)}
                className="flex h-full flex-col items-start justify-center border-r border-line px-2.5 text-left"
              />
              <Row day={day} axis={axis} hours={hours} />
            </div>
          ))}
        </div>
      ) : (
        <div
          className="grid grid-cols-[36px_repeat(7,minmax(0,1fr))] gap-x-1.5 [--ppm:.53333px]"
          style={{ '--from': axis.from, '--to': axis.to }}
        >
          <HourAxis
            hours={hours.map((minute, i) => ({
              minute,
              // AM or PM only at the first label and at noon.
              label:
                i === 0 || minute === 720
                  ? formatTime(minute).replace(':00', '')
                  : (formatTime(minute).split(':')[0] ?? ''),
            }))}
            className="mt-[33px]"
          />
          {days.map((day) => (
            <div key={day.name} className="relative overflow-hidden rounded-control border border-line bg-card">
              <DayHead
                day={day}
                onOpen={() => setOpen(day.name)}
                className="flex h-8 w-full items-center justify-between border-b border-line px-2"
              />
              <Column day={day} hours={hours} />
            </div>
          ))}
        </div>
      )}
      {open !== null && (
        <Suspense>
          <ReportDay report={report} teacher={teacher ?? null} day={open} days={dayWithStops} onDay={setOpen} />
        </Suspense>
      )}
    </>
  );
};
