import { dayOfWeekOf, longDayName, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import type { CalendarLesson } from '@rondo/contracts/lessons/timing.ts';
import { CalendarOff, Columns3, Ellipsis, Lock, LockOpen, Navigation, Plus, Printer, Thermometer } from 'lucide-react';
import { Link } from 'react-router-dom';
import { canPin, named, setPins } from '../../../calendar/pins/commands.ts';
import { everyTeacher } from '../../../calendar/opening.ts';
import { Button, buttonClasses, IconButton } from '../../../ui/button.tsx';
import { cn } from '../../../ui/cn.ts';
import { usePhone } from '../../../ui/media.ts';
import { MenuOnDemand } from '../../../ui/overlays/menu-on-demand.tsx';
import type { Ask } from '../address.ts';

/** "Keep all of Monday": every lesson of the day that plans could move. */
const pinActions = (rows: readonly CalendarLesson[], date: IsoDate) => {
  const lessons = rows.filter(canPin);
  const loose = lessons.filter(({ pin }) => pin === null);
  if (lessons.length === 0) return [];
  const day = longDayName(dayOfWeekOf(date));
  return loose.length > 0
    ? [
        {
          label: `Keep all of ${day}`,
          icon: Lock,
          onSelect: () => void setPins({ lessons: loose.map(named), pinned: true }),
        },
      ]
    : [
        {
          label: `Unpin all of ${day}`,
          icon: LockOpen,
          onSelect: () => void setPins({ lessons: lessons.map(named), pinned: false }),
        },
      ];
};

/** What can be done with a day. On a phone, "Sick today" is at hand instead of in the menu. */
export const DayTools = (props: {
  readonly date: IsoDate;
  readonly isToday: boolean;
  readonly hasEntries: boolean;
  /** The rows of its entries. */
  readonly rows: readonly CalendarLesson[];
  /** There are other teachers, too. */
  readonly hasOthers: boolean;
  readonly onAsk: (ask: Ask) => void;
}) => {
  const { date, isToday, hasEntries, rows, hasOthers, onAsk } = props;
  const phone = usePhone();
  return (
    <>
      {hasEntries && (
        <IconButton
          icon={Printer}
          label="Print the day"
          className="max-desk:flex-none!"
          onClick={() => window.print()}
        />
      )}
      {isToday && hasEntries && (
        <Link to="/day" className={buttonClasses('secondary')}>
          <Navigation aria-hidden className="size-4" strokeWidth={1.75} />
          Open my day
        </Link>
      )}
      {hasOthers && (
        <Link
          to={`/schedule?${new URLSearchParams({ teacher: everyTeacher, day: date })}`}
          className={cn(buttonClasses('secondary'), 'max-desk:hidden')}
        >
          <Columns3 aria-hidden className="size-4" strokeWidth={1.75} />
          All teachers
        </Link>
      )}
      <MenuOnDemand
        label="More for this day"
        button={<Ellipsis aria-hidden className="size-4" strokeWidth={2} />}
        entries={[
          ...(isToday && !phone ? [{ label: 'Sick today', icon: Thermometer, onSelect: () => onAsk('sick') }] : []),
          ...pinActions(rows, date),
          { label: 'Close days', icon: CalendarOff, onSelect: () => onAsk('close') },
        ]}
      />
      <Button icon={Plus} onClick={() => onAsk('new')}>
        Add Manual Entry
      </Button>
    </>
  );
};
