import { ChevronRight, TriangleAlert } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { conflictWords, entriesOf, slotWords, type Conflict, type ConflictingEntry, type Slot } from './conflict.ts';

const shown = 4;

const Entries = ({ entries }: { readonly entries: readonly ConflictingEntry[] }) => (
  <ul
    aria-label="Conflicting entries"
    className="rounded-card border border-[color-mix(in_oklab,var(--color-bad)_45%,var(--color-line))]"
  >
    {entries.slice(0, shown).map((entry) => (
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
    {entries.length > shown && <li className="px-3 py-2 text-ink-2">and {entries.length - shown} more</li>}
  </ul>
);

/** Free times to choose from; one click picks one. */
export const SlotList = (props: {
  readonly label: string;
  readonly slots: readonly Slot[];
  readonly busy: boolean;
  readonly onPick: (slot: Slot) => void;
}) => (
  <ul aria-label={props.label} className="overflow-hidden rounded-card border border-line">
    {props.slots.map((slot) => (
      <li key={`${slot.date} ${slot.startTime}`} className="border-b border-line-soft last:border-b-0">
        <button
          type="button"
          disabled={props.busy}
          onClick={() => props.onPick(slot)}
          className="flex min-h-14 w-full items-center gap-3 px-3 py-2 text-left transition-colors duration-140 ease-rondo focus-visible:-outline-offset-2 enabled:hover:bg-accent-tint disabled:opacity-50"
        >
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

/** Shows what an entry conflicts with, other times for it, and a button to save it anyway. */
export const ConflictDialog = (props: {
  /** The requested entry: "Ben Ito, Tue, Nov 24, 3:00 – 3:45 PM". */
  readonly wanted: string;
  readonly conflict: Conflict;
  /** The label of the button that saves anyway. */
  readonly override?: string;
  readonly busy: boolean;
  readonly onPick: (slot: Slot) => void;
  readonly onOverride: () => void;
  readonly onClose: () => void;
}) => {
  const { wanted, conflict, override = 'Override Conflict', busy, onPick, onOverride, onClose } = props;
  const { alternatives } = conflict;
  const entries = entriesOf(conflict.events);
  return (
    <Dialog
      open
      onClose={onClose}
      title="Schedule Conflict Detected"
      footer={
        <>
          <Button kind="danger" disabled={busy} onClick={onOverride}>
            {override}
          </Button>
          <Button onClick={onClose} data-autofocus>
            Back
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        <p className="text-ink-2">
          <b className="font-strong text-ink">{wanted}</b> overlaps{' '}
          {entries.length === 1 ? 'another entry' : `${entries.length} other entries`}:
        </p>
        <Entries entries={entries} />
        <section aria-label="Other times" className="flex flex-col gap-2">
          <h3 className="text-lead font-strong">Other free times</h3>
          {alternatives === null && <p className="text-ink-2">Other times could not be loaded.</p>}
          {alternatives?.length === 0 && (
            <p className="text-ink-2">
              No other time was found that is free for both and leaves room for the drives. {conflict.nearestMiss}
            </p>
          )}
          {alternatives !== null && alternatives.length > 0 && (
            <SlotList label="Other times" slots={alternatives} busy={busy} onPick={onPick} />
          )}
        </section>
      </div>
    </Dialog>
  );
};
