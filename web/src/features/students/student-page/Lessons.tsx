import { formatTimeRange } from '@rondo/contracts/calendar/times.ts';
import { shortDate } from '@rondo/contracts/calendar/words.ts';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { phaseOf } from '../../../calendar/days/day.ts';
import { entryOf } from '../../../calendar/days/entry.ts';
import { statusWord } from '../../../calendar/day-view/status-word.ts';
import type { Now } from '../../../calendar/now.ts';
import { counted } from '../../../lib/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { cn } from '../../../ui/cn.ts';
import { datesAtFirst, type LessonDate } from './lesson-dates.ts';
import { Panel } from './Panel.tsx';

/** One date, which leads to its day; with what was noted of that lesson. */
const DateLine = ({ lesson: { row, date }, now }: { readonly lesson: LessonDate; readonly now: Now }) => {
  const entry = entryOf(row, false, date);
  const isCancelled = entry.state === 'cancelled';
  const to = `/schedule?${new URLSearchParams({ teacher: row.teacherId, day: date, selected: row.lessonId })}`;
  return (
    <li className="relative grid grid-cols-[8.5rem_minmax(0,1fr)_auto] items-baseline gap-x-3 border-t border-line-soft px-5 py-2.5 hover:bg-[color-mix(in_oklab,var(--color-line-soft)_35%,transparent)] max-desk:grid-cols-[minmax(0,1fr)_auto] max-desk:px-4">
      <Link
        to={to}
        className={cn('font-control after:absolute after:inset-0', isCancelled && 'text-ink-3 line-through')}
      >
        {shortDate(date)}
      </Link>
      <span
        className={cn(
          'whitespace-nowrap tabular-nums max-desk:col-start-1 max-desk:row-start-2',
          isCancelled && 'text-ink-3 line-through',
        )}
      >
        {formatTimeRange(entry.start, entry.end)}
      </span>
      <span className="text-right text-small text-ink-3 max-desk:col-start-2 max-desk:row-start-1">
        {statusWord(entry, phaseOf(entry, date, now))}
      </span>
      <span className="col-span-full text-small text-ink-3 desk:col-start-2">{row.teacher?.name}</span>
      {row.notes !== null && (
        <p className="col-span-full mt-0.5 whitespace-pre-wrap break-words text-ink-2 desk:col-start-2">{row.notes}</p>
      )}
    </li>
  );
};

/** Dates of lessons, the first few of them until all are asked for. */
export const Lessons = (props: {
  readonly title: string;
  readonly none: string;
  readonly lessons: readonly LessonDate[];
  readonly now: Now;
}) => {
  const { title, none, lessons, now } = props;
  const [all, setAll] = useState(false);
  const left = lessons.length - datesAtFirst;
  return (
    <Panel title={title}>
      {lessons.length === 0 && <p className="px-5 pb-4 text-ink-2 max-desk:px-4">{none}</p>}
      <ul>
        {(all ? lessons : lessons.slice(0, datesAtFirst)).map((lesson) => (
          <DateLine key={`${lesson.row.lessonId} ${lesson.date}`} lesson={lesson} now={now} />
        ))}
      </ul>
      {!all && left > 0 && (
        <div className="border-t border-line-soft px-2.5 py-1">
          <Button kind="quiet" onClick={() => setAll(true)}>
            Show {counted(left, 'more lesson')}
          </Button>
        </div>
      )}
    </Panel>
  );
};
