import { Fragment, type ReactNode } from 'react';
import type { Interval } from '@rondo/contracts/calendar/intervals.ts';
import { DriveLine } from '../../ui/figures/drive-line.tsx';
import type { NoteLook } from '../../ui/figures/note.tsx';
import { StaveList, SunkenHours } from '../../ui/figures/stave.tsx';
import { isLeg, timelineOf, type Day, type Phase } from '../days/day.ts';
import type { DayEntry } from '../days/entry.ts';
import { dayLanes, type Lane } from '../days/stave.ts';
import { stopsOf, type Leg } from '../days/legs.ts';

/** An entry as a note draws it. */
export type PlacedEntry = {
  readonly entry: DayEntry;
  readonly look: NoteLook;
  readonly phase: Phase;
  readonly lane: Lane;
  /** Minutes at its start that overlap the drive before it. */
  readonly late: number;
  /** Which stop of the drive it is, from 0, and of how many; null for an entry that is no stop. */
  readonly stop: { readonly index: number; readonly count: number } | null;
};

/** What is written at a drive. */
type DriveText = {
  readonly label: ReactNode;
  /** For screen readers. */
  readonly spoken: string;
  /** The label is on a sunken background. */
  readonly sunken?: boolean;
};

const lookOf = ({ kind, state }: DayEntry): NoteLook => {
  switch (state) {
    case 'cancelled':
      return 'cancelled';
    case 'pending':
      return 'pending';
    case 'current':
    case 'recommended':
      return kind;
  }
};

/** Everything that happens on a day, in order, on a stave: every screen that shows a day draws its drives and entries with this. */
export const Timeline = (props: {
  readonly day: Pick<Day, 'entries' | 'legs'>;
  readonly label: string;
  readonly phaseOf: (entry: DayEntry) => Phase;
  readonly drive: (leg: Leg) => DriveText;
  readonly renderNote: (entry: PlacedEntry) => ReactNode;
}) => {
  const { day, label, phaseOf, drive, renderNote } = props;
  const lanes = dayLanes(day);
  const lateness = new Map(day.legs.map(({ to, short }) => [to, short]));
  const stops = stopsOf(day.entries).map(({ id }) => id);
  const placeOf = (entry: DayEntry): PlacedEntry => ({
    entry,
    look: lookOf(entry),
    phase: phaseOf(entry),
    lane: lanes.get(entry.id) ?? { lane: 0, lanes: 1 },
    late: lateness.get(entry.id) ?? 0,
    stop: entry.isStop ? { index: stops.indexOf(entry.id), count: stops.length } : null,
  });
  return (
    <StaveList label={label}>
      {timelineOf(day).map((item) =>
        isLeg(item) ? (
          <DriveLine key={`${item.from}>${item.to}`} {...item} {...drive(item)} />
        ) : (
          <Fragment key={item.id}>{renderNote(placeOf(item))}</Fragment>
        ),
      )}
    </StaveList>
  );
};

/** The parts of a day outside its windows. */
export const outsideOf = (windows: readonly Interval[]): Interval[] => {
  const edges = [0, ...windows.flatMap(({ start, end }) => [start, end]), 1440];
  return edges.flatMap((start, i) => {
    const end = edges[i + 1];
    return i % 2 === 0 && end !== undefined && end > start ? [{ start, end }] : [];
  });
};

export const SunkenOutside = ({ windows }: Pick<Day, 'windows'>) =>
  outsideOf(windows).map(({ start, end }) => <SunkenHours key={start} start={start} end={end} />);
