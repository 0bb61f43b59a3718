import { CalendarOff, ChevronRight, TriangleAlert } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog, Dialog } from '../../ui/overlays/dialog.tsx';
import { conflictWords, entriesOf, slotWords, type Conflict, type ConflictingEntry, type Slot } from './conflict.ts';
import type { TimedWriting } from './timed-write.ts';
import { longDayName, type DayOfWeek } from '@rondo/contracts/calendar/dates.ts';
import { toMinutes } from '@rondo/contracts/calendar/times.ts';
import { OnWeek, Rank, usePointed } from '../fits/OnWeek.tsx';

const mostListed = 4;

const Entries = ({ entries }: { readonly entries: readonly ConflictingEntry[] }) => (
  <ul
    aria-label="Conflicting entries"
    className="rounded-card border border-[color-mix(in_oklab,var(--color-bad)_45%,var(--color-line))]"
  >
    {entries.slice(0, mostListed).map((entry) => (
      <li
        key={entry.first.id}
        className="flex flex-wrap items-center gap-x-3 border-b border-line-soft px-3 py-2 last:border-b-0"
      >
        <span className="flex min-w-0 items-center gap-2 font-strong">
          <TriangleAlert aria-hidden className="size-4 shrink-0 text-bad" strokeWidth={1.75} />
          <span className="min-w-0 break-words">{entry.first.title}</span>
        </span>
        <span className="ml-auto text-ink-2 tabular-nums max-desk:ml-6">{conflictWords(entry)}</span>
      </li>
    ))}
    {entries.length > mostListed && <li className="px-3 py-2 text-ink-2">and {entries.length - mostListed} more</li>}
  </ul>
);

/** Free times to choose from; one click picks one. */
export const SlotList = (props: {
  readonly label: string;
  readonly slots: readonly Slot[];
  readonly busy: boolean;
  readonly onPick: (slot: Slot) => void;
  /** The week behind the dialog shows the times too. */
  readonly onWeek?: boolean;
}) => {
  const { pointed, rowAt } = usePointed();
  return (
    <ul aria-label={props.label} className="overflow-hidden rounded-card border border-line">
      {props.onWeek === true && (
        <OnWeek
          times={props.slots.map(({ date, startTime, endTime }) => ({
            date,
            start: toMinutes(startTime),
            end: toMinutes(endTime),
          }))}
          pointed={pointed}
        />
      )}
      {props.slots.map((slot, index) => (
        <li key={`${slot.date} ${slot.startTime}`} className="border-b border-line-soft last:border-b-0">
          <button
            type="button"
            disabled={props.busy}
            onClick={() => props.onPick(slot)}
            {...rowAt(index)}
            className="flex min-h-14 w-full items-center gap-3 px-3 py-2 text-left transition-colors duration-140 ease-rondo focus-visible:-outline-offset-2 enabled:hover:bg-accent-tint disabled:opacity-50"
          >
            {props.onWeek === true && <Rank index={index} isPointed={pointed === index} />}
            <span className="min-w-0 grow">
              <span className="block font-strong tabular-nums">{slotWords(slot)}</span>
              <span className="block text-small text-pretty text-ink-2">{slot.reasoningText}</span>
            </span>
            <ChevronRight aria-hidden className="size-4 shrink-0 text-ink-3" strokeWidth={1.75} />
          </button>
        </li>
      ))}
    </ul>
  );
};

/** Whose hours a time is outside: to know, not an obstacle. */
const OutsideHours = ({ lines }: { readonly lines: readonly string[] }) =>
  lines.map((line) => (
    <p key={line} className="flex gap-2 text-ink-2">
      <CalendarOff aria-hidden className="mt-0.5 size-4 shrink-0 text-warn" strokeWidth={1.75} />
      <span className="min-w-0">{line}</span>
    </p>
  ));

const OtherTimes = (props: {
  readonly conflict: Conflict;
  readonly busy: boolean;
  readonly onPick: (slot: Slot) => void;
}) => {
  const { alternatives, nearestMiss } = props.conflict;
  if (alternatives === null) return <p className="text-ink-2">Other times could not be loaded.</p>;
  if (alternatives.length === 0)
    return (
      <p className="text-ink-2">
        No other time was found that is free for both and leaves room for the drives. {nearestMiss}
      </p>
    );
  return <SlotList label="Other times" slots={alternatives} busy={props.busy} onPick={props.onPick} />;
};

/** What a lesson conflicts with at its time, other times for it, and a button to write it anyway. Just a question once its time is free. */
export const ConflictDialog = ({ writing }: { readonly writing: TimedWriting }) => {
  const { collision, isPending, send, leave } = writing;
  if (!collision) return null;
  const { write, conflict } = collision;
  const entries = entriesOf(conflict.events);
  const label = <b className="font-strong text-ink">{write.label}</b>;
  if (entries.length === 0)
    return (
      <ConfirmDialog open {...write.question} loading={isPending} onClose={leave} onConfirm={() => void send(write)}>
        <p>{label}</p>
        <OutsideHours lines={conflict.outside} />
      </ConfirmDialog>
    );
  return (
    <Dialog
      open
      onClose={leave}
      title="Schedule Conflict Detected"
      footer={
        <>
          <Button kind="danger" disabled={isPending} onClick={() => void send(write, { kind: 'override' })}>
            {write.override ?? 'Override Conflict'}
          </Button>
          <Button onClick={leave} data-autofocus>
            Back
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        <p className="text-ink-2">
          {label} overlaps {entries.length === 1 ? 'another entry' : `${entries.length} other entries`}:
        </p>
        <Entries entries={entries} />
        <OutsideHours lines={conflict.outside} />
        <section aria-label="Other times" className="flex flex-col gap-2">
          <h3 className="text-lead font-strong">Other free times</h3>
          <OtherTimes
            conflict={conflict}
            busy={isPending}
            onPick={(slot) => void send(write, { kind: 'alternative', slot })}
          />
        </section>
      </div>
    </Dialog>
  );
};

export const ExceptionQuestion = (props: {
  readonly teacher: string;
  readonly day: DayOfWeek;
  readonly busy: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}) => (
  <ConfirmDialog
    open
    title="Outside the regular availability"
    confirm="Create Exception"
    loading={props.busy}
    onClose={props.onClose}
    onConfirm={props.onConfirm}
  >
    <p>
      {props.teacher} does not usually teach on {longDayName(props.day)} at that time. An exception to the regular
      schedule will be created.
    </p>
  </ConfirmDialog>
);
