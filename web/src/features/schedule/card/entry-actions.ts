import type { CalendarLesson } from '@rondo/contracts/lessons/timing.ts';
import {
  Ban,
  CalendarCheck,
  Check,
  CalendarClock,
  History,
  Lock,
  LockOpen,
  Send,
  MoveVertical,
  NotebookPen,
  Navigation,
  PencilLine,
  Smartphone,
  Shuffle,
  RotateCcw,
  Trash2,
  type LucideIcon,
} from 'lucide-react';
import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { freeTimePath } from '../../../calendar/free-time.ts';
import type { Now } from '../../../calendar/now.ts';
import type { DayEntry } from '../../../calendar/days/entry.ts';
import { canPin, named, setPins } from '../../../calendar/pins/commands.ts';
import type { MenuEntry } from '../../../ui/overlays/menu-face.tsx';
import { changesPath, familyName } from '../../../calendar/telling.ts';
import { goTo } from '../../../lib/page/navigation.ts';
import type { Ask } from '../address.ts';
import { dialed, navigateTo } from '../../../lib/ways.ts';

export type EntryActionsProps = {
  readonly entry: DayEntry;
  readonly row: CalendarLesson;
  readonly onAsk: (ask: Ask, row: CalendarLesson) => void;
  readonly onRestore: (row: CalendarLesson) => void;
  /** It has begun, so that a note of it can be written. */
  readonly canNote?: boolean;
  readonly on: IsoDate;
  readonly now: Now;
};

export type EntryAction = MenuEntry & {
  readonly icon: LucideIcon;
  /** Its name on the card of its lesson, where "Cancel" can only mean the lesson. */
  readonly short: string;
};

/** A way to a family: where it leads, as a link. */
export type EntryLink = { readonly label: string; readonly icon: LucideIcon; readonly url: string };

const openLink = (url: string) => (): void => {
  window.open(url, '_blank', 'noopener');
};

/** Navigate, Call and Text: for what an entry has. An entry that does not take place leads nowhere. */
export const waysTo = ({ entry, row }: Pick<EntryActionsProps, 'entry' | 'row'>): EntryLink[] => {
  const phone = row.student?.phone ?? '';
  const [maps] = entry.address === null || !entry.isStop ? [] : navigateTo(entry.address);
  return [
    ...(maps ? [{ label: 'Navigate', icon: Navigation, url: maps.url }] : []),
    ...(dialed(phone) === ''
      ? []
      : [
          { label: 'Call', icon: Smartphone, url: `tel:${dialed(phone)}` },
          { label: 'Text', icon: Send, url: `sms:${dialed(phone)}` },
        ]),
  ];
};

/** "Keep this time"; until when is a second step. */
const pinActions = (row: CalendarLesson, onUntil: () => void): MenuEntry[] => {
  if (!canPin(row) || row.status === 'cancelled') return [];
  const set = (pinned: boolean) => (): void => void setPins({ lessons: [named(row)], pinned });
  if (!row.pin) return [{ label: 'Keep this time', icon: Lock, onSelect: set(true) }];
  return [
    { label: 'Keep until…', icon: CalendarClock, onSelect: onUntil },
    { label: 'Unpin', icon: LockOpen, onSelect: set(false) },
  ];
};

/**
 * The actions of an entry, by kind and state: what decides it first, what changes it, and the rest. Optimized lessons are deleted only in the
 * report, imported ones only in their own calendar.
 */
export const actionsOf = ({ entry, row, onAsk, onRestore, on, now, canNote = false }: EntryActionsProps) => {
  const ask = (what: Ask, label: string, icon: LucideIcon, short = label): EntryAction => ({
    label,
    short,
    icon,
    onSelect: () => onAsk(what, row),
  });
  const cancelled = row.status === 'cancelled';
  const ours = row.source !== 'actual';
  const decide = (label: string, icon: LucideIcon): EntryAction => ({
    label,
    short: label,
    icon,
    onSelect: () => onRestore(row),
  });
  const freeTime = freeTimePath(row, on, now);
  const drives = entry.address === null || !entry.isStop ? [] : navigateTo(entry.address);
  return {
    first: [
      ...(canNote ? [ask('note', 'Write a note', NotebookPen)] : []),
      ...(row.status === 'recommended' ? [decide('Confirm', Check)] : []),
      ...(row.closedBy ? [decide('Keep this lesson', CalendarCheck)] : []),
      ...(cancelled && !row.closedBy ? [decide('Restore', RotateCcw)] : []),
    ],
    changes: [
      ...(freeTime === null
        ? []
        : [{ label: 'Use the time…', short: 'Use the time…', icon: Shuffle, onSelect: () => goTo(freeTime) }]),
      ...(ours && !cancelled
        ? [ask('edit', row.entryType === 'lesson' ? 'Edit Lesson' : 'Edit Entry', PencilLine, 'Edit')]
        : []),
      ...(ours ? [ask('move', 'Move…', MoveVertical)] : []),
      ...(cancelled ? [] : [ask('cancel', 'Cancel Lesson', Ban, 'Cancel')]),
    ],
    more: [
      ...drives.map(({ label, url }) => ({ label, icon: Navigation, onSelect: openLink(url) })),
      ...(row.student
        ? [
            {
              label: `Tell ${familyName(row.student)}`,
              icon: Send,
              onSelect: () => goTo(changesPath(row.student?.id ?? '')),
            },
          ]
        : []),
      ...pinActions(row, () => onAsk('pin', row)),
      ask('history', 'History', History),
      ...(row.source === 'manual' ? [{ ...ask('delete', 'Delete', Trash2), danger: true }] : []),
    ] satisfies MenuEntry[],
  };
};
