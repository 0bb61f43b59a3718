import type { Report } from '@rondo/contracts/api/planner.ts';
import type { Student } from '@rondo/contracts/api/students.ts';
import type { Teacher } from '@rondo/contracts/api/teachers.ts';
import { longDayName } from '@rondo/contracts/calendar/dates.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { isWaiting } from '../../../lib/waiting-plan.ts';
import { DayDialog } from '../../../calendar/day-view/DayDialog.tsx';
import { DayList } from '../../../calendar/day-view/DayList.tsx';
import { DayTroubles, NoHomeNote } from '../../../calendar/day-view/DayNotes.tsx';
import { RoutePanel } from '../../../calendar/day-view/RoutePanel.tsx';
import { availableOn, homeOf, withLegs, type Day } from '../../../calendar/days/day.ts';
import type { Home } from '../../../calendar/days/legs.ts';
import { entryOf, plannedLegs, reportDays, stopsOn, type ReportDayName } from '../model/plan.ts';
import { studentsQuery } from '../../../calendar/queries.ts';
import { useDeleting } from './use-deleting.tsx';

type ReportDayProps = {
  readonly report: Report;
  /** Null if the teacher no longer exists. */
  readonly teacher: Teacher | null;
  readonly day: ReportDayName;
  /** The days that have something to show. */
  readonly days: readonly ReportDayName[];
  readonly onDay: (day: ReportDayName | null) => void;
};

const noStudents: readonly Student[] = [];
const longName = (day: ReportDayName): string =>
  longDayName(reportDays.find(({ name }) => name === day)?.dayOfWeek ?? 0);

const homeFor = ({ report, teacher }: Pick<ReportDayProps, 'report' | 'teacher'>): Home | null =>
  report.homeKnown ? (teacher ? homeOf(teacher) : { address: '' }) : null;

/** A day of the plan as the day view draws it. */
const usePlannedDay = ({ report, teacher, day }: ReportDayProps, students: readonly Student[]): Day =>
  useMemo(() => {
    const stops = stopsOn(report, day);
    const entries = stops.map((stop) => entryOf(stop, students, isWaiting(report)));
    const home = homeFor({ report, teacher });
    const lessons = stops.filter(({ studentId }) => studentId !== null);
    const dayOfWeek = reportDays.find(({ name }) => name === day)?.dayOfWeek ?? 0;
    return withLegs(
      {
        date: report.startsOn,
        entries,
        windows: teacher ? availableOn(teacher, dayOfWeek) : [],
        lessons: lessons.length,
      },
      plannedLegs(stops, entries, home),
    );
  }, [report, teacher, day, students]);

/** A day of a report, by its weekday. */
export const ReportDay = (props: ReportDayProps) => {
  const { report, teacher, day, days, onDay } = props;
  const { data: students = noStudents } = useQuery(studentsQuery);
  const planned = usePlannedDay(props, students);
  const deleting = useDeleting(report);
  const neighbor = (by: number) => {
    const other = days[days.indexOf(day) + by];
    return other === undefined ? null : { name: longName(other), go: () => onDay(other) };
  };
  return (
    <DayDialog
      title={longName(day)}
      teacher={report.teacherName}
      counts={planned}
      home={homeFor(props)}
      previous={neighbor(-1)}
      next={neighbor(1)}
      onClose={() => onDay(null)}
      list={<DayList day={planned} phaseOf={() => 'coming'} now={null} actionsOf={deleting.actionsOf} />}
      over={deleting.over}
      map={<RoutePanel day={planned} teacher={teacher} />}
      troubles={<DayTroubles day={planned} isAllowedAt={() => false} />}
      notes={!report.homeKnown && <NoHomeNote teacher={report.teacherName} />}
    />
  );
};
