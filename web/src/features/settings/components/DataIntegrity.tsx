import type { OrphanedLesson } from '@rondo/contracts/api/studio/data-integrity.ts';
import { useQuery } from '@tanstack/react-query';
import { CircleAlert, CircleCheck, RefreshCw, TriangleAlert } from 'lucide-react';
import { useState, useId } from 'react';
import { counted } from '../../../lib/texts.ts';
import { Button, buttonClasses } from '../../../ui/button.tsx';
import { confirm } from '../../../ui/overlays/confirm.ts';
import { Figure } from '../../../ui/figures/figure.tsx';
import { Skeleton, WhileLoading } from '../../../ui/lists/panels.tsx';
import { LoadError, QueryState } from '../../../ui/lists/query-state.tsx';
import { deleteOrphans } from '../commands.ts';
import { integrityQuery, readModelsQuery } from '../queries.ts';
import { Section } from '../../../ui/lists/section.tsx';
import type { AnswerTo } from '../../../api/calls.ts';
import { longDayName } from '@rondo/contracts/calendar/dates.ts';
import { formatTimeRange, toMinutes } from '@rondo/contracts/calendar/times.ts';
import { calendarDate, shortDate } from '@rondo/contracts/calendar/words.ts';
import { Link } from 'react-router-dom';
import { useToday } from '../../../api/today.ts';
import { numberText } from '../../../lib/formats.ts';

const kinds: Readonly<Record<string, string>> = { optimized: 'Optimized', manual: 'Manual', actual: 'Imported' };

const statuses: Readonly<Record<string, string>> = {
  scheduled: 'scheduled',
  optimized: 'pending',
  recommended: 'recommended',
  cancelled: 'cancelled',
};

/** "Fri, Dec 4, 5:15 – 5:45 PM", "Fridays, 5:15 – 5:45 PM". */
const whenOf = ({ lessonDate, dayOfWeek, startTime, endTime }: OrphanedLesson, today: string): string => {
  const sameYear = lessonDate.slice(0, 4) === today.slice(0, 4);
  const day =
    lessonDate === '' ? `${longDayName(dayOfWeek)}s` : sameYear ? shortDate(lessonDate) : calendarDate(lessonDate);
  return `${day}, ${formatTimeRange(toMinutes(startTime), toMinutes(endTime))}`;
};

/** A lesson of someone who never existed, with the way to it. */
const OrphanLine = ({ lesson }: { readonly lesson: OrphanedLesson }) => {
  const title = useId();
  const { teacherId, shownOn, source, status, orphanedReason } = lesson;
  return (
    <li className="grid min-h-14 grid-cols-[16px_minmax(0,1fr)_auto] items-center gap-x-4 border-b border-line-soft py-2 last:border-b-0 max-desk:grid-cols-[16px_minmax(0,1fr)]">
      <TriangleAlert aria-hidden className="size-4 text-warn max-desk:mt-0.5 max-desk:self-start" strokeWidth={1.75} />
      <div className="min-w-0">
        <h3 id={title} className="font-strong tabular-nums">
          {whenOf(lesson, useToday())}
        </h3>
        <p className="text-small font-small text-ink-3">
          {kinds[source] ?? source}, {statuses[status] ?? status}. {orphanedReason}
        </p>
      </div>
      {teacherId === null ? (
        <p className="text-small font-small text-ink-3 max-desk:col-start-2">In no one’s calendar</p>
      ) : (
        <Link
          to={`/schedule?${new URLSearchParams({ day: shownOn, teacher: teacherId })}`}
          aria-describedby={title}
          className={buttonClasses(
            'quiet',
            'normal',
            'max-desk:col-start-2 max-desk:-ml-2.5 max-desk:justify-self-start',
          )}
        >
          Show in calendar
        </Link>
      )}
    </li>
  );
};

const rowsText = (rows: number): string => `${numberText(rows)} ${rows === 1 ? 'row' : 'rows'}`;

/** Whether the tables that the screens read are what the log gives. */
const LogCheck = ({ check }: { readonly check: AnswerTo<'GET /api/data-integrity/read-models'> }) => {
  if (check.differing === 0)
    return (
      <p className="flex items-center gap-1.5 font-control text-ok">
        <CircleCheck aria-hidden className="size-4 shrink-0" strokeWidth={1.75} />
        All {rowsText(check.rows)} match the log
      </p>
    );
  const names = check.models
    .filter(({ missing, extra, changed }) => missing + extra + changed > 0)
    .map(({ name }) => name);
  return (
    <p className="flex gap-1.5 font-control text-bad">
      <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" strokeWidth={1.75} />
      {rowsText(check.differing)} of {numberText(check.rows)} {check.differing === 1 ? 'differs' : 'differ'} from the
      log, in: {names.join(', ')}
    </p>
  );
};

const LogComparison = () => {
  const comparison = useQuery(readModelsQuery);
  const { data, error, isFetching } = comparison;
  if (error) return <LoadError query={comparison} failed="The comparison with the log did not load." />;
  if (!data || isFetching) return <p className="text-ink-3">Comparing with the log...</p>;
  return <LogCheck check={data} />;
};

/** The list shows this many lessons until it is opened. */
const shownAtFirst = 12;

const Orphans = ({ lessons }: { readonly lessons: readonly OrphanedLesson[] }) => {
  const [open, setOpen] = useState(false);
  const visible = open ? lessons : lessons.slice(0, shownAtFirst);
  return (
    <>
      <ul aria-label="Orphaned lessons" className="mt-3 border-t border-line">
        {visible.map((lesson) => (
          <OrphanLine key={lesson.id} lesson={lesson} />
        ))}
      </ul>
      {visible.length < lessons.length && (
        <Button kind="quiet" className="mt-1 -ml-2.5" onClick={() => setOpen(true)}>
          Show all {lessons.length}
        </Button>
      )}
    </>
  );
};

const confirmDeletion = (count: number): void =>
  confirm({
    title: count === 1 ? 'Delete the orphaned lesson?' : `Delete ${count} orphaned lessons?`,
    text: <p>They are removed from the calendar, past dates included. You can undo this.</p>,
    action: 'Delete',
    danger: true,
    run: deleteOrphans,
  });

const Report = ({ report }: { readonly report: AnswerTo<'GET /api/data-integrity'> }) => {
  const { issuesFound, totalLessons, totalStudents, totalTeachers, orphanedLessons } = report;
  return (
    <>
      <div className="flex flex-wrap items-baseline gap-x-8 gap-y-2">
        <Figure parts={[{ number: `${issuesFound}` }]} word={issuesFound === 1 ? 'issue found' : 'issues found'} />
        <p className="grow text-ink-2 tabular-nums">
          {numberText(totalLessons)} {totalLessons === 1 ? 'lesson' : 'lessons'}, {counted(totalStudents, 'student')},{' '}
          {counted(totalTeachers, 'teacher')} checked
        </p>
        <LogComparison />
      </div>
      {orphanedLessons.length > 0 && <Orphans lessons={orphanedLessons} />}
    </>
  );
};

/** Lessons of people who never existed, and whether what the screens show is what the log says. */
export default function DataIntegrity() {
  const integrity = useQuery(integrityQuery);
  const comparison = useQuery(readModelsQuery);
  const orphans = integrity.data?.orphanedLessons.length ?? 0;
  const checking = integrity.isFetching || comparison.isFetching;
  return (
    <Section title="Data integrity" about="Lessons whose student or teacher is unknown.">
      <QueryState
        query={{ ...integrity, error: integrity.error && new Error('Please try again.') }}
        failed="Failed to load data integrity report."
        waiting={
          <WhileLoading label="Checking the data">
            <Skeleton className="h-10 w-80 max-w-full" />
          </WhileLoading>
        }
      >
        {(report) => <Report report={report} />}
      </QueryState>
      {integrity.data && (
        <div className="mt-4 flex justify-end gap-2 max-desk:flex-col">
          <Button
            icon={RefreshCw}
            loading={checking}
            onClick={() => void Promise.all([integrity.refetch(), comparison.refetch()])}
          >
            Check again
          </Button>
          {orphans > 0 && (
            <Button kind="danger" onClick={() => confirmDeletion(orphans)}>
              Delete orphaned lessons
            </Button>
          )}
        </div>
      )}
    </Section>
  );
}
