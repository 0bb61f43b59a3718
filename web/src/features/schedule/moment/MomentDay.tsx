import { addDays, dayOfWeekOf, longDayName, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { longDate } from '@rondo/contracts/calendar/words.ts';
import type { Teacher } from '@rondo/contracts/api/people/teachers.ts';
import { Link } from 'react-router-dom';
import { DayDialog } from '../../../calendar/day-view/DayDialog.tsx';
import { DayList } from '../../../calendar/day-view/DayList.tsx';
import { RoutePanel } from '../../../calendar/day-view/RoutePanel.tsx';
import { homeOf, type Day } from '../../../calendar/days/day.ts';
import type { MarkedDay } from '../../../calendar/moments/differences.ts';
import { MomentLegend, MomentNote } from '../../../calendar/moments/MomentNote.tsx';
import { momentText, usePlace } from '../../../calendar/moments/moment-text.ts';
import { DriveNotes } from '../../../calendar/week-view/WeekGrid.tsx';
import { buttonClasses } from '../../../ui/button.tsx';

/** A day of one teacher as it was at a moment, with what differs from now. Nothing can be changed. */
export const MomentDay = (props: {
  readonly asOf: string;
  readonly teacher: Teacher;
  readonly day: Day;
  /** The same with what differs. */
  readonly marked: MarkedDay;
  readonly onDay: (date: IsoDate) => void;
  readonly onClose: () => void;
}) => {
  const { asOf, teacher, day, marked, onDay, onClose } = props;
  const { date, marks } = marked;
  const place = usePlace();
  const neighbor = (days: number) => {
    const other = addDays(date, days);
    return { name: longDayName(dayOfWeekOf(other)), go: () => onDay(other) };
  };
  return (
    <DayDialog
      title={longDate(date)}
      teacher={`${teacher.name}, as it stood on ${momentText(asOf, place)}`}
      counts={day}
      home={homeOf(teacher)}
      previous={neighbor(-1)}
      next={neighbor(1)}
      onClose={onClose}
      list={
        marked.entries.length === 0 ? (
          <p className="grid min-h-40 place-items-center text-ink-3">No lessons</p>
        ) : (
          <DayList
            day={marked}
            phaseOf={() => 'past'}
            now={null}
            renderNote={(placed) => <MomentNote {...placed} date={date} mark={marks.get(placed.entry.id)} isLarge />}
          />
        )
      }
      map={day.entries.length > 0 && <RoutePanel day={day} teacher={teacher} />}
      notes={
        <>
          <MomentLegend />
          <DriveNotes legs={day.legs} />
        </>
      }
      actions={
        <Link to={`/schedule?${new URLSearchParams({ day: date, teacher: teacher.id })}`} className={buttonClasses()}>
          This day now
        </Link>
      }
    />
  );
};
