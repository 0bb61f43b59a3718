import { shortDayName, weekOrder } from '@rondo/contracts/calendar/dates.ts';
import type { Interval } from '@rondo/contracts/calendar/intervals.ts';
import { describeWeek, intervalOf, openWindows, type Window } from '../../lib/availability.ts';
import { cn } from '../cn.ts';

/** The day letters above a column of strips. */
export const StripDays = ({ className }: { readonly className?: string }) => (
  <span aria-hidden className={cn('grid grid-cols-7 gap-[3px] text-center', className)}>
    {weekOrder.map((day) => (
      <span key={day}>{shortDayName(day)[0]}</span>
    ))}
  </span>
);

const percent = (part: number, { start, end }: Interval): string => `${(part / (end - start)) * 100}%`;

/** A week in seven columns: preferred windows at full width, possible ones narrower. In words for screen readers. */
export const AvailabilityStrip = (props: {
  readonly windows: readonly Window[];
  /** The hours that the columns cover; the same for all strips of a list. */
  readonly hours: Interval;
  readonly className?: string;
}) => {
  const { windows, hours, className } = props;
  const open = openWindows(windows);
  if (open.length === 0) return <span className={cn('text-small text-ink-3', className)}>No availability</span>;
  return (
    <span className={className}>
      <span className="sr-only">Availability: {describeWeek(windows)}</span>
      <span aria-hidden className="grid h-8 grid-cols-7 gap-[3px]">
        {weekOrder.map((day) => (
          <span
            key={day}
            className="relative overflow-hidden rounded-[2px] bg-line-soft in-data-open:bg-[color-mix(in_oklab,var(--color-line)_55%,var(--color-paper))]"
          >
            {open
              .filter(({ dayOfWeek }) => dayOfWeek === day)
              .map((window) => {
                const own = intervalOf(window);
                if (!own) return null;
                return (
                  <i
                    key={`${window.startTime} ${window.endTime} ${window.isPreferred}`}
                    className={cn(
                      'absolute rounded-[1px]',
                      window.isPreferred
                        ? 'inset-x-0 z-1 bg-accent'
                        : 'inset-x-[20%] bg-[color-mix(in_oklab,var(--color-accent)_70%,var(--color-card))]',
                    )}
                    style={{
                      top: percent(own.start - hours.start, hours),
                      height: percent(own.end - own.start, hours),
                    }}
                  />
                );
              })}
          </span>
        ))}
      </span>
    </span>
  );
};
