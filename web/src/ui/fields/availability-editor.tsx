import { longDayName, shortDayName, weekOrder, type DayOfWeek } from '@rondo/contracts/calendar/dates.ts';
import { formatTimeRange } from '@rondo/contracts/calendar/times.ts';
import { CircleAlert, Info, Plus, Star, X } from 'lucide-react';
import { overlapsWithin, windowAfter, type DayDefault, type Window } from '../../lib/availability.ts';
import { IconButton } from '../button.tsx';
import { Checkbox, LabeledCheckbox } from './choice.tsx';
import { cn } from '../cn.ts';
import { inputFrame } from './field.tsx';

type EditorProps = {
  readonly value: readonly Window[];
  readonly onChange: (next: Window[]) => void;
  /** The error of the window at an index. */
  readonly errorAt: (index: number) => string | undefined;
  /** The default window that is added to an empty day. */
  readonly day: DayDefault;
  /** Students may prefer a window; teachers may not. */
  readonly preferences: boolean;
  /** One of its time inputs lost the focus. */
  readonly onBlur: () => void;
};

const Note = ({ error, overlap }: { readonly error: string | undefined; readonly overlap: string | undefined }) => {
  const text = error ?? overlap;
  if (text === undefined) return null;
  const Icon = error === undefined ? Info : CircleAlert;
  return (
    <p
      className={cn(
        'flex basis-full gap-1 pb-1.5 pl-[70px] text-small max-desk:pl-[26px]',
        error === undefined ? 'text-ink-2' : 'text-bad',
      )}
    >
      <Icon aria-hidden className="mt-px size-3.5 shrink-0" strokeWidth={2} />
      {text}
    </p>
  );
};

const TimeInput = (props: {
  readonly label: string;
  readonly value: string;
  readonly invalid: boolean;
  readonly onChange: (time: string) => void;
  readonly onBlur: () => void;
}) => (
  <input
    type="time"
    aria-label={props.label}
    aria-invalid={props.invalid}
    value={props.value}
    onChange={({ target }) => props.onChange(target.value)}
    onBlur={props.onBlur}
    // The clock icon next to the time would take as much room as the time itself.
    className={cn(
      inputFrame(props.invalid),
      'h-9 w-[100px] px-2.5 tabular-nums max-desk:h-11 max-desk:w-[106px] [&::-webkit-calendar-picker-indicator]:hidden',
    )}
  />
);

type WindowRowProps = {
  readonly window: Window;
  /** "Monday", or "Monday, window 2". */
  readonly name: string;
  /** The first window of its day shows the day's name. */
  readonly dayName: { readonly short: string; readonly long: string } | null;
  readonly error: string | undefined;
  readonly overlap: string | undefined;
  readonly preferences: boolean;
  readonly onChange: (changes: Partial<Window>) => void;
  readonly onBlur: () => void;
  readonly onRemove: (() => void) | undefined;
};

const Times = ({ window, name, error, preferences, onChange, onBlur }: WindowRowProps) => (
  <>
    <TimeInput
      label={`${name} from`}
      value={window.startTime}
      invalid={error !== undefined}
      onChange={(startTime) => onChange({ startTime })}
      onBlur={onBlur}
    />
    <span aria-hidden className="text-ink-3">
      –
    </span>
    <TimeInput
      label={`${name} to`}
      value={window.endTime}
      invalid={error !== undefined}
      onChange={(endTime) => onChange({ endTime })}
      onBlur={onBlur}
    />
    {preferences && (
      <IconButton
        icon={Star}
        label={`${name} preferred`}
        aria-pressed={window.isPreferred}
        onClick={() => onChange({ isPreferred: !window.isPreferred })}
        className="aria-pressed:text-accent aria-pressed:[&_svg]:fill-current"
      />
    )}
  </>
);

const WindowRow = (props: WindowRowProps) => {
  const { window, name, dayName, error, overlap, onChange, onRemove } = props;
  return (
    <fieldset aria-label={name}>
      <div className="flex min-h-11 flex-wrap items-center gap-x-2 max-desk:min-h-12">
        {dayName ? (
          <LabeledCheckbox
            checked={window.enabled}
            onChange={(enabled) => onChange({ enabled })}
            className="gap-2"
            labelClassName="w-9 font-control leading-9 max-desk:w-24 max-desk:leading-[44px]"
          >
            <span aria-hidden className="max-desk:hidden">
              {dayName.short}
            </span>
            <span aria-hidden className="desk:hidden">
              {dayName.long}
            </span>
            <span className="sr-only">{name} available</span>
          </LabeledCheckbox>
        ) : (
          <>
            <Checkbox
              checked={window.enabled}
              onChange={(enabled) => onChange({ enabled })}
              label={`${name} available`}
            />
            <span aria-hidden className="w-9 max-desk:hidden" />
          </>
        )}
        <div
          className={cn(
            'flex min-w-0 grow items-center gap-1.5',
            // On phones the times of a day's first window are below its name.
            window.enabled && dayName && 'max-desk:mb-1 max-desk:basis-full max-desk:pl-[26px]',
          )}
        >
          {window.enabled ? <Times {...props} /> : <span className="text-ink-3">Not available</span>}
          {onRemove && <IconButton icon={X} label={`Remove ${name}`} onClick={onRemove} className="-ml-1" />}
        </div>
        <Note error={error} overlap={overlap} />
      </div>
    </fieldset>
  );
};

/** A week's windows, day by day: several per day, each on or off; those of students are preferred or possible. */
export const AvailabilityEditor = ({ value, onChange, onBlur, errorAt, day, preferences }: EditorProps) => {
  const overlapping = overlapsWithin(value);
  const change = (index: number, changes: Partial<Window>): void =>
    onChange(value.map((window, at) => (at === index ? { ...window, ...changes } : window)));
  const add = (dayOfWeek: DayOfWeek): void => {
    const last = value.findLast((window) => window.dayOfWeek === dayOfWeek);
    const at = last ? value.indexOf(last) + 1 : value.length;
    // A day that is off is switched on first; only then can windows be added.
    if (last && !value.some((window) => window.dayOfWeek === dayOfWeek && window.enabled))
      change(value.indexOf(last), { enabled: true });
    else onChange(value.toSpliced(at, 0, windowAfter(value, dayOfWeek, day)));
  };
  const overlapText = (index: number): string | undefined => {
    const joined = overlapping.get(index);
    return joined && `Overlaps the window above: together they count as ${formatTimeRange(joined.start, joined.end)}.`;
  };
  const days = weekOrder.filter((dayOfWeek) => value.some((window) => window.dayOfWeek === dayOfWeek));
  return (
    <ul className="divide-y divide-line-soft">
      {days.map((dayOfWeek) => {
        const dayName = longDayName(dayOfWeek);
        const own = value
          .flatMap((window, index) => (window.dayOfWeek === dayOfWeek ? [{ window, index }] : []))
          .map((at, nth) => ({ ...at, nth }));
        return (
          <li key={dayOfWeek} className="relative py-1 desk:pr-9">
            {own.map(({ window, index, nth }) => (
              <WindowRow
                // Windows have no id: their index in the day is the key.
                key={nth}
                window={window}
                name={nth === 0 ? dayName : `${dayName}, window ${nth + 1}`}
                dayName={nth === 0 ? { short: shortDayName(dayOfWeek), long: dayName } : null}
                error={errorAt(index)}
                overlap={overlapText(index)}
                preferences={preferences}
                onChange={(changes) => change(index, changes)}
                onBlur={onBlur}
                onRemove={own.length > 1 ? () => onChange(value.toSpliced(index, 1)) : undefined}
              />
            ))}
            <IconButton
              icon={Plus}
              label={`Add a window on ${dayName}`}
              onClick={() => add(dayOfWeek)}
              className="absolute top-2 right-0 max-desk:top-1"
            />
          </li>
        );
      })}
    </ul>
  );
};
