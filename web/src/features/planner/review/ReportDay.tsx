import type { Report } from '@rondo/contracts/api/planner.ts';
import type { Teacher } from '@rondo/contracts/api/people/teachers.ts';
import { dayOfWeekOf, longDayName, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { nextDateOf } from '@rondo/contracts/calendar/rows.ts';
import { Trash2 } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { DayDialog } from '../../../calendar/day-view/DayDialog.tsx';
import { DayList } from '../../../calendar/day-view/DayList.tsx';
import { DayTroubles, NoHomeNotice } from '../../../calendar/day-view/DayNotices.tsx';
import { RoutePanel } from '../../../calendar/day-view/RoutePanel.tsx';
import type { Day } from '../../../calendar/days/day.ts';
import type { DayEntry } from '../../../calendar/days/entry.ts';
import type { Target } from '../../../calendar/days/optimistic.ts';
import { DeleteDialog } from '../../../calendar/entries/DeleteDialog.tsx';
import { IconButton } from '../../../ui/button.tsx';
import { homeOfPlan } from '../model/planned-week.ts';
import { KeepTime, useRowsOfPlan } from './KeepTime.tsx';

/** Optimized lessons can be deleted only here: the next one, or all of them. Their times can be kept. */
const useDeleting = (report: Report): { actionsOf: (entry: DayEntry) => ReactNode; over: ReactNode } => {
  const { from, rows } = useRowsOfPlan(report);
  const [deleting, setDeleting] = useState<Target | null>(null);
  const targetOf = ({ id, kind }: DayEntry): Target | null => {
    const row = kind === 'optimized' ? rows.find(({ lessonId }) => lessonId === id) : undefined;
    const on = row && nextDateOf(row, from);
    return row && on ? { row, on } : null;
  };
  return {
    actionsOf: (entry) => {
      const target = targetOf(entry);
      if (!target) return null;
      const { row } = target;
      return (
        <>
          <KeepTime row={row} title={entry.title} />
          <IconButton icon={Trash2} label={`Delete ${entry.title}`} onClick={() => setDeleting(target)} />
        </>
      );
    },
    over: deleting && <DeleteDialog target={deleting} wholeSeries onClose={() => setDeleting(null)} />,
  };
};

type ReportDayProps = {
  readonly report: Report;
  /** Null if the teacher no longer exists. */
  readonly teacher: Teacher | null;
  /** The days that have something to show. */
  readonly days: readonly Day[];
  readonly date: IsoDate;
  readonly onDay: (date: IsoDate | null) => void;
};

export default function ReportDay({ report, teacher, days, date, onDay }: ReportDayProps) {
  const deleting = useDeleting(report);
  const index = days.findIndex((other) => other.date === date);
  const day = days[index];
  if (!day) return null;
  const neighbor = (by: number) => {
    const other = days[index + by];
    return other ? { name: longDayName(dayOfWeekOf(other.date)), go: () => onDay(other.date) } : null;
  };
  return (
    <DayDialog
      title={longDayName(dayOfWeekOf(date))}
      teacher={report.teacherName}
      counts={day}
      home={homeOfPlan(report, teacher)}
      previous={neighbor(-1)}
      next={neighbor(1)}
      onClose={() => onDay(null)}
      list={<DayList day={day} phaseOf={() => 'coming'} now={null} actionsOf={deleting.actionsOf} />}
      over={deleting.over}
      map={<RoutePanel day={day} teacher={teacher} />}
      troubles={<DayTroubles day={day} isAllowedAt={() => false} />}
      notes={!report.homeKnown && <NoHomeNotice teacher={report.teacherName} />}
    />
  );
}
