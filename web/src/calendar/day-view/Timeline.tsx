import { lazy, Suspense, type CSSProperties, type ReactNode } from 'react';
import type { Interval } from '@rondo/contracts/calendar/intervals.ts';
import { DriveLine } from '../../ui/figures/drive-line.tsx';
import { noteStyle, type NoteLook } from '../../ui/figures/note.tsx';
import { cn } from '../../ui/cn.ts';
import { onStave, span, StaveList, SunkenHours } from '../../ui/figures/stave.tsx';
import { isLeg, timelineOf, type Day, type Phase } from '../days/day.ts';
import type { DayEntry } from '../days/entry.ts';
import { dayLanes, labelShift, type Lane } from '../days/stave.ts';
import { stopsOf, type Leg } from '../days/legs.ts';

const HeldNote = lazy(() => import('../held/HeldNote.tsx'));

export type PlacedEntry = {
  readonly entry: DayEntry;
  readonly look: NoteLook;
  readonly phase: Phase;
  readonly lane: Lane;
  readonly colors: CSSProperties;
  /** Which stop of the drive it is, from 0, and of how many; null for an entry that is no stop. */
  readonly stop: { readonly index: number; readonly count: number } | null;
};

type DriveText = {
  readonly label: ReactNode;
  readonly spoken: string;
  /** The label is on a sunken background. */
  readonly sunken?: boolean;
};

const lookOf = ({ kind, state }: DayEntry): NoteLook => (state === 'cancelled' || state === 'pending' ? state : kind);

const alone: Lane = { lane: 0, lanes: 1 };

/** Everything that happens on a day, in order, on a stave: every screen that shows a day draws its drives and entries with this. */
export const Timeline = (props: {
  readonly day: Pick<Day, 'entries' | 'legs' | 'heldTimes'>;
  readonly label: string;
  readonly phaseOf: (entry: DayEntry) => Phase;
  readonly drive: (leg: Leg) => DriveText;
  /** Pixels between a note and the one on its right. */
  readonly slit: (lane: Lane) => number;
  /** The entry that may grow over those after it. */
  readonly raised?: string | null;
  readonly renderNote: (entry: PlacedEntry) => ReactNode;
}) => {
  const { day, label, phaseOf, drive, slit, raised, renderNote } = props;
  const lanes = dayLanes(day);
  const lateness = new Map(day.legs.map(({ to, short }) => [to, short]));
  const stops = stopsOf(day.entries).map(({ id }) => id);
  const placed = (at: Interval & { readonly id: string }, lane: Lane, note: ReactNode) => (
    <li
      key={at.id}
      className={cn(
        onStave,
        at.id === raised ? 'z-4' : 'z-2',
        'left-[calc(var(--lane)+(100%-var(--lane)-var(--edge))*var(--at))] w-[calc((100%-var(--lane)-var(--edge))*var(--share)-var(--slit))]',
      )}
      style={{
        ...span(at.start, at.end),
        '--at': lane.lane / lane.lanes,
        '--share': (lane.span ?? 1) / lane.lanes,
        '--slit': `${slit(lane)}px`,
      }}
    >
      {note}
    </li>
  );
  const noteOf = (entry: DayEntry) => {
    const [look, phase, lane] = [lookOf(entry), phaseOf(entry), lanes.get(entry.id) ?? alone];
    const colors = noteStyle({
      look,
      past: phase === 'past',
      conflict: entry.conflict,
      late: lateness.get(entry.id) ?? 0,
    });
    const stop = entry.isStop ? { index: stops.indexOf(entry.id), count: stops.length } : null;
    return placed(entry, lane, renderNote({ entry, look, phase, lane, colors, stop }));
  };
  return (
    <StaveList label={label}>
      {timelineOf(day).map((item) =>
        isLeg(item) ? (
          <DriveLine key={`${item.from}>${item.to}`} {...item} {...drive(item)} shift={labelShift(item, day.entries)} />
        ) : (
          noteOf(item)
        ),
      )}
      {day.heldTimes?.map((time) =>
        placed(
          time,
          lanes.get(time.id) ?? alone,
          <Suspense>
            <HeldNote {...time} />
          </Suspense>,
        ),
      )}
    </StaveList>
  );
};

export const outsideOf = (windows: readonly Interval[]): Interval[] => {
  const edges = [0, ...windows.flatMap(({ start, end }) => [start, end]), 1440];
  return edges.flatMap((start, i) => {
    const end = edges[i + 1];
    return i % 2 === 0 && end !== undefined && end > start ? [{ start, end }] : [];
  });
};

export const SunkenOutside = ({ windows }: Pick<Day, 'windows'>) =>
  outsideOf(windows).map(({ start, end }) => <SunkenHours key={start} start={start} end={end} />);
