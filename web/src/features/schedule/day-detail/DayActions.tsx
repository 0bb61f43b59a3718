import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { formatTime, toTimeText } from '@rondo/contracts/calendar/times.ts';
import type { CalendarLesson } from '@rondo/contracts/lessons/timing.ts';
import { Ellipsis, RotateCcw } from 'lucide-react';
import { Button, buttonClasses } from '../../../ui/button.tsx';
import { usePhone } from '../../../ui/media.ts';
import { MenuOnDemand } from '../../../ui/overlays/menu-on-demand.tsx';
import { titleOf } from '../../../calendar/days/entry.ts';
import type { Fix } from '../../../calendar/day-view/DayNotices.tsx';
import { ConflictDialog } from '../../../calendar/entries/ConflictDialog.tsx';
import { useTimedWrite } from '../../../calendar/entries/timed-write.ts';
import { moveWrite } from '../changes/moves.ts';
import type { MenuEntry } from '../../../ui/overlays/menu-face.tsx';
import { actionsOf, waysTo, type EntryActionsProps } from '../card/entry-actions.ts';

type DayEntryProps = EntryActionsProps & {
  /** What its menu has of its attendance. */
  readonly attendance: readonly MenuEntry[];
};

/** The menu with the actions of one entry; a cancelled entry is restored with one click. */
export const EntryActions = (props: DayEntryProps) => {
  const { entry, row, attendance, onRestore } = props;
  const { first, changes, more } = actionsOf(props);
  return (
    <>
      {row.status === 'cancelled' && !row.closedBy && (
        <Button size="small" icon={RotateCcw} aria-label={`Restore ${entry.title}`} onClick={() => onRestore(row)}>
          <span className="max-desk:sr-only">Restore</span>
        </Button>
      )}
      <MenuOnDemand
        label={`Actions for ${entry.title}`}
        button={<Ellipsis aria-hidden className="size-4" strokeWidth={2} />}
        entries={[...first, ...attendance, ...changes, ...more]}
        inBody
      />
    </>
  );
};

/** What the selected entry of a day carries: its changes and, on phones, the ways to its family. */
export const SelectedActions = (props: EntryActionsProps) => {
  const { first, changes } = actionsOf(props);
  const phone = usePhone();
  return (
    <>
      {[...first, ...changes].map(({ label, icon, onSelect }) => (
        <Button key={label} size="small" icon={icon} onClick={onSelect}>
          {label}
        </Button>
      ))}
      {phone &&
        waysTo(props).map(({ label, icon: Icon, url }) => (
          <a
            key={label}
            href={url}
            target="_blank"
            rel="noopener noreferrer"
            className={buttonClasses('secondary', 'small')}
          >
            <Icon aria-hidden className="size-4 shrink-0" strokeWidth={1.75} />
            {label}
          </a>
        ))}
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
