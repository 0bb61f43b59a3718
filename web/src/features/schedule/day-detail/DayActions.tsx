import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { formatTime, toTimeText } from '@rondo/contracts/calendar/times.ts';
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
import { titleOf, type DayEntry } from '../../../calendar/days/entry.ts';
import type { Fix } from '../../../calendar/day-view/DayNotices.tsx';
import { ConflictDialog } from '../../../calendar/entries/ConflictDialog.tsx';
import { useTimedWrite } from '../../../calendar/entries/timed-write.ts';
import { moveWrite } from '../changes/moves.ts';
import type { Ask } from '../address.ts';

type Link = { readonly label: string; readonly url: string };

const query = (parts: Readonly<Record<string, string>>): string => new URLSearchParams(parts).toString();

/** Links to directions to an address from the current location, in three navigation apps. */
const navigateTo = (address: string): Link[] => [
  {
    label: 'Google Maps',
    url: `https://www.google.com/maps/dir/?${query({ api: '1', destination: address, travelmode: 'driving' })}`,
  },
  { label: 'Apple Maps', url: `https://maps.apple.com/?${query({ daddr: address, dirflg: 'd' })}` },
  { label: 'Waze', url: `https://www.waze.com/ul?${query({ q: address, navigate: 'yes' })}` },
];

/** The maximum number of stops that Google Maps accepts between the first and the last. */
const mostBetween = 9;

/**
 * A day's drive in one link: from home through every stop and back; without a home, from the first stop to the last. Waze supports no
 * intermediate stops, so its link leads to the first one.
 */
export const navigateDay = (stops: readonly string[], home: string | null): Link[] => {
  const way = home === null ? stops : [home, ...stops, home];
  const [origin, ...onward] = way.filter((address, i) => address !== way[i - 1]);
  const destination = onward.at(-1);
  const between = onward.slice(0, -1);
  const [first] = stops;
  if (origin === undefined || destination === undefined || first === undefined || between.length > mostBetween)
    return [];
  const apple = new URLSearchParams({ source: origin, destination, mode: 'driving' });
  for (const stop of between) apple.append('waypoint', stop);
  return [
    {
      label: 'Google Maps',
      url: `https://www.google.com/maps/dir/?${query({ api: '1', origin, destination, ...(between.length > 0 ? { waypoints: between.join('|') } : {}), travelmode: 'driving' })}`,
    },
    { label: 'Apple Maps', url: `https://maps.apple.com/directions?${apple}` },
    { label: 'Waze (first stop)', url: navigateTo(first).at(-1)?.url ?? '' },
  ];
};

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

/** Makes a drive fit: the small move that is enough, or a search for another time. Imported lessons are moved in their own calendar. */
export const FixActions = (props: {
  readonly fix: Fix | null;
  readonly row: CalendarLesson | undefined;
  readonly on: IsoDate;
  readonly onFind: (row: CalendarLesson) => void;
}) => {
  const { fix, row, on, onFind } = props;
  const writing = useTimedWrite({});
  if (!row || row.source === 'actual') return null;
  const [first = ''] = titleOf(row).split(' ');
  const move = ({ start }: Fix): void =>
    void writing.send(moveWrite({ row, on }, { date: on, startTime: toTimeText(start) }, 'this'));
  return (
    <>
      {fix && (
        <Button loading={writing.isPending} onClick={() => move(fix)}>
          Move {first} to {formatTime(fix.start)}
        </Button>
      )}
      <Button kind="quiet" onClick={() => onFind(row)}>
        Find another time
      </Button>
      <ConflictDialog writing={writing} />
    </>
  );
};
