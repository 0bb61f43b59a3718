import type { OwedLesson } from '@rondo/contracts/api/studio/owed.ts';
import { formatTime, formatTimeRange, toMinutes } from '@rondo/contracts/calendar/times.ts';
import { shortDate } from '@rondo/contracts/calendar/words.ts';
import { moneyText } from '@rondo/contracts/money/money.ts';
import { CalendarDays, ClockAlert, Ellipsis, Search } from 'lucide-react';
import { Link, useNavigate } from 'react-router-dom';
import { momentText, usePlace } from '../../../calendar/moments/moment-text.ts';
import { invoicePath } from '../../../lib/paths.ts';
import { studentPath } from '../../../lib/people.ts';
import { buttonClasses } from '../../../ui/button.tsx';
import { cn } from '../../../ui/cn.ts';
import { MenuOnDemand } from '../../../ui/overlays/menu-on-demand.tsx';
import type { OwedChange } from './OwedDialog.tsx';
import { useOwed } from './queries.ts';
import {
  closurePath,
  daysLeftText,
  endsSoon,
  findTimePath,
  lapseText,
  makeUpPath,
  missedPath,
  reasonText,
  termText,
} from './owed.ts';

/** Student, date, why, end, amount, button, menu. On smaller windows without the reason; on phones one below the other. */
export const owedColumns =
  'grid grid-cols-[minmax(0,1.5fr)_minmax(0,1fr)_minmax(0,1.3fr)_minmax(0,1.1fr)_116px_132px_36px] items-center gap-x-5 pr-3 pl-4 max-wide:grid-cols-[minmax(0,1.3fr)_minmax(0,1fr)_minmax(0,1fr)_96px_128px_36px] max-wide:gap-x-3 max-desk:grid-cols-[minmax(0,1fr)_auto_44px] max-desk:pr-1 max-desk:pl-3.5';

const small = 'text-small text-ink-3';

const timesOf = ({ startTime, duration }: OwedLesson): string =>
  formatTimeRange(toMinutes(startTime), toMinutes(startTime) + duration);

const End = ({ lesson }: { readonly lesson: OwedLesson }) => {
  const { until, daysLeft, makeUp } = lesson;
  if (makeUp)
    return (
      <>
        <p className="tabular-nums">
          {shortDate(makeUp.date)}, {formatTime(toMinutes(makeUp.startTime))}
        </p>
        <p className={small}>Made up, billed once</p>
      </>
    );
  const near = endsSoon(lesson);
  return (
    <>
      {until !== null && <p className="tabular-nums">Until {shortDate(until)}</p>}
      <p className={cn('flex items-center gap-1', near ? 'text-small font-control text-warn' : small)}>
        {near && <ClockAlert aria-hidden className="size-3 shrink-0" strokeWidth={2} />}
        {daysLeftText(daysLeft)}
      </p>
    </>
  );
};

/** The button of a lesson that is owed: where a time is looked for, or where it is. */
const OwedLink = ({ lesson }: { readonly lesson: OwedLesson }) => {
  const { makeUp } = lesson;
  const Icon = makeUp ? CalendarDays : Search;
  return (
    <Link
      to={makeUp ? makeUpPath(lesson, makeUp) : findTimePath(lesson)}
      aria-label={`${makeUp ? 'Show' : 'Find a time'}: ${lesson.studentName}, ${shortDate(lesson.date)}`}
      className={buttonClasses('secondary', 'small', 'justify-self-start')}
    >
      <Icon aria-hidden className="size-4 shrink-0" strokeWidth={1.75} />
      {makeUp ? 'Show' : 'Find a time'}
    </Link>
  );
};

/** A lesson that is owed. What closed time leaves owed changes with the closure. */
export const OwedLine = (props: {
  readonly lesson: OwedLesson;
  readonly teacher: string | undefined;
  readonly currency: string;
  readonly onChange: (lesson: OwedLesson, change: OwedChange) => void;
}) => {
  const { lesson, teacher, currency, onChange } = props;
  const { studentId, studentName, date, billedOn, state, notice, closure, amount } = lesson;
  const place = usePlace();
  const navigate = useNavigate();
  const ask = (change: OwedChange) => () => onChange(lesson, change);
  return (
    <li
      className={cn(
        owedColumns,
        'min-h-[60px] border-b border-line-soft py-2 last:border-b-0 max-desk:gap-y-1.5 max-desk:py-3',
      )}
    >
      <div className="min-w-0">
        <p className="truncate font-strong">
          <Link to={studentPath(studentId)} className="hover:underline">
            {studentName}
          </Link>
        </p>
        <p className={cn('truncate', small)}>{teacher}</p>
      </div>
      <div className="min-w-0 tabular-nums max-desk:col-span-3 max-desk:row-start-2">
        <p className={cn(state === 'booked' && 'line-through')}>{shortDate(date)}</p>
        <p className={small}>{timesOf(lesson)}</p>
      </div>
      <div className="min-w-0 max-wide:hidden max-desk:col-span-3 max-desk:row-start-3 max-desk:block">
        <p className="truncate" title={reasonText(lesson)}>
          {reasonText(lesson)}
        </p>
        {state === 'owed' && (
          <p className={cn('truncate', small)}>{notice ? `Told ${momentText(notice.at, place)}` : lapseText(lesson)}</p>
        )}
      </div>
      <div className="min-w-0 max-desk:col-span-3 max-desk:row-start-4">
        <End lesson={lesson} />
      </div>
      <div className="text-right tabular-nums max-desk:col-start-2 max-desk:row-start-1">
        <p className="font-strong">{moneyText(amount, currency)}</p>
        {billedOn === null ? (
          <p className={small}>Not billed</p>
        ) : (
          <Link to={invoicePath(billedOn)} className={cn(small, 'whitespace-nowrap hover:underline')}>
            {billedOn}
          </Link>
        )}
      </div>
      <div className="max-desk:col-span-3 max-desk:row-start-5">
        <OwedLink lesson={lesson} />
      </div>
      <div className="max-desk:col-start-3 max-desk:row-start-1">
        {state === 'owed' && (
          <MenuOnDemand
            inBody
            label={`More for ${studentName}, ${shortDate(date)}`}
            button={<Ellipsis aria-hidden className="size-4" strokeWidth={2} />}
            entries={
              closure
                ? [
                    { label: 'Change the closed days', onSelect: () => void navigate(closurePath(lesson, closure.id)) },
                    { label: 'Show in the schedule', onSelect: () => void navigate(missedPath(lesson)) },
                  ]
                : [
                    { label: 'Prolong', onSelect: ask('prolong') },
                    { label: 'Write off', onSelect: ask('writeOff') },
                    { label: 'Refund', onSelect: ask('refund') },
                  ]
            }
          />
        )}
      </div>
    </li>
  );
};

const endOf = ({ until, makeUp }: OwedLesson): string => {
  if (makeUp) return `Made up on ${shortDate(makeUp.date)}`;
  return until === null ? 'Without end' : `Until ${shortDate(until)}`;
};

/** The lessons that are owed to one student, each with its date and its end; nothing without one. */
export const StudentOwed = ({ studentId }: { readonly studentId: string }) => {
  const lessons = useOwed().lessons.filter((lesson) => lesson.studentId === studentId);
  const [first] = lessons;
  if (!first) return null;
  const inTerm = termText(first.inTerm);
  return (
    <section aria-label="Owed lessons" className="col-span-full mb-3 min-w-0">
      <p className="mb-1 text-small text-ink-3">Owed lessons</p>
      <ul className="border-t border-line">
        {lessons.map((lesson) => (
          <li
            key={`${lesson.lessonId} ${lesson.date}`}
            className="flex flex-wrap items-center gap-x-6 gap-y-1 border-b border-line py-1 tabular-nums"
          >
            <span className="font-strong">{shortDate(lesson.date)}</span>
            <span className="mr-auto text-ink-2">
              {endOf(lesson)}
              {endsSoon(lesson) && (
                <span className="ml-2 text-small font-control text-warn">{daysLeftText(lesson.daysLeft)}</span>
              )}
            </span>
            <OwedLink lesson={lesson} />
          </li>
        ))}
      </ul>
      {inTerm !== null && <p className="mt-2 text-small text-ink-3">{inTerm}</p>}
    </section>
  );
};
