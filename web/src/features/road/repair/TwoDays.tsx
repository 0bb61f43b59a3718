import type { RoadDay } from '@rondo/contracts/api/road/day.ts';
import type { RepairOption } from '@rondo/contracts/api/road/repairs.ts';
import { formatTime, formatTimeRange, toMinutes } from '@rondo/contracts/calendar/times.ts';
import { cn } from '../../../ui/cn.ts';
import { takesPlace } from '../../../calendar/road-state.ts';

type Block = {
  readonly key: string;
  readonly title: string;
  readonly start: number;
  readonly end: number;
  readonly look: 'stays' | 'changes' | 'was';
};

const looks = {
  stays: 'border-l-4 border-accent-fill bg-accent-tint',
  changes: 'border-2 border-accent bg-accent-tint',
  was: 'border border-dashed border-control text-ink-2',
} as const;

const pixelsAMinute = 1.3;

const Column = (props: {
  readonly title: string;
  readonly isChange: boolean;
  readonly blocks: readonly Block[];
  readonly from: number;
  readonly to: number;
  readonly home: string | null;
}) => {
  const { title, isChange, blocks, from, to, home } = props;
  const place = (minute: number): string => `${(minute - from) * pixelsAMinute}px`;
  return (
    <div className="min-w-0">
      <h3 className={cn('mb-2 font-strong', isChange && 'text-accent')}>{title}</h3>
      <div className="relative rounded-day border border-line bg-card" style={{ height: place(to) }}>
        <ul>
          {blocks.map(({ key, title: name, start, end, look }) => (
            <li
              key={key}
              className={cn('absolute inset-x-1.5 overflow-hidden rounded-block px-1.5 text-small', looks[look])}
              style={{ top: place(start), height: `${(end - start) * pixelsAMinute}px` }}
            >
              {look === 'was' ? (
                <p className="truncate">was {formatTime(start)}</p>
              ) : (
                <>
                  <p className="truncate font-strong">{name}</p>
                  <p className="truncate">{formatTimeRange(start, end)}</p>
                </>
              )}
            </li>
          ))}
          {home !== null && (
            <li className="absolute inset-x-1.5 truncate text-small text-ink-2" style={{ top: place(toMinutes(home)) }}>
              {formatTime(toMinutes(home))} home
            </li>
          )}
        </ul>
      </div>
    </div>
  );
};

/** The day as it is beside the day with a change, from the first lesson that differs on. */
export const TwoDays = ({ day, option }: { readonly day: RoadDay; readonly option: RepairOption }) => {
  const now = day.stops.filter(takesPlace).map((stop): Block => ({
    key: stop.lessonId,
    title: stop.title,
    start: toMinutes(stop.startTime),
    end: toMinutes(stop.endTime),
    look: 'stays',
  }));
  const changes = new Map(option.changes.map((change) => [change.lessonId, change]));
  const changed = [...changes.values()].map((change): Block => ({
    key: change.lessonId,
    title: change.name,
    start: toMinutes(change.startTime),
    end: toMinutes(change.endTime),
    look: 'changes',
  }));
  const then = [
    ...now.map((block): Block => (changes.has(block.key) ? { ...block, key: `was ${block.key}`, look: 'was' } : block)),
    ...changed,
  ].toSorted((a, b) => a.start - b.start);
  const all = [...now, ...changed];
  if (all.length === 0) return null;
  const from = Math.min(...all.map(({ start }) => start)) - 10;
  const homes = [day.homeAt, option.home].flatMap((home) => (home === null ? [] : [toMinutes(home) + 25]));
  const to = Math.max(...all.map(({ end }) => end), ...homes) + 5;
  const shape = { from, to };
  return (
    <div className="grid grid-cols-2 gap-2">
      <Column title="Now" isChange={false} blocks={now} home={day.homeAt} {...shape} />
      <Column title="With this change" isChange blocks={then} home={option.home} {...shape} />
    </div>
  );
};
