import type { Report } from '@rondo/contracts/api/planner.ts';
import type { Student } from '@rondo/contracts/api/students.ts';
import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useMemo, useState } from 'react';
import { studentsQuery, teachersQuery } from '../../../calendar/queries.ts';
import { WeekMiniature } from '../../../calendar/week-view/WeekMiniature.tsx';
import { plannedWeek } from '../model/plan.ts';

const ReportDay = lazy(async () => ({ default: (await import('./ReportDay.tsx')).ReportDay }));

const noStudents: readonly Student[] = [];

/** The planned week in miniature. A day expands to its stops and its route. */
export const WeekSnapshot = ({ report }: { readonly report: Report }) => {
  const { data: teachers } = useQuery(teachersQuery);
  const { data: students = noStudents } = useQuery(studentsQuery);
  const [opened, setOpened] = useState<IsoDate | null>(null);
  const teacher = teachers?.find(({ id }) => id === report.teacherId) ?? null;
  const days = useMemo(() => plannedWeek(report, teacher, students), [report, teacher, students]);
  return (
    <>
      <WeekMiniature days={days} onOpen={setOpened} />
      {opened !== null && (
        <Suspense>
          <ReportDay
            report={report}
            teacher={teacher}
            days={days.filter(({ entries }) => entries.length > 0)}
            date={opened}
            onDay={setOpened}
          />
        </Suspense>
      )}
    </>
  );
};
