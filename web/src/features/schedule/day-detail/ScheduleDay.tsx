import type { Student } from '@rondo/contracts/api/students.ts';
import type { Teacher } from '@rondo/contracts/api/teachers.ts';
import { drivenMinutes } from '../model/legs.ts';
import { addDays, dayOfWeekOf, longDayName, mondayOf, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import type { Interval } from '@rondo/contracts/calendar/intervals.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { isWaiting } from '../../../lib/waiting-plan.ts';
import { buttonClasses } from '../../../ui/button.tsx';
import { ErrorPanel, Skeleton, WhileLoading } from '../../../ui/panels.tsx';
import { longDate } from '@rondo/contracts/calendar/words.ts';
import { homeOf, phaseOf, windowsOn, type Day } from '../model/day.ts';
import type { DayEntry } from '../model/entry.ts';
import type { Now } from '../now.ts';
import { reportsQuery, studentsQuery, weekQuery } from '../queries.ts';
import { useWeek } from '../week.ts';
import { DayDialog } from './DayDialog.tsx';
import { DayList } from './DayList.tsx';
import { DayTroubles, NoHomeNote, PendingNote } from './DayNotes.tsx';
import { placeOf, usePlaces } from './places.ts';
import { RoutePanel } from './RoutePanel.tsx';

type ScheduleDayProps = {
  readonly date: IsoDate;
  readonly teacher: Teacher;
  readonly now: Now;
  readonly onDay: (date: IsoDate) => void;
  readonly onClose: () => void;
};

const nobody: readonly Student[] = [];

/** Whether an entry that is not over could stand at another time of its day as far as its student goes. */
const mayStandOn =
  (date: IsoDate, now: Now, students: readonly Student[]) =>
  (entry: DayEntry, at: Interval): boolean => {
    if (date < now.today || (date === now.today && Math.min(at.start, entry.start) < now.minute)) return false;
    const student = students.find(({ id }) => id === entry.studentId);
    if (!student) return true;
    const free = windowsOn(student.availability, dayOfWeekOf(date));
    return free.length === 0 || free.some(({ start, end }) => start <= at.start && at.end <= end);
  };

const ListSkeleton = () => (
  <WhileLoading label="Loading the day">
    <div className="flex flex-col gap-6 pt-10 pl-16">
      <Skeleton className="h-18" />
      <Skeleton className="h-12" />
      <Skeleton className="h-24" />
      <Skeleton className="h-18" />
    </div>
  </WhileLoading>
);

const NoLessons = () => <p className="grid min-h-40 place-items-center text-ink-3">No lessons</p>;

const Review = ({ teacher }: { readonly teacher: Teacher }) => {
  const { data } = useQuery(reportsQuery);
  const report = data?.reports.find((item) => item.teacherId === teacher.id && isWaiting(item));
  return (
    report && (
      <Link to={`/planner?report=${report.id}`} className={buttonClasses('secondary', 'small')}>
        Review
      </Link>
    )
  );
};

const Route = ({ day, teacher }: { readonly day: Day; readonly teacher: Teacher }) => {
  const students = useQuery(studentsQuery);
  const places = usePlaces(day.entries, students.data ?? nobody);
  if (students.error)
    return (
      <ErrorPanel message={`The map did not load. ${students.error.message}`} onRetry={() => void students.refetch()} />
    );
  if (!students.data)
    return (
      <WhileLoading label="Loading the map">
        <Skeleton className="h-[436px]" />
      </WhileLoading>
    );
  return <RoutePanel day={day} home={placeOf(teacher)} places={places} />;
};

/** A day of the calendar, by its date. */
export const ScheduleDay = ({ date, teacher, now, onDay, onClose }: ScheduleDayProps) => {
  const monday = mondayOf(date);
  const rows = useQuery(weekQuery(monday));
  const { data: students = nobody } = useQuery(studentsQuery);
  const day = useWeek(monday, rows.data, teacher).find((other) => other.date === date);
  const neighbour = (days: number) => {
    const other = addDays(date, days);
    return { name: longDayName(dayOfWeekOf(other)), go: () => onDay(other) };
  };
  const ready = rows.data !== undefined && day !== undefined;
  const list = rows.error ? (
    <ErrorPanel message={`The day did not load. ${rows.error.message}`} onRetry={() => void rows.refetch()} />
  ) : !ready ? (
    <ListSkeleton />
  ) : day.entries.length === 0 ? (
    <NoLessons />
  ) : (
    <DayList day={day} phaseOf={(entry) => phaseOf(entry, date, now)} now={date === now.today ? now.minute : null} />
  );
  return (
    <DayDialog
      title={longDate(date)}
      teacher={teacher.name}
      counts={ready ? { lessons: day.lessons, driving: drivenMinutes(day.legs) } : null}
      previous={neighbour(-1)}
      next={neighbour(1)}
      onClose={onClose}
      list={list}
      map={ready && day.entries.length > 0 && <Route day={day} teacher={teacher} />}
      troubles={ready && <DayTroubles day={day} mayStand={mayStandOn(date, now, students)} />}
      notes={
        ready && (
          <>
            <PendingNote day={day} review={<Review teacher={teacher} />} />
            {!homeOf(teacher) && day.entries.length > 0 && <NoHomeNote teacher={teacher.name} />}
          </>
        )
      }
    />
  );
};
