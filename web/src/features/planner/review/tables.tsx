import { Link } from 'react-router-dom';
import { hoursText } from '../../../lib/availability.ts';
import { studentPath } from '../../../lib/people.ts';
import { factLink } from '../../../ui/lists/facts.tsx';
import { longDayName } from '@rondo/contracts/calendar/dates.ts';
import { formatDuration, formatTime, formatTimeRange, toMinutes } from '@rondo/contracts/calendar/times.ts';
import { dayOfWeekNamed, slotText } from '../model/plan.ts';
import type { ReportContent } from '@rondo/contracts/events/schedule/report-content.ts';
import { Star } from 'lucide-react';
import { useState } from 'react';
import type { CalendarLesson } from '@rondo/contracts/lessons/timing.ts';
import { Button } from '../../../ui/button.tsx';
import { cn } from '../../../ui/cn.ts';
import { useNarrow } from '../../../ui/media.ts';
import { KeepTime } from './KeepTime.tsx';

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
            <span className="block text-small font-small text-ink-3 tabular-nums desk:hidden">{brief(day)}</span>
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

type Decision = ReportContent['schedulingDecisions'][number];

const shownAtFirst = 8;

const reasonOf = ({ reason, fromRun }: Decision): string =>
  fromRun === null ? reason : `${reason} Carried over from an earlier run.`;

/** Nothing for a student who marked no preferred time. */
const Preferred = (props: { readonly yes: string; readonly no: string; readonly decision: Decision }) => {
  const { yes, no, decision } = props;
  if (!decision.hasPreference) return <span />;
  return decision.preferredSlot ? (
    <span className="inline-flex items-center justify-end gap-1.5">
      <Star aria-hidden className="size-3.5 shrink-0" strokeWidth={2} />
      {yes}
    </span>
  ) : (
    <span className="text-ink-3 max-wide:text-right">{no}</span>
  );
};

type DecisionsProps = {
  readonly decisions: readonly Decision[];
  /** The lesson of a student while the plan is pending. */
  readonly rowOf: (studentId: string) => CalendarLesson | undefined;
};

/** Keeps the time of a student's lesson, while the plan is pending. */
const Keep = ({ decision, rowOf }: { readonly decision: Decision } & Pick<DecisionsProps, 'rowOf'>) => {
  const row = rowOf(decision.studentId);
  return row && <KeepTime row={row} title={decision.studentName} />;
};

const Table = ({ decisions, rowOf }: DecisionsProps) => (
  <table className="w-full border-collapse [&_tbody_tr:last-child>*]:border-b-0">
    <thead>
      <tr className="text-left">
        <th scope="col" className={cn(head, 'w-[22%]')}>
          Student
        </th>
        <th scope="col" className={head}>
          Slot
        </th>
        <th scope="col" className={head}>
          Preferred
        </th>
        {['Free hours', 'Drive', 'Adds'].map((word) => (
          <th key={word} scope="col" className={cn(head, 'pl-2 text-right')}>
            {word}
          </th>
        ))}
        <th scope="col" className={cn(head, 'pl-5')}>
          Why here
        </th>
      </tr>
    </thead>
    <tbody>
      {decisions.map((decision) => (
        <tr key={decision.studentId}>
          <th scope="row" className={cn(cell, 'text-left font-strong break-words')}>
            <Link to={studentPath(decision.studentId)} className={factLink}>
              {decision.studentName}
            </Link>
          </th>
          <td
            className={cn(cell, 'tabular-nums min-[1200px]:whitespace-nowrap [&>button]:-my-2 [&>button]:align-middle')}
          >
            {slotText(decision.day, decision.timeSlot)}
            <Keep decision={decision} rowOf={rowOf} />
          </td>
          <td className={cn(cell, 'whitespace-nowrap')}>
            <Preferred yes="Yes" no="No" decision={decision} />
          </td>
          <td className={cn(cell, number, 'pl-2')}>{hoursText(decision.flexibilityScore)}</td>
          <td className={cn(cell, number, 'pl-2')}>{decision.driveTime} min</td>
          <td className={cn(cell, number, 'pl-2')}>{decision.marginalDrive} min</td>
          <td className={cn(cell, 'pl-5 text-ink-2')}>{reasonOf(decision)}</td>
        </tr>
      ))}
    </tbody>
  </table>
);

const List = ({ decisions, rowOf }: DecisionsProps) => (
  <ul>
    {decisions.map((decision) => (
      <li
        key={decision.studentId}
        className="grid grid-cols-[minmax(0,1fr)_auto_auto] gap-x-3 gap-y-0.5 border-b border-line-soft py-2.5 last:border-b-0"
      >
        <Link to={studentPath(decision.studentId)} className={cn('font-strong break-words', factLink)}>
          {decision.studentName}
        </Link>
        <span className="text-right tabular-nums">adds {decision.marginalDrive} min</span>
        <span className="row-span-2 self-center">
          <Keep decision={decision} rowOf={rowOf} />
        </span>
        <span className="tabular-nums">{slotText(decision.day, decision.timeSlot)}</span>
        <Preferred yes="Preferred" no="Other time" decision={decision} />
        <span className="col-span-3 text-ink-2">{reasonOf(decision)}</span>
      </li>
    ))}
  </ul>
);

/** Why each student has their slot; the most expensive first. */
export const DecisionsTable = ({ decisions, rowOf }: DecisionsProps) => {
  const [all, setAll] = useState(false);
  const narrow = useNarrow();
  const visible = all ? decisions : decisions.slice(0, shownAtFirst);
  if (decisions.length === 0) return <p className="text-ink-2">No students could be placed.</p>;
  return (
    <>
      {narrow ? (
        <List decisions={visible} rowOf={rowOf} />
      ) : (
        <div className="overflow-x-auto">
          <Table decisions={visible} rowOf={rowOf} />
        </div>
      )}
      {visible.length < decisions.length && (
        <Button size="small" className="mt-2" onClick={() => setAll(true)}>
          Show all {decisions.length}
        </Button>
      )}
    </>
  );
};
