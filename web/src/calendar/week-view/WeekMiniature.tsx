import { dayOfWeekOf, longDayName, shortDayName, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { formatTime } from '@rondo/contracts/calendar/times.ts';
import type { ReactNode } from 'react';
import { counted } from '../../lib/texts.ts';
import { cn } from '../../ui/cn.ts';
import { noteIcons, noteStyle, Stem } from '../../ui/figures/note.tsx';
import { HourAxis, HourLine, onStave, span, staveClasses } from '../../ui/figures/stave.tsx';
import { useNarrow } from '../../ui/media.ts';
import { clockTime, hoursOf, miniatureAxis, type Axis } from '../days/stave.ts';
import type { Day } from '../days/day.ts';
import type { DayEntry } from '../days/entry.ts';
import type { Leg } from '../days/legs.ts';
import { outsideOf, SunkenOutside } from '../day-view/Timeline.tsx';

type DayProps = { readonly day: Day; readonly axis: Axis; readonly hours: readonly number[] };

const drivesOf = ({ legs }: Day): Leg[] => legs.filter(({ minutes }) => minutes > 0);

const Block = (props: { readonly entry: DayEntry; readonly className: string; readonly children?: ReactNode }) => {
  const { kind } = props.entry;
  const plain = kind === 'appointment';
  return (
    <span
      className={cn(
        'absolute overflow-hidden rounded-chip bg-(--fill)',
        plain && 'border border-line',
        props.className,
      )}
      style={noteStyle({ look: kind })}
    >
      <Stem look={kind} className={cn('top-0', plain && 'left-0!')} />
      {props.children}
    </span>
  );
};

const AppointmentIcon = noteIcons.appointment;

/** A day with time from top to bottom; drives are thin lines. */
const Column = ({ day, hours }: DayProps) => (
  <div aria-hidden className={cn(staveClasses, '[--lane:6px]')}>
    <SunkenOutside windows={day.windows} />
    {hours.map((minute) => (
      <HourLine key={minute} minute={minute} />
    ))}
    {drivesOf(day).map(({ from, to, start, minutes }) => (
      <i
        key={`${from}>${to}`}
        className={cn(onStave, 'left-[calc(var(--lane)+1px)] w-px bg-ink-2')}
        style={span(start, start + minutes)}
      />
    ))}
    {day.entries.map((entry) => (
      <div
        key={`${entry.id}${entry.start}`}
        className={cn(onStave, 'right-1 left-(--lane) z-2 text-small')}
        style={span(entry.start, entry.end)}
      >
        <Block
          entry={entry}
          className="inset-x-0 inset-y-[.5px] flex items-center gap-1.5 pr-1 pl-2 leading-[15px] whitespace-nowrap"
        >
          {entry.kind === 'appointment' && <AppointmentIcon className="size-3 shrink-0 text-ink-3" strokeWidth={2} />}
          <span className="shrink-0 font-small text-ink-2 tabular-nums">{clockTime(entry.start)}</span>
          <b className="truncate font-control">{entry.title}</b>
        </Block>
      </div>
    ))}
  </div>
);

/** A day with time from left to right, where seven columns have no room. */
const Row = ({ day, axis, hours }: DayProps) => {
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
      {drivesOf(day).map(({ from, to, start, minutes }) => (
        <i key={`${from}>${to}`} className="absolute top-1/2 h-px bg-ink-2" style={at(start, start + minutes)} />
      ))}
      {day.entries.map((entry) => (
        <i key={`${entry.id}${entry.start}`} className="absolute inset-y-2.5" style={at(entry.start, entry.end)}>
          <Block entry={entry} className="inset-x-px inset-y-0" />
        </i>
      ))}
    </div>
  );
};

type DayHeadProps = {
  readonly day: Day;
  readonly className: string;
  readonly onOpen: ((date: IsoDate) => void) | undefined;
};

const DayHead = ({ day: { date, entries, lessons }, className, onOpen }: DayHeadProps) => {
  const weekday = dayOfWeekOf(date);
  const count = (
    <span className="text-small font-small whitespace-nowrap text-ink-3">
      {lessons === 0 ? 'No lessons' : counted(lessons, 'lesson')}
    </span>
  );
  if (entries.length === 0 || !onOpen)
    return (
      <p className={className}>
        <span className="font-strong">{shortDayName(weekday)}</span> {count}
      </p>
    );
  return (
    <button
      type="button"
      onClick={() => onOpen(date)}
      className={cn(
        className,
        'after:absolute after:inset-0 after:z-3 hover:underline focus-visible:-outline-offset-2',
      )}
    >
      <span aria-hidden className="font-strong">
        {shortDayName(weekday)}
      </span>
      <span className="sr-only">{longDayName(weekday)}, </span>
      {count}
    </button>
  );
};

/** AM or PM only at the first label and at noon. */
const hourLabels = (hours: readonly number[]) =>
  hours.map((minute, i) => {
    const text = formatTime(minute);
    return { minute, label: i === 0 || minute === 720 ? text.replace(':00', '') : (text.split(':')[0] ?? '') };
  });

/** A week of weekdays in miniature. With `onOpen`, a day with entries can be opened. */
export const WeekMiniature = (props: { readonly days: readonly Day[]; readonly onOpen?: (date: IsoDate) => void }) => {
  const { days, onOpen } = props;
  const narrow = useNarrow();
  const axis = miniatureAxis(days);
  const hours = hoursOf(axis).filter((minute) => minute > axis.from && minute < axis.to);
  if (narrow)
    return (
      <div className="grid gap-1.5">
        {days.map((day) => (
          <div
            key={day.date}
            className="relative grid h-13 grid-cols-[84px_minmax(0,1fr)] overflow-hidden rounded-control border border-line bg-card"
          >
            <DayHead
              day={day}
              onOpen={onOpen}
              className="flex h-full flex-col items-start justify-center border-r border-line px-2.5 text-left"
            />
            <Row day={day} axis={axis} hours={hours} />
          </div>
        ))}
      </div>
    );
  return (
    <div
      className="grid grid-cols-[36px_repeat(7,minmax(0,1fr))] gap-x-1.5 [--ppm:.53333px]"
      style={{ '--from': axis.from, '--to': axis.to }}
    >
      <HourAxis hours={hourLabels(hours)} className="mt-[33px]" />
      {days.map((day) => (
        <div key={day.date} className="relative overflow-hidden rounded-control border border-line bg-card">
          <DayHead
            day={day}
            onOpen={onOpen}
            className="flex h-8 w-full items-center justify-between border-b border-line px-2"
          />
          <Column day={day} axis={axis} hours={hours} />
        </div>
      ))}
    </div>
  );
};
