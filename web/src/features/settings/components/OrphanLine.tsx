import type { OrphanedLesson } from '@rondo/contracts/api/data-integrity.ts';
import { longDayName } from '@rondo/contracts/calendar/dates.ts';
import { formatTimeRange, toMinutes } from '@rondo/contracts/calendar/times.ts';
import { calendarDate, shortDate } from '@rondo/contracts/calendar/words.ts';
import { TriangleAlert } from 'lucide-react';
import { useId } from 'react';
import { Link } from 'react-router-dom';
import { useToday } from '../../../api/today.ts';
import { buttonClasses } from '../../../ui/button.tsx';

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
export const OrphanLine = ({ lesson }: { readonly lesson: OrphanedLesson }) => {
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
