import type { Teacher } from '@rondo/contracts/api/people/teachers.ts';
import { formatDuration, formatTimeRange } from '@rondo/contracts/calendar/times.ts';
import { longDate } from '@rondo/contracts/calendar/words.ts';
import type { CalendarLesson } from '@rondo/contracts/lessons/timing.ts';
import { createPortal } from 'react-dom';
import { entryWord, streetAndZip, type DayEntry } from '../../../calendar/days/entry.ts';
import { dayWords, isLeg, timelineOf, type Day } from '../../../calendar/days/day.ts';
import type { Leg } from '../../../calendar/days/legs.ts';
import { weekRange } from '../../../calendar/week.ts';

/** Millimeters of a landscape page, Letter or A4, that a day's lines may take. */
const room = 150;
const largestLine = 4.2;
/** The lines of an entry: its time, who, where, and the phone. */
const entryLines = 4;

const lines = (day: Day): number =>
  timelineOf(day).reduce((sum, item) => sum + (isLeg(item) ? 1 : entryLines + 0.5), 1);

const legText = ({ role, minutes, short }: Leg): string => {
  const drive = `${formatDuration(minutes)} ${role === 'back' ? 'drive home' : 'drive'}`;
  return short > 0 ? `${drive}, short by ${short}\u00a0min` : drive;
};

const Entry = ({ entry, row }: { readonly entry: DayEntry; readonly row: CalendarLesson | undefined }) => (
  <li className="border-t border-line *:block *:truncate">
    <span className="tabular-nums">{formatTimeRange(entry.start, entry.end)}</span>
    <b className="font-strong">
      {entry.title}
      {entry.state !== 'current' && ` ${entryWord(entry)}`}
    </b>
    {entry.address !== null && <span>{streetAndZip(entry.address)}</span>}
    {row?.student?.phone !== null && <span>{row?.student?.phone}</span>}
  </li>
);

/** The printed week: one landscape page, whose lines are as small as its fullest day needs. Visible only in print. */
export default function WeekSheet(props: {
  readonly days: readonly Day[];
  readonly rows: readonly CalendarLesson[];
  readonly teacher: Teacher;
}) {
  const { days, rows, teacher } = props;
  const line = Math.min(largestLine, room / Math.max(...days.map(lines)));
  return createPortal(
    <div
      aria-hidden
      data-print="week"
      className="hidden leading-(--line) print:block"
      style={{ '--line': `${line}mm`, fontSize: `${line * 0.78}mm` }}
    >
      <p className="text-title font-title">{days[0] && weekRange(days[0].date)}</p>
      <p className="mb-2 text-body">{teacher.name}</p>
      <div className="grid grid-cols-7 gap-x-[3mm]">
        {days.map((day) => (
          <section key={day.date} className="min-w-0">
            <p className="truncate font-strong">{longDate(day.date)}</p>
            <p className="truncate">
              {dayWords(day)}
              {day.driving !== null && `, ${formatDuration(day.driving)} driving`}
            </p>
            <ol>
              {timelineOf(day).map((item) =>
                isLeg(item) ? (
                  item.minutes > 0 && (
                    <li key={`${item.from}>${item.to}`} className="truncate pl-[2mm]">
                      {legText(item)}
                    </li>
                  )
                ) : (
                  <Entry key={item.id} entry={item} row={rows.find(({ lessonId }) => lessonId === item.id)} />
                ),
              )}
            </ol>
          </section>
        ))}
      </div>
    </div>,
    document.body,
  );
}
