import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { useQueries } from '@tanstack/react-query';
import { FileClock, Route } from 'lucide-react';
import { Link } from 'react-router-dom';
import { Button, buttonClasses } from '../../../ui/button.tsx';
import { Figure } from '../../../ui/figures/figure.tsx';
import { Card, LoadingBlocks } from '../../../ui/lists/panels.tsx';
import { QueryState, together } from '../../../ui/lists/query-state.tsx';
import { pendingStudents, scheduledStudents } from '../../../calendar/scheduled.ts';
import { firstNeeds, SampleOffer } from '../../../calendar/first-steps/SampleOffer.tsx';
import { unassignedStudents } from '../model/checklist.ts';
import { studentsQuery, teachersQuery } from '../../../calendar/queries.ts';
import { assignmentsQuery, upcomingLessonsQuery } from '../queries.ts';

type GenerateCardProps = {
  readonly today: IsoDate;
  readonly hasReports: boolean;
  readonly onGenerate: () => void;
  readonly onReports: () => void;
};

const figures = (count: number, one: string, many: string) => (
  <Figure parts={[{ number: `${count}` }]} word={count === 1 ? one : many} />
);

const Counts = ({ today }: { readonly today: IsoDate }) => {
  const [students, assignments, rows] = useQueries({
    queries: [studentsQuery, assignmentsQuery, upcomingLessonsQuery(today)],
  });
  const all = together(
    [students, assignments, rows],
    students.data && assignments.data && rows.data
      ? { students: students.data, assignments: assignments.data, rows: rows.data }
      : undefined,
  );
  return (
    <QueryState
      query={all}
      failed="The students did not load."
      waiting={<LoadingBlocks label="Loading the students" blocks={['h-10 w-80 max-w-full max-desk:h-32']} />}
    >
      {(loaded) => {
        const scheduled = scheduledStudents(loaded.rows, today);
        const planned = pendingStudents(loaded.rows, today);
        const without = loaded.students.filter(({ id }) => !scheduled.has(id)).length;
        const pending = loaded.students.filter(({ id }) => planned.has(id)).length;
        const unassigned = unassignedStudents(loaded.students, loaded.assignments).length;
        return (
          <div className="flex flex-wrap gap-x-8 gap-y-1 max-desk:flex-col">
            {figures(loaded.students.length, 'student', 'students')}
            {figures(without, 'not scheduled', 'not scheduled')}
            {pending > 0 && figures(pending, 'pending', 'pending')}
            {unassigned > 0 && figures(unassigned, 'without a teacher', 'without a teacher')}
          </div>
        );
      }}
    </QueryState>
  );
};

/** What is missing before a week can be generated; null if nothing is. */
const useMissing = () => {
  const [teachers, students] = useQueries({ queries: [teachersQuery, studentsQuery] });
  if (teachers.data?.length === 0) return firstNeeds.teacher;
  return students.data?.length === 0 ? firstNeeds.students : null;
};

/** Starts a new plan, and links to the saved reports. */
export const GenerateCard = ({ today, hasReports, onGenerate, onReports }: GenerateCardProps) => {
  const missing = useMissing();
  return (
    <Card className="p-6 max-desk:p-4">
      <h2 className="text-lead font-strong">Generate Optimized Schedule</h2>
      <p className="mt-1 max-w-[60ch] text-ink-2">
        Finds a weekly time for every student you choose, with preferred times first and as little driving as possible.
        You review the result before anything changes.
      </p>
      <div className="my-5">{missing ? <p className="text-ink-2">{missing.need}</p> : <Counts today={today} />}</div>
      <div className="flex flex-wrap items-center gap-2 max-desk:*:w-full">
        {missing ? (
          <>
            <Link to={missing.to} className={buttonClasses('primary')}>
              {missing.label}
            </Link>
            <SampleOffer />
          </>
        ) : (
          <Button kind="primary" icon={Route} onClick={onGenerate}>
            Generate Schedule
          </Button>
        )}
        {hasReports && (
          <Button icon={FileClock} onClick={onReports}>
            View Previous Reports
          </Button>
        )}
      </div>
    </Card>
  );
};
