import { minutesPerDay } from '@rondo/contracts/calendar/times.ts';
import { CalendarOff } from 'lucide-react';
import { cn } from '../../ui/cn.ts';
import { onStave, span } from '../../ui/figures/stave.tsx';
import type { Day } from '../days/day.ts';
import { captionOf, type ClosedHours } from './closed-time.ts';

/** The hatched ground of closed time on a stave. */
export const ClosedGround = ({ hours }: { readonly hours: readonly ClosedHours[] }) =>
  hours.length > 0 && (
    <div aria-hidden className="absolute inset-0 overflow-clip">
      {hours.map(({ closureId, start, end }) => (
        <i
          key={closureId}
          className={cn(
            onStave,
            'inset-x-0 border-control hatched',
            end < minutesPerDay && 'wide:border-b',
            start > 0 && 'wide:border-t',
          )}
          style={span(start, end)}
        />
      ))}
    </div>
  );

/** Why time of a day is closed, a line for each closure. */
export const ClosedCaptions = (props: {
  readonly hours: readonly ClosedHours[];
  readonly entries: Day['entries'];
  readonly className?: string;
}) =>
  props.hours.length > 0 && (
    <div className={props.className}>
      {props.hours.map((hours) => (
        <p
          key={hours.closureId}
          title={captionOf(hours, props.entries)}
          className="flex h-6 items-center gap-1.5 border-b border-line bg-sunken px-2.5 text-small font-control text-ink-2"
        >
          <CalendarOff aria-hidden className="size-3.5 shrink-0 text-ink-3" strokeWidth={1.75} />
          <span className="truncate">{captionOf(hours, props.entries)}</span>
        </p>
      ))}
    </div>
  );
