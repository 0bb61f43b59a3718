import { calendarDate } from '@rondo/contracts/calendar/words.ts';
import { formatTime } from '@rondo/contracts/calendar/times.ts';
import { wallClock } from '@rondo/contracts/calendar/zones.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { read } from '../../../api/queries.ts';
import { usePlace, type StudioTime } from '../../../calendar/moments/moment-text.ts';
import { buttonClasses } from '../../../ui/button.tsx';
import { cn } from '../../../ui/cn.ts';
import { QueryState } from '../../../ui/lists/query-state.tsx';
import { Skeleton, WhileLoading } from '../../../ui/lists/panels.tsx';
import { Panel } from './Panel.tsx';

const mostShown = 5;

/** What happened to one student last. Others can change it, so every visit asks again. */
export const deedsQuery = (studentId: string) => ({
  ...read('GET /api/history', { query: { studentId, limit: 20 } }),
  staleTime: 0,
});

/** "Nov 23, 2026, 4:10 PM". */
export const momentText = (instant: string, { timeZone }: StudioTime): string => {
  const { date, minute } = wallClock(Date.parse(instant), timeZone);
  return `${calendarDate(date)}, ${formatTime(minute)}`;
};

/** The newest of what happened to a student. */
export const Deeds = ({ studentId }: { readonly studentId: string }) => {
  const deeds = useQuery(deedsQuery(studentId));
  const place = usePlace();
  return (
    <Panel
      title="History"
      action={
        <Link to={`/history?${new URLSearchParams({ student: studentId })}`} className={buttonClasses('quiet')}>
          All history
        </Link>
      }
    >
      <QueryState
        query={deeds}
        failed="The history did not load."
        waiting={
          <WhileLoading label="Loading the history">
            <Skeleton className="mx-5 mb-4 h-10" />
          </WhileLoading>
        }
      >
        {({ entries }) => (
          <ul>
            {entries.slice(0, mostShown).map(({ batchId, at, parts, sentence, undone, undoes }) => (
              <li key={batchId} className="border-t border-line-soft px-5 py-2.5 max-desk:px-4">
                <p className={cn('break-words', undone !== null && 'text-ink-3 line-through')}>
                  {(undoes === null ? parts.find((part) => part.studentId === studentId)?.sentence : null) ?? sentence}
                </p>
                <p className="text-small text-ink-3 tabular-nums">{momentText(at, place)}</p>
              </li>
            ))}
          </ul>
        )}
      </QueryState>
    </Panel>
  );
};

/** What changed since the family was last told; nothing while there is nothing to tell. It takes long to find out, and the page does not wait. */
export const Untold = ({ studentId }: { readonly studentId: string }) => {
  const { data } = useQuery({ ...read('GET /api/changes', { query: {} }), staleTime: 0 });
  const changes = data?.find((one) => one.studentId === studentId)?.changes ?? [];
  if (changes.length === 0) return null;
  return (
    <Panel
      title="Changes to tell the family"
      action={
        <Link to={`/changes?student=${studentId}`} className={buttonClasses('quiet')}>
          Tell the family
        </Link>
      }
    >
      <ul>
        {changes.map(({ lessonId, kind, date, text }) => (
          <li key={`${lessonId} ${kind} ${date}`} className="border-t border-line-soft px-5 py-2.5 max-desk:px-4">
            {text}
          </li>
        ))}
      </ul>
    </Panel>
  );
};
