import type { Earnings } from '@rondo/contracts/api/road/earnings.ts';
import { shortDate } from '@rondo/contracts/calendar/words.ts';
import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useSearchParam } from '../../lib/page/search-param.ts';
import { studentPath } from '../../lib/people.ts';
import { cn } from '../../ui/cn.ts';
import { factLink } from '../../ui/lists/facts.tsx';
import { Card } from '../../ui/lists/panels.tsx';
import { amountText, drivingWarning, hourText, minutesText, partsText, type Part } from './earnings-texts.ts';

type Row = { readonly key: string; readonly name: ReactNode; readonly part: Part };

const cell = 'px-2 py-2.5 text-right whitespace-nowrap tabular-nums min-[1200px]:px-3';
const nameCell = 'py-2.5 pr-3 pl-4 break-words';

const isEmpty = ({ income, drivingCost, teaching, driving, waiting }: Part): boolean =>
  income === 0 && drivingCost === 0 && teaching + driving + waiting === 0;

/** The lines of the list: by student with what belongs to none, or by date. */
const rowsOf = ({ students, days, other }: Earnings, by: 'students' | 'days'): Row[] => {
  if (by === 'days') return days.map((day) => ({ key: day.date, name: shortDate(day.date), part: day }));
  const named = students.map((student) => ({
    key: student.studentId,
    name: (
      <Link to={studentPath(student.studentId)} className={factLink}>
        {student.name}
      </Link>
    ),
    part: student,
  }));
  return isEmpty(other) ? named : [...named, { key: 'other', name: 'Appointments and others', part: other }];
};

const Warning = ({ part }: { readonly part: Part }) => {
  const warning = drivingWarning(part);
  return (
    warning !== null && (
      <span className="flex gap-1 text-small font-medium text-warn">
        <TriangleAlert aria-hidden className="mt-0.5 size-3.5 shrink-0" strokeWidth={2} />
        {warning}
      </span>
    )
  );
};

const tones = { teaching: 'bg-accent-fill', driving: 'bg-accent/40', waiting: 'border border-control' } as const;
const times = ['teaching', 'driving', 'waiting'] as const;

/** The time away in its three parts. */
const Bar = ({ part }: { readonly part: Part }) => (
  <span aria-hidden className="flex h-2 w-full gap-0.5">
    {times.map(
      (time) =>
        part[time] > 0 && (
          <span
            key={time}
            className={cn('min-w-1 rounded-xs', tones[time])}
            style={{ flexGrow: part[time], flexBasis: 0 }}
          />
        ),
    )}
  </span>
);

const Key = () => (
  <span className="inline-flex items-center gap-3">
    {times.map((time) => (
      <span key={time} className="inline-flex items-center gap-1.5">
        <span aria-hidden className={cn('h-2 w-2.5 rounded-xs', tones[time])} />
        {time === 'teaching' ? 'Teaching' : time === 'driving' ? 'Driving' : 'Waiting'}
      </span>
    ))}
  </span>
);

const barCell = 'w-64 px-3 max-[1100px]:hidden';

const Cells = ({
  part,
  currency,
  bar,
}: {
  readonly part: Part;
  readonly currency: string;
  readonly bar: ReactNode;
}) => (
  <>
    <td className={cell}>{part.lessons}</td>
    <td className={cell}>{minutesText(part.teaching)}</td>
    <td className={cell}>{minutesText(part.driving)}</td>
    <td className={cell}>{minutesText(part.waiting)}</td>
    <td className={barCell}>{bar}</td>
    <td className={cell}>{part.income === 0 ? '–' : amountText(part.income, currency)}</td>
    <td className={cell}>{part.drivingCost === 0 ? '–' : amountText(-part.drivingCost, currency)}</td>
    <td className={cn(cell, 'pr-4 font-strong')}>{hourText(part, currency)}</td>
  </>
);

/** What each student or date brings in for an hour, with what the hour is made of. */
export const EarningsTable = (props: { readonly earnings: Earnings; readonly by: 'students' | 'days' }) => {
  const { earnings, by } = props;
  const [studentId] = useSearchParam('student');
  const { currency, figures } = earnings;
  const rows = rowsOf(earnings, by);
  const head = 'px-2 py-2 text-right font-medium whitespace-nowrap min-[1200px]:px-3';
  return (
    <>
      <Card className="overflow-x-auto max-desk:hidden">
        <table className="w-full text-left">
          <caption className="sr-only">What an hour from door to door brings in</caption>
          <thead className="border-b border-line text-small text-ink-2">
            <tr>
              <th scope="col" className={cn(nameCell, 'py-2 font-medium')}>
                {by === 'days' ? 'Date' : 'Student'}
              </th>
              {['Lessons', 'Teaching', 'Driving', 'Waiting'].map((title) => (
                <th key={title} scope="col" className={head}>
                  {title}
                </th>
              ))}
              <td className={barCell}>
                <Key />
              </td>
              {['Income', 'Driving cost'].map((title) => (
                <th key={title} scope="col" className={head}>
                  {title}
                </th>
              ))}
              <th scope="col" aria-sort={by === 'students' ? 'ascending' : undefined} className={cn(head, 'pr-4')}>
                An hour
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ key, name, part }) => (
              <tr
                key={key}
                aria-current={key === studentId}
                className="border-b border-line-soft aria-[current=true]:bg-accent-tint"
              >
                <th scope="row" className={cn(nameCell, 'max-w-64 font-strong')}>
                  {name}
                  <Warning part={part} />
                </th>
                <Cells part={part} currency={currency} bar={<Bar part={part} />} />
              </tr>
            ))}
          </tbody>
          <tfoot className="font-strong">
            <tr>
              <th scope="row" className={nameCell}>
                All
              </th>
              <Cells part={figures} currency={currency} bar={null} />
            </tr>
          </tfoot>
        </table>
      </Card>
      <Card className="desk:hidden">
        <ul aria-label="What an hour from door to door brings in">
          {[...rows, { key: 'all', name: 'All', part: figures }].map(({ key, name, part }) => (
            <li key={key} className="grid gap-1 border-b border-line px-3.5 py-3 last:border-b-0">
              <p className="flex justify-between gap-3 font-strong">
                <span className="min-w-0 break-words">{name}</span>
                <span className="shrink-0 tabular-nums">{hourText(part, currency)}</span>
              </p>
              {part.teaching + part.driving + part.waiting > 0 && <Bar part={part} />}
              <p className="text-small text-ink-2">{partsText(part, currency)}</p>
              {key !== 'all' && <Warning part={part} />}
            </li>
          ))}
        </ul>
      </Card>
    </>
  );
};
