import { isIsoDate, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { formatTime, isTimeText, toMinutes, toTimeText } from '@rondo/contracts/calendar/times.ts';
import { shortDate } from '@rondo/contracts/calendar/words.ts';
import { startOf } from '@rondo/contracts/calendar/zones.ts';
import type { Now } from '../../../../calendar/now.ts';
import { cn } from '../../../../ui/cn.ts';
import { Field, TextField } from '../../../../ui/fields/field.tsx';
import { Select } from '../../../../ui/fields/select.tsx';

/** When a family said that it cancels, as it is typed; null: now. */
export type Heard = { readonly date: string; readonly time: string } | null;

/** The instant, on the studio's clock; undefined while it is not complete. */
export const instantOfHeard = ({ date, time }: NonNullable<Heard>, timeZone: string): string | undefined =>
  isIsoDate(date) && isTimeText(time) ? new Date(startOf(date, toMinutes(time), timeZone)).toISOString() : undefined;

const nowText = ({ today, minute }: Now): string => `Now, ${shortDate(today)}, ${formatTime(minute)}`;

/** Whether they said so now, or when. */
export const HeardChoice = (props: {
  readonly heard: Heard;
  readonly now: Now;
  readonly onChange: (heard: Heard) => void;
  readonly className?: string;
}) => (
  <Field label="When did you hear?" className={cn(props.className)}>
    {({ id }) => (
      <Select
        id={id}
        look="field"
        label="When did you hear?"
        value={props.heard ? 'then' : 'now'}
        options={[
          { value: 'now', label: nowText(props.now) },
          { value: 'then', label: 'Another time' },
        ]}
        onChange={(value) =>
          props.onChange(
            value === 'now' ? null : (props.heard ?? { date: props.now.today, time: toTimeText(props.now.minute) }),
          )
        }
      />
    )}
  </Field>
);

/** The date and the time at which they said so. */
export const HeardFields = (props: {
  readonly heard: NonNullable<Heard>;
  readonly today: IsoDate;
  /** Why it cannot be then. */
  readonly problem: string | undefined;
  readonly onChange: (heard: Heard) => void;
}) => {
  const { heard, today, problem, onChange } = props;
  return (
    <div className="grid grid-cols-2 items-start gap-3">
      <TextField
        label="Date"
        type="date"
        max={today}
        value={heard.date}
        error={problem}
        onChange={({ target }) => onChange({ ...heard, date: target.value })}
      />
      <TextField
        label="Time"
        type="time"
        value={heard.time}
        onChange={({ target }) => onChange({ ...heard, time: target.value })}
      />
    </div>
  );
};
