import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { formatDuration } from '@rondo/contracts/calendar/times.ts';
import { cn } from '../../ui/cn.ts';
import { toneColor } from '../../map/model.ts';
import type { TourDay } from './tours.ts';

const chip =
  'flex h-9 items-center gap-2 rounded-control border border-line bg-card px-3 font-control whitespace-nowrap aria-pressed:border-accent aria-pressed:bg-accent-tint max-desk:h-11';

/** All days, or one: its color and letters are those of its pins. */
export const DayFilter = (props: {
  readonly days: readonly TourDay[];
  readonly chosen: IsoDate | null;
  readonly onChoose: (date: IsoDate | null) => void;
}) => {
  const { days, chosen, onChoose } = props;
  return (
    <fieldset
      aria-label="Days on the map"
      className="mb-3 flex min-w-0 flex-wrap gap-2 max-desk:-mx-4 max-desk:flex-nowrap max-desk:overflow-x-auto max-desk:px-4 max-desk:*:shrink-0"
    >
      <button type="button" aria-pressed={chosen === null} className={chip} onClick={() => onChoose(null)}>
        All days
      </button>
      {days.map(({ date, day, names, driving }) => (
        <button
          key={date}
          type="button"
          aria-pressed={date === chosen}
          className={cn(chip, 'pl-2')}
          onClick={() => onChoose(date === chosen ? null : date)}
        >
          <span
            aria-hidden
            style={{ '--tone': toneColor[day] }}
            className="grid size-6 place-items-center rounded-full bg-(--tone) text-small font-title text-on-accent"
          >
            {names.letters}
          </span>
          {names.short}
          <span className="min-w-12 font-normal text-ink-2 tabular-nums">
            {driving === null ? '–' : formatDuration(driving)}
          </span>
        </button>
      ))}
    </fieldset>
  );
};
