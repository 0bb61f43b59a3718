import { formatTime, toMinutes } from '@rondo/contracts/calendar/times.ts';
import { shortDate } from '@rondo/contracts/calendar/words.ts';
import { Check, TriangleAlert } from 'lucide-react';
import { Badge } from '../../../ui/badge.tsx';

export type Time = { readonly date: string; readonly startTime: string };

/** "Wed, Jan 6, 3:15 PM" */
export const timeText = ({ date, startTime }: Time): string =>
  `${shortDate(date)}, ${formatTime(toMinutes(startTime))}`;

/** A time to choose, with its drives and buffers; `free` says whether it is, null where all are. */
export const TimeOption = (props: {
  /** One of those of a name, or any of them. */
  readonly choice: { readonly type: 'radio'; readonly name: string } | { readonly type: 'checkbox' };
  readonly time: Time & { readonly free: boolean | null; readonly reasoningText: string };
  readonly checked: boolean;
  readonly disabled?: boolean;
  readonly onChoose: () => void;
}) => {
  const { choice, time, checked, disabled = false, onChoose } = props;
  return (
    <label
      className={`flex min-h-12 items-center gap-3 border-b border-line-soft px-4 py-2 last:border-b-0 ${checked ? 'bg-accent-tint' : ''}`}
    >
      <input
        {...choice}
        className="size-4 shrink-0 accent-accent-fill"
        checked={checked}
        disabled={time.free === false || disabled}
        onChange={onChoose}
      />
      <span className="min-w-0 grow">
        <b className={time.free === false ? 'block font-strong text-ink-2' : 'block font-strong'}>{timeText(time)}</b>
        <span className="block text-small text-ink-2">{time.reasoningText}</span>
      </span>
      {time.free === true && (
        <Badge tone="ok" icon={Check}>
          Free
        </Badge>
      )}
      {time.free === false && (
        <Badge tone="warn" icon={TriangleAlert}>
          Taken
        </Badge>
      )}
    </label>
  );
};
