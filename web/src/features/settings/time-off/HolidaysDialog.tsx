import type { Holiday } from '@rondo/contracts/api/studio/holidays.ts';
import { shortDate } from '@rondo/contracts/calendar/words.ts';
import { Check, Link2, RefreshCw } from 'lucide-react';
import { useState, type SubmitEvent } from 'react';
import { isUnconfirmed } from '../../../api/call-failed.ts';
import { usePreview } from '../../../calendar/time-off/ClosurePreview.tsx';
import { counted } from '../../../lib/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { cn } from '../../../ui/cn.ts';
import { Checkbox } from '../../../ui/fields/choice.tsx';
import { inputClasses } from '../../../ui/fields/field.tsx';
import { FormError } from '../../../ui/lists/panels.tsx';
import { FormDialog } from '../../../ui/overlays/form-dialog.tsx';
import { useHolidayCommands } from './commands.ts';

const closureOf = ({ uid, title, from, to }: Holiday) => ({
  from,
  to,
  kind: 'holiday' as const,
  reason: title.slice(0, 80),
  uid,
});

const daysOf = ({ from, to }: Pick<Holiday, 'from' | 'to'>): string =>
  from === to ? shortDate(from) : `${shortDate(from)} – ${shortDate(to)}`;

/** Of what is closed: only the day that moved. */
const closedText = ({ closed, from, to }: Holiday): string => {
  if (closed === null) return '';
  if (closed.from === from) return shortDate(closed.to);
  return closed.to === to ? shortDate(closed.from) : daysOf(closed);
};

/** One holiday of the calendar: ticked to close it, or closed already. */
const HolidayLine = (props: {
  readonly day: Holiday;
  readonly isTicked: boolean;
  readonly onTick: (isTicked: boolean) => void;
  readonly onUpdate: () => void;
}) => {
  const { day, isTicked, onTick, onUpdate } = props;
  const isKnown = day.closureId !== null;
  return (
    <li
      className={cn(
        'grid min-h-11 grid-cols-[auto_minmax(0,1.2fr)_minmax(0,1fr)_auto_minmax(110px,auto)] items-center gap-x-4 border-b border-line-soft px-6 py-1.5 max-desk:grid-cols-[auto_minmax(0,1fr)_auto] max-desk:px-4',
        isTicked && 'bg-accent-tint',
      )}
    >
      <Checkbox label={`${day.title}, ${daysOf(day)}`} checked={isTicked} disabled={isKnown} onChange={onTick} />
      <p className={cn('min-w-0 font-strong break-words', isKnown && 'text-ink-2')}>{day.title}</p>
      <p className="min-w-0 tabular-nums max-desk:col-start-2 max-desk:row-start-2">
        {day.changed ? (
          <>
            <s className="text-ink-3">{closedText(day)}</s> now {daysOf(day)}
          </>
        ) : (
          daysOf(day)
        )}
      </p>
      <p className="text-right text-ink-2 tabular-nums max-desk:row-start-2">{counted(day.lessons, 'lesson')}</p>
      <div className="flex justify-end max-desk:col-start-3 max-desk:row-start-1">
        {day.changed ? (
          <Button size="small" aria-label={`Update ${day.title}`} onClick={onUpdate}>
            Update
          </Button>
        ) : isKnown ? (
          <span className="inline-flex items-center gap-1 rounded-chip bg-accent-tint px-1.5 text-small leading-5 font-control whitespace-nowrap text-accent">
            <Check aria-hidden className="size-3" strokeWidth={2} />
            Already closed
          </span>
        ) : (
          day.timed && <span className="text-ink-3">Part of a day</span>
        )}
      </div>
    </li>
  );
};

/** Closes holidays of a school, from the calendar that it publishes. Nothing is closed that is not ticked. */
export default function HolidaysDialog({ onClose }: { readonly onClose: () => void }) {
  const [url, setUrl] = useState('');
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const { read, close, update } = useHolidayCommands();
  const calendar = read.data;
  const open = calendar?.days.filter(({ closureId }) => closureId === null) ?? [];
  const chosen = open.filter(({ uid }) => ticked.has(uid)).slice(0, 60);
  const { preview } = usePreview(chosen.length === 0 ? null : { closures: chosen.map(closureOf) });
  const readIt = (): void => {
    if (url.trim() !== '') read.mutate(url.trim());
  };
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    if (chosen.length === 0) readIt();
    else if (await close.send({ body: { closures: chosen.map(closureOf) } })) onClose();
  };
  const updateIt = async ({ closureId, from, to }: Holiday): Promise<void> => {
    if (closureId !== null && (await update.send({ params: { id: closureId }, body: { from, to } }))) readIt();
  };
  const isAll = open.length > 0 && chosen.length === Math.min(open.length, 60);
  return (
    <FormDialog
      open
      title="School holidays"
      subtitle="Nothing is closed until you choose. Days without a tick stay open."
      submit={chosen.length === 0 ? 'Close' : `Close ${counted(chosen.length, 'holiday')}`}
      width="wide"
      bodyClassName="p-0!"
      loading={close.isPending}
      submitError={close.error?.message ?? null}
      unconfirmed={isUnconfirmed(close.error)}
      notice={
        chosen.length === 0
          ? null
          : `${chosen.length} selected: ${preview ? `${counted(preview.lessons, 'lesson')} of ${counted(preview.families, 'family')}` : ' '}`
      }
      canSubmit={chosen.length > 0}
      dirty={chosen.length > 0}
      onSubmit={(event) => void submit(event)}
      onClose={onClose}
    >
      <div className="flex items-center gap-3 border-b border-line bg-paper px-6 py-3 max-desk:flex-wrap max-desk:px-4">
        <Link2 aria-hidden className="size-5 shrink-0 text-ink-2" strokeWidth={1.75} />
        <input
          type="url"
          aria-label="Address of the school’s calendar"
          placeholder="https://"
          autoComplete="off"
          value={url}
          onChange={({ target }) => setUrl(target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            readIt();
          }}
          className={inputClasses(read.isError, 'min-w-0 flex-1')}
        />
        <Button icon={RefreshCw} loading={read.isPending} disabled={url.trim() === ''} onClick={readIt}>
          {calendar ? 'Read again' : 'Read'}
        </Button>
      </div>
      <div className="min-h-80">
        {read.error && (
          <div className="px-6 py-4 max-desk:px-4">
            <FormError message={read.error.message} />
          </div>
        )}
        {calendar && (
          <>
            <div className="flex min-h-10 items-center justify-between gap-3 border-b border-line px-6 max-desk:px-4">
              <p className="min-w-0 break-words">
                <strong className="font-strong">{calendar.name}</strong>{' '}
                <span className="text-ink-2">
                  {counted(calendar.days.length, 'entry')}, for all teachers
                  {calendar.leftOut > 0 && `; ${calendar.leftOut} left out`}
                </span>
              </p>
              {open.length > 0 && (
                <Button
                  kind="quiet"
                  className="-mr-2.5 shrink-0"
                  onClick={() => setTicked(isAll ? new Set() : new Set(open.slice(0, 60).map(({ uid }) => uid)))}
                >
                  {isAll ? 'Select none' : 'Select all'}
                </Button>
              )}
            </div>
            <ul aria-label="Holidays">
              {calendar.days.map((day) => (
                <HolidayLine
                  key={day.uid}
                  day={day}
                  isTicked={ticked.has(day.uid) && day.closureId === null}
                  onTick={(isTicked) =>
                    setTicked(
                      new Set([...[...ticked].filter((uid) => uid !== day.uid), ...(isTicked ? [day.uid] : [])]),
                    )
                  }
                  onUpdate={() => void updateIt(day)}
                />
              ))}
            </ul>
          </>
        )}
      </div>
    </FormDialog>
  );
}
