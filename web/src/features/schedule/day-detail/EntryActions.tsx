import type { CalendarLesson } from '@rondo/contracts/lessons/timing.ts';
import {
  Ban,
  CalendarClock,
  Check,
  Ellipsis,
  History,
  MoveVertical,
  Navigation,
  PencilLine,
  RotateCcw,
  Trash2,
  type LucideIcon,
} from 'lucide-react';
import { Button } from '../../../ui/button.tsx';
import type { MenuEntry } from '../../../ui/overlays/menu-face.tsx';
import { MenuOnDemand } from '../../../ui/overlays/menu-on-demand.tsx';
import type { DayEntry } from '../../../calendar/days/entry.ts';
import { navigateTo } from '../navigation.ts';
import type { Ask } from '../schedule-address.ts';

export type EntryActionsProps = {
  readonly entry: DayEntry;
  readonly row: CalendarLesson;
  readonly onAsk: (ask: Ask, row: CalendarLesson) => void;
  readonly onRestore: (row: CalendarLesson) => void;
};

const openLink = (url: string) => (): void => {
  window.open(url, '_blank', 'noopener');
};

const drives = ({ address, isStop }: DayEntry): MenuEntry[] =>
  address === null || !isStop
    ? []
    : navigateTo(address).map(({ label, url }) => ({ label, icon: Navigation, onSelect: openLink(url) }));

/** The actions of an entry, by kind and state. Optimized lessons are deleted only in the report, imported ones only in their own calendar. */
const actionsOf = ({ entry, row, onAsk, onRestore }: EntryActionsProps): MenuEntry[] => {
  const ask = (what: Ask, label: string, icon: LucideIcon, danger = false): MenuEntry => ({
    label,
    icon,
    danger,
    onSelect: () => onAsk(what, row),
  });
  const cancelled = row.status === 'cancelled';
  const ours = row.source !== 'actual';
  const isLesson = row.entryType === 'lesson';
  return [
    ...(row.status === 'recommended' ? [{ label: 'Confirm', icon: Check, onSelect: () => onRestore(row) }] : []),
    ...(cancelled ? [{ label: 'Restore', icon: RotateCcw, onSelect: () => onRestore(row) }] : []),
    ...(ours && !cancelled ? [ask('edit', isLesson ? 'Edit Lesson' : 'Edit Entry', PencilLine)] : []),
    ...(ours && !cancelled ? [ask('move', 'Move…', MoveVertical)] : []),
    ...(ours ? [ask('reschedule', row.date === null ? 'Reschedule Series' : 'Reschedule', CalendarClock)] : []),
    ...(cancelled ? [] : [ask('cancel', 'Cancel Lesson', Ban)]),
    ...drives(entry),
    ask('history', 'History', History),
    ...(row.source === 'manual' ? [ask('delete', 'Delete', Trash2, true)] : []),
  ];
};

/** The menu with the actions of one entry; a cancelled entry is restored with one click. */
export const EntryActions = (props: EntryActionsProps) => {
  const { entry, row, onRestore } = props;
  return (
    <>
      {row.status === 'cancelled' && (
        <Button size="small" icon={RotateCcw} aria-label={`Restore ${entry.title}`} onClick={() => onRestore(row)}>
          <span className="max-desk:sr-only">Restore</span>
        </Button>
      )}
      <MenuOnDemand
        label={`Actions for ${entry.title}`}
        button={<Ellipsis aria-hidden className="size-4" strokeWidth={2} />}
        entries={actionsOf(props)}
        inBody
      />
    </>
  );
};
