import type { FamilyLesson, FamilyPage } from '@rondo/contracts/api/calendars/family-page.ts';
import { Head, Icon, Part } from './parts.tsx';
import {
  comingRows,
  dayInWords,
  isWaiting,
  listed,
  longDay,
  longMonthDay,
  monthDay,
  nextLessons,
  noteOf,
  shortDay,
  timeParts,
  timeRange,
  weekday,
  type Row,
} from './words.ts';

type Changing = { readonly onChange: (lesson: FamilyLesson) => void };

const Change = ({
  lesson,
  onChange,
  isBrief = false,
}: Changing & { readonly lesson: FamilyLesson; readonly isBrief?: boolean }) =>
  lesson.can.cancel || lesson.can.request || isWaiting(lesson) ? (
    <button
      type="button"
      className="-mr-3 ml-auto grid min-h-11 min-w-11 shrink-0 grid-flow-col place-items-center rounded-control px-3 font-control text-accent"
      onClick={() => onChange(lesson)}
    >
      {isBrief ? <Icon name="further" /> : 'Change'}
      <span className="sr-only">{`${isBrief ? 'Change' : ''} ${lesson.student}, ${longDay(lesson.date)}`}</span>
    </button>
  ) : null;

/** The next lessons, the largest text of the page. */
const Next = ({ page, onChange }: Changing & { readonly page: FamilyPage }) => {
  const lessons = nextLessons(page);
  const [first] = lessons;
  if (!first) return null;
  const { text, half } = timeParts(first.startTime);
  const day = dayInWords(first.date, page.today);
  const teachers = listed([...new Set(lessons.map(({ teacher }) => teacher))]);
  return (
    <section aria-labelledby="next" className="mb-8 rounded-day border border-line bg-card p-6 max-desk:p-4">
      <h2 id="next" className="text-figure font-figure max-desk:text-[28px] max-desk:leading-9">
        {day},{' '}
        <span className="whitespace-nowrap">
          {text} <span className="text-title font-normal text-ink-2">{half}</span>
        </span>
      </h2>
      <p className="mt-1 border-b border-line-soft pb-4 text-ink-2">
        {day === longDay(first.date) ? 'With' : `${longDay(first.date)}, with`} {teachers},{' '}
        {first.place ?? 'at your home'}
      </p>
      <ol>
        {lessons.map((lesson) => (
          <li
            key={lesson.ref}
            className="relative flex min-h-11 flex-wrap items-center gap-x-3 pt-2 pl-7 before:absolute before:inset-y-0 before:left-[5px] before:border-l-2 before:border-accent first:before:top-1/2"
          >
            <span className="absolute left-0">
              <Head />
            </span>
            <b className="font-strong">{lesson.student}</b>
            <span className="text-ink-2 tabular-nums">{timeRange(lesson)}</span>
            {(lesson.was !== null || lesson.request !== null || (lesson.estimate?.minutes ?? 0) > 0) && (
              <span className="text-small text-ink-2">{noteOf(lesson)}</span>
            )}
            <Change lesson={lesson} onChange={onChange} />
          </li>
        ))}
      </ol>
    </section>
  );
};

const Line = ({
  lesson,
  onChange,
}: Partial<Changing> & { readonly lesson: FamilyLesson | FamilyPage['past'][number] }) => {
  const isOff = lesson.status === 'cancelled' || lesson.status === 'closed';
  const note =
    'place' in lesson
      ? noteOf(lesson)
      : isOff
        ? noteOf({ ...lesson, status: lesson.status === 'closed' ? 'closed' : 'cancelled', place: null, was: null })
        : '';
  return (
    <li className="flex items-center gap-2.5 py-0.5">
      <span className="grid h-5 w-4 place-items-center">{isOff ? <Icon name="cross" /> : <Head />}</span>
      <span className="min-w-0">
        <span className={isOff ? 'text-ink-3 line-through' : ''}>
          <b className="font-strong">{lesson.student}</b> <span className="tabular-nums">{timeRange(lesson)}</span>
        </span>
        {note !== '' && <span className="block text-small text-ink-2">{note}</span>}
      </span>
      {onChange && 'can' in lesson && <Change lesson={lesson} onChange={onChange} isBrief />}
    </li>
  );
};

const rowClasses =
  'flex gap-x-4 gap-y-1 border-b border-line-soft px-6 py-3 last:border-b-0 max-desk:px-4 max-[360px]:flex-col';

const Coming = ({ row, students, onChange }: Changing & { readonly row: Row; readonly students: number }) => {
  if (row.kind === 'closure') {
    const { from, to, reason, students: own } = row.closure;
    const whose = own.length < students ? ` (${listed(own)})` : '';
    return (
      <li className={rowClasses}>
        <p className="w-20 shrink-0">
          <b className="block font-strong">{monthDay(from)}</b>
          <span className="text-small text-ink-2">{from === to ? weekday(from) : `to ${monthDay(to)}`}</span>
        </p>
        <p className="flex items-center gap-2.5 text-ink-2">
          <Icon name="closed" />
          No lessons{reason === null ? '' : `: ${reason}`}
          {whose}
        </p>
      </li>
    );
  }
  return (
    <li className={rowClasses}>
      <p className="w-20 shrink-0">
        <b className="block font-strong">{monthDay(row.date)}</b>
        <span className="text-small text-ink-2">{weekday(row.date)}</span>
      </p>
      <ul className="min-w-0 grow">
        {row.lessons.map((lesson) => (
          <Line key={lesson.ref} lesson={lesson} onChange={onChange} />
        ))}
      </ul>
    </li>
  );
};

const Earlier = ({ page: { past, pastFrom } }: { readonly page: FamilyPage }) => {
  const dates = [...new Set(past.map(({ date }) => date))];
  if (past.length === 0) return null;
  return (
    <details className="border-t border-line">
      <summary className="flex min-h-11 cursor-pointer items-center justify-center font-control text-accent">
        Earlier lessons, since {longMonthDay(pastFrom)}
      </summary>
      <ol className="border-t border-line-soft">
        {dates.map((date) => (
          <li key={date} className={rowClasses}>
            <p className="w-20 shrink-0 font-strong">{shortDay(date)}</p>
            <ul className="min-w-0">
              {past
                .filter((lesson) => lesson.date === date)
                .map((lesson) => (
                  <Line key={`${lesson.student} ${lesson.startTime}`} lesson={lesson} />
                ))}
            </ul>
          </li>
        ))}
      </ol>
    </details>
  );
};

/** The lessons of the family: the next ones, those of the coming weeks, and what was. */
export const Lessons = ({ page, onChange }: Changing & { readonly page: FamilyPage }) => {
  const rows = comingRows(page);
  return (
    <>
      <Next page={page} onChange={onChange} />
      <Part title="Coming lessons">
        {rows.length === 0 ? (
          <p className="px-6 py-4 text-ink-2 max-desk:px-4">
            {nextLessons(page).length === 0
              ? 'No lessons in the next 8 weeks.'
              : 'No other lessons in the next 8 weeks.'}
          </p>
        ) : (
          <ol>
            {rows.map((row) => (
              <Coming
                key={row.kind === 'closure' ? `${row.closure.from} ${row.closure.to}` : row.date}
                row={row}
                students={page.students.length}
                onChange={onChange}
              />
            ))}
          </ol>
        )}
        <Earlier page={page} />
      </Part>
    </>
  );
};
