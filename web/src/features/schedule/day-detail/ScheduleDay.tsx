import type { Student } from '@rondo/contracts/api/people/students.ts';
import type { Teacher } from '@rondo/contracts/api/people/teachers.ts';
import {
  addDays,
  dayOfWeekOf,
  daysBetween,
  longDayName,
  mondayOf,
  type IsoDate,
} from '@rondo/contracts/calendar/dates.ts';
import { closedInRows } from '@rondo/contracts/calendar/closures/closures.ts';
import type { Interval } from '@rondo/contracts/calendar/intervals.ts';
import { calendarOf } from '@rondo/contracts/calendar/week.ts';
import { useQuery } from '@tanstack/react-query';
import { Thermometer } from 'lucide-react';
import { lazy, Suspense, useDeferredValue, useState, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { queryClient } from '../../../api/queries.ts';
import { waitingPlanOf } from '../../../lib/waiting-plan.ts';
import { Button, buttonClasses } from '../../../ui/button.tsx';
import { usePhone } from '../../../ui/media.ts';
import { LoadingBlocks } from '../../../ui/lists/panels.tsx';
import { QueryState, together } from '../../../ui/lists/query-state.tsx';
import { longDate } from '@rondo/contracts/calendar/words.ts';
import type { CalendarLesson } from '@rondo/contracts/lessons/timing.ts';
import { restoreIfFree } from '../changes/moves.ts';
import { availableOn, homeOf, phaseOf, type Day } from '../../../calendar/days/day.ts';
import type { DayEntry } from '../../../calendar/days/entry.ts';
import { stopsOf, type Leg } from '../../../calendar/days/legs.ts';
import { type Fix, DayTroubles, NoHomeNotice, PendingNotice } from '../../../calendar/day-view/DayNotices.tsx';
import type { Now } from '../../../calendar/now.ts';
import { reportsQuery, studentsQuery, useStudents, useTeachers, weekQuery } from '../../../calendar/queries.ts';
import type { EntryActionsProps } from '../card/entry-actions.ts';
import { EntryActions, FixActions, SelectedActions } from './DayActions.tsx';
import type { Ask, OpenDialog, ScheduleAddress } from '../address.ts';
import { prefetchStreets, prefetchStreetsAccess } from '../../../calendar/maps.ts';
import { useClosedWeek } from '../../../calendar/time-off/use-closed-week.ts';
import { useWeek } from '../../../calendar/week.ts';
import { useHeldTimes } from '../../../calendar/held/use-held-times.ts';
import { DriveNotes } from '../../../calendar/week-view/WeekGrid.tsx';
import { DayDialog } from '../../../calendar/day-view/DayDialog.tsx';
import { DayList } from '../../../calendar/day-view/DayList.tsx';
import { DayTools } from './DayTools.tsx';
import { DrivePanel } from './DrivePanel.tsx';
import { PrintSheet } from './PrintSheet.tsx';
import { useDayAttendance, type DayAttendance } from './use-day-attendance.tsx';
import { RoutePanel } from '../../../calendar/day-view/RoutePanel.tsx';

const OwnDriveNotes = lazy(() => import('./OwnDriveNotes.tsx'));

type ScheduleDayProps = {
  readonly date: IsoDate;
  readonly teacher: Teacher;
  readonly now: Now;
  /** The id of the selected entry. */
  readonly selected: string | null;
  readonly onSelect: (id: string | null) => void;
  readonly onDay: (date: IsoDate) => void;
  readonly onAsk: (open: OpenDialog) => void;
  readonly onClose: () => void;
  /** The dialog that is open over the day. */
  readonly over: ReactNode;
};

/** Whether an entry that is not over could be at another time of its day, as far as its student's availability goes. */
const isAllowedOn =
  (date: IsoDate, now: Now, students: readonly Student[]) =>
  (entry: DayEntry, at: Interval): boolean => {
    if (date < now.today || (date === now.today && Math.min(at.start, entry.start) < now.minute)) return false;
    const student = students.find(({ id }) => id === entry.studentId);
    if (!student) return true;
    const free = availableOn(student, dayOfWeekOf(date));
    return free.length === 0 || free.some(({ start, end }) => start <= at.start && at.end <= end);
  };

const Review = ({ teacher }: { readonly teacher: Teacher }) => {
  const { data } = useQuery(reportsQuery);
  const report = waitingPlanOf(teacher.id, data?.reports);
  return (
    report && (
      <Link to={`/planner?report=${report.id}`} className={buttonClasses('secondary', 'small')}>
        Review
      </Link>
    )
  );
};

type ActionHandlers = Pick<EntryActionsProps, 'onAsk' | 'onRestore' | 'on' | 'now'> & {
  readonly rowOf: RowOf;
  readonly attendance: DayAttendance;
};
type RowOf = (id: string | null) => CalendarLesson | undefined;

/** The menu of an entry, if its row is known. */
const menusOf =
  ({ rowOf, attendance, ...handlers }: ActionHandlers) =>
  (entry: DayEntry): ReactNode => {
    const row = rowOf(entry.id);
    return (
      row && (
        <EntryActions
          entry={entry}
          row={row}
          {...handlers}
          canNote={attendance.canNote(entry.id)}
          attendance={attendance.menuOf(entry.id)}
        />
      )
    );
  };

/** What an entry carries while it is selected. */
const selectedOf =
  ({ rowOf, attendance, ...handlers }: ActionHandlers) =>
  (entry: DayEntry): ReactNode => {
    const row = rowOf(entry.id);
    return (
      row && (
        <>
          {attendance.buttonsOf(entry)}
          <SelectedActions entry={entry} row={row} {...handlers} canNote={attendance.canNote(entry.id)} />
        </>
      )
    );
  };

/** On a phone, today opens with the actions of the stop that is on, or comes next. */
const nextOf = (day: Day | undefined, now: Now): string | null =>
  day?.date === now.today
    ? (stopsOf(day.entries).find((stop) => phaseOf(stop, day.date, now) !== 'past')?.id ?? null)
    : null;

const waysOut =
  ({ rowOf, ...handlers }: { rowOf: RowOf; on: IsoDate; onFind: (row: CalendarLesson) => void }) =>
  (leg: Leg, fix: Fix | null): ReactNode => <FixActions fix={fix} row={rowOf(fix?.entry.id ?? leg.to)} {...handlers} />;

/** Loads what a day needs besides its week. The library of maps, which is large, only for a day whose map is shown, or about to be. */
export const prefetchDay = (hasMap: boolean): void => {
  void queryClient.prefetchQuery(studentsQuery);
  void (hasMap ? prefetchStreets() : prefetchStreetsAccess());
};

/** Loads the library of maps for a day whose week is loaded, if it has entries; without a teacher in the address, of any teacher. */
export const prefetchMap = ({ monday, day, teacherId }: ScheduleAddress): void => {
  const rows = queryClient.getQueryData(weekQuery(monday).queryKey);
  if (!rows || day === null) return;
  const isShown = calendarOf(rows, closedInRows)
    .on(day)
    .some((row) => teacherId === null || row.teacherId === teacherId);
  if (isShown) prefetchDay(true);
};

export const ScheduleDay = ({
  date,
  teacher,
  now,
  selected,
  onSelect,
  onDay,
  onAsk,
  onClose,
  over,
}: ScheduleDayProps) => {
  const monday = mondayOf(date);
  const rows = useQuery(weekQuery(monday));
  const students = useStudents();
  const teachers = useTeachers();
  const week = useHeldTimes(useWeek(monday, rows.data, teacher), teacher.id, now.today);
  const { closed } = useClosedWeek(monday, teacher.id);
  const day = rows.data && week.find((other) => other.date === date);
  // Nobody prints at once, so what is only on paper is rendered after what is on the screen.
  const canPrint = useDeferredValue(true, false);
  const neighbor = (days: number) => {
    const other = addDays(date, days);
    return { name: longDayName(dayOfWeekOf(other)), go: () => onDay(other) };
  };
  const rowOf = (id: string | null) => rows.data?.find(({ lessonId }) => lessonId === id);
  const askFor = (ask: Ask, row: CalendarLesson): void => onAsk({ ask, lessonId: row.lessonId, on: date });
  const restore = (row: CalendarLesson): void => void restoreIfFree({ row, on: date }, () => askFor('restore', row));
  const phone = usePhone();
  const handlers = { on: date, now, onAsk: askFor, onRestore: restore };
  const [isOffered, setOffered] = useState(true);
  const attendance = useDayAttendance({ teacherId: teacher.id, date, entries: day?.entries, now });
  const selectedId = selected ?? (phone && isOffered ? nextOf(day, now) : null);
  const list = (
    <QueryState
      query={together([rows], day)}
      failed="The day did not load."
      waiting={
        <LoadingBlocks
          label="Loading the day"
          className="flex flex-col gap-6 pt-10 pl-16"
          blocks={['h-18', 'h-12', 'h-24', 'h-18']}
        />
      }
    >
      {(loaded) =>
        loaded.entries.length === 0 ? (
          <p className="grid min-h-40 place-items-center text-ink-3">{closed.get(date)?.[0]?.label ?? 'No lessons'}</p>
        ) : (
          <DayList
            day={loaded}
            phaseOf={(entry) => phaseOf(entry, date, now)}
            closed={closed.get(date)}
            now={date === now.today ? now.minute : null}
            actionsOf={menusOf({ ...handlers, rowOf, attendance })}
            besideOf={attendance.besideOf}
            selection={{
              id: selectedId,
              onSelect: (id) => {
                setOffered(false);
                onSelect(id);
              },
              actionsOf: selectedOf({ ...handlers, rowOf, attendance }),
            }}
            onRestore={({ id }) => {
              const row = rowOf(id);
              if (row) restore(row);
            }}
          />
        )
      }
    </QueryState>
  );
  return (
    <DayDialog
      title={longDate(date)}
      teacher={teacher.name}
      counts={day ?? null}
      home={homeOf(teacher)}
      previous={neighbor(-1)}
      next={neighbor(1)}
      onClose={onClose}
      bar={attendance.bar}
      list={list}
      map={day && day.entries.length > 0 && <RoutePanel day={day} teacher={teacher} />}
      troubles={
        day && (
          <DayTroubles
            day={day}
            isAllowedAt={isAllowedOn(date, now, students)}
            actionsOf={waysOut({
              rowOf,
              on: date,
              onFind: (row) => askFor('move', row),
            })}
          />
        )
      }
      atHand={
        date === now.today && (
          <Button icon={Thermometer} onClick={() => onAsk({ ask: 'sick', lessonId: null, on: date })}>
            Sick today
          </Button>
        )
      }
      actions={
        <DayTools
          date={date}
          isToday={date === now.today}
          hasEntries={(day?.entries.length ?? 0) > 0}
          rows={(day?.entries ?? []).flatMap(({ id }) => rowOf(id) ?? [])}
          hasOthers={teachers.length > 1}
          onAsk={(ask) => onAsk({ ask, lessonId: null, on: date })}
        />
      }
      over={
        <>
          {day && canPrint && <PrintSheet day={day} teacher={teacher.name} rowOf={rowOf} />}
          {attendance.over}
          {over}
        </>
      }
      notes={
        day && (
          <>
            {attendance.notices}
            <PendingNotice day={day} review={<Review teacher={teacher} />} />
            <DriveNotes legs={day.legs} />
            {stopsOf(day.entries).length > 1 && Math.abs(daysBetween(now.today, date)) <= 366 && (
              <Suspense>
                <OwnDriveNotes teacherId={teacher.id} date={date} />
              </Suspense>
            )}
            <DrivePanel day={day} home={homeOf(teacher)} now={now} />
            {!homeOf(teacher) && day.entries.length > 0 && <NoHomeNotice teacher={teacher.name} />}
          </>
        )
      }
    />
  );
};
