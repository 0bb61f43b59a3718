import type { ReportContent } from '@rondo/contracts/events/report-content.ts';
import { longDayName } from '@rondo/contracts/calendar/dates.ts';
import { formatDuration, formatTime, formatTimeRange, toMinutes } from '@rondo/contracts/calendar/times.ts';
import { cn } from '../../../ui/cn.ts';
import { dayOfWeekNamed } from '../model/plan.ts';

type DayRow = ReportContent['dayAnalysis'][number];

const nameOf = (day: DayRow['day']): string => longDayName(dayOfWeekNamed(day));

const time = (text: string | null): string => (text === null ? '–' : formatTime(toMinutes(text)));

const sum = (days: readonly DayRow[], of: (day: DayRow) => number): number =>
  days.reduce((total, day) => total + of(day), 0);

const number = 'text-right tabular-nums whitespace-nowrap';
const head =
  'border-b border-line pr-3 max-desk:pr-2.5 pb-2 text-small font-medium whitespace-nowrap text-ink-3 last:pr-0';
const cell = 'border-b border-line-soft py-2 pr-3 max-desk:pr-2.5 align-top last:pr-0';

/** On phones, the second line of a day's first column. */
const brief = ({ firstLessonTime, lastLessonTime, studentsAvailable }: DayRow): string =>
  firstLessonTime === null
    ? `${studentsAvailable} available`
    : `${formatTimeRange(toMinutes(firstLessonTime), toMinutes(lastLessonTime ?? firstLessonTime))}, ${studentsAvailable} available`;

export const DayTable = ({ days }: { readonly days: readonly DayRow[] }) => (
  <table className="w-full border-collapse">
    <thead>
      <tr className="text-left">
        <th scope="col" className={head}>
          Day
        </th>
        <th scope="col" className={cn(head, 'text-right')}>
          Lessons
        </th>
        {['Students available', 'First lesson', 'Last lesson'].map((word) => (
          <th key={word} scope="col" className={cn(head, 'text-right max-desk:hidden')}>
            {word}
          </th>
        ))}
        <th scope="col" className={cn(head, 'text-right')}>
          Teaching
        </th>
        <th scope="col" className={cn(head, 'text-right')}>
          Driving
        </th>
      </tr>
    </thead>
    <tbody>
      {days.map((day) => (
        <tr key={day.day}>
          <th scope="row" className={cn(cell, 'text-left font-strong')}>
            {nameOf(day.day)}
            <span className="block text-small font-small whitespace-nowrap text-ink-3 tabular-nums desk:hidden">
              {brief(day)}
            </span>
          </th>
          <td className={cn(cell, number)}>{day.lessonsScheduled}</td>
          <td className={cn(cell, number, 'max-desk:hidden')}>{day.studentsAvailable}</td>
          <td className={cn(cell, number, 'max-desk:hidden')}>{time(day.firstLessonTime)}</td>
          <td className={cn(cell, number, 'max-desk:hidden')}>{time(day.lastLessonTime)}</td>
          <td className={cn(cell, number)}>{formatDuration(day.totalTeachingTime)}</td>
          <td className={cn(cell, number)}>{formatDuration(day.drivingMinutes)}</td>
        </tr>
      ))}
    </tbody>
    <tfoot className="font-strong">
      <tr>
        <th scope="row" className="py-2 text-left font-strong">
          Week
        </th>
        <td className={cn('py-2 pr-3', number)}>{sum(days, ({ lessonsScheduled }) => lessonsScheduled)}</td>
        <td colSpan={3} className="max-desk:hidden">
          <span className="sr-only">in all</span>
        </td>
        <td className={cn('py-2 pr-3', number)}>{formatDuration(sum(days, (day) => day.totalTeachingTime))}</td>
        <td className={cn('py-2', number)}>{formatDuration(sum(days, ({ drivingMinutes }) => drivingMinutes))}</td>
      </tr>
    </tfoot>
  </table>
);
