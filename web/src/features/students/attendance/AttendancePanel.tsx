import type { AttendanceReportRow } from '@rondo/contracts/api/studio/attendance.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { Link } from 'react-router-dom';
import { fetchFile } from '../../../api/files/download.ts';
import { read } from '../../../api/queries.ts';
import { PeriodChoice, PeriodProblem } from '../../../calendar/periods/PeriodChoice.tsx';
import { usePeriod } from '../../../calendar/periods/use-period.ts';
import { useAddressParams } from '../../../lib/page/search-param.ts';
import { studentPath } from '../../../lib/people.ts';
import { cn } from '../../../ui/cn.ts';
import { DownloadCsvButton } from '../../../ui/download-button.tsx';
import { SelectOnDemand } from '../../../ui/fields/select-on-demand.tsx';
import { factLink } from '../../../ui/lists/facts.tsx';
import { Card, EmptyPanel, LoadingBlocks } from '../../../ui/lists/panels.tsx';
import { QueryState } from '../../../ui/lists/query-state.tsx';
import {
  columns,
  lateText,
  orderAfter,
  orderIn,
  sortedReport,
  summaryOf,
  totalOf,
  type Counts,
  type ReportOrder,
} from './report.ts';

const cell = 'px-1.5 py-2.5 text-right whitespace-nowrap tabular-nums min-[1200px]:px-3';
// Stays where it is while the others scroll.
const nameCell = 'sticky left-0 max-wide:border-r max-wide:border-line-soft';

const Head = (props: {
  readonly title: string;
  readonly long: string;
  readonly column: ReportOrder['by'];
  readonly order: ReportOrder;
  readonly className: string;
  readonly onSort: (column: ReportOrder['by']) => void;
}) => {
  const { title, long, column, order, className, onSort } = props;
  const isSorted = order.by === column;
  const Arrow = order.descending ? ArrowDown : ArrowUp;
  return (
    <th
      scope="col"
      aria-sort={isSorted ? (order.descending ? 'descending' : 'ascending') : undefined}
      className={cn('font-medium', className)}
    >
      <button
        type="button"
        title={long}
        onClick={() => onSort(column)}
        className={cn(
          'inline-flex min-h-9 items-center gap-1 rounded-chip [text-align:inherit] hover:text-ink',
          isSorted && 'font-strong text-ink',
        )}
      >
        {title}
        {long !== title && <span className="sr-only">: {long}</span>}
        {isSorted && <Arrow aria-hidden className="size-3" strokeWidth={2} />}
      </button>
    </th>
  );
};

const Cells = ({ counts }: { readonly counts: Counts }) =>
  columns.map(({ key }) => (
    <td key={key} className={cn(cell, counts[key] === 0 ? 'text-ink-3' : key === 'absent' && 'font-strong text-warn')}>
      {key === 'begunLate' ? lateText(counts) : counts[key]}
    </td>
  ));

const Table = (props: {
  readonly rows: readonly AttendanceReportRow[];
  readonly order: ReportOrder;
  readonly onSort: (column: ReportOrder['by']) => void;
}) => {
  const { rows, order, onSort } = props;
  return (
    <Card className="overflow-x-auto max-desk:hidden">
      <table className="w-full text-left">
        <caption className="sr-only">What became of each student’s lessons</caption>
        <thead className="border-b border-line text-small text-ink-2">
          <tr>
            <Head
              title="Student"
              long="Student"
              column="name"
              order={order}
              className={cn(nameCell, 'bg-card pr-3 pl-4')}
              onSort={onSort}
            />
            {columns.map(({ key, title, long }) => (
              <Head
                key={key}
                title={title}
                long={long}
                column={key}
                order={order}
                className="px-1.5 text-right min-[1200px]:px-3 min-[1200px]:whitespace-nowrap"
                onSort={onSort}
              />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.studentId} className="border-b border-line-soft">
              <th scope="row" className={cn(nameCell, 'max-w-64 bg-card py-2.5 pr-3 pl-4 font-strong break-words')}>
                <Link to={studentPath(row.studentId)} className={factLink}>
                  {row.name}
                </Link>
              </th>
              <Cells counts={row} />
            </tr>
          ))}
        </tbody>
        <tfoot className="bg-sunken font-strong">
          <tr>
            <th scope="row" className={cn(nameCell, 'bg-sunken py-2.5 pr-3 pl-4')}>
              Together
            </th>
            <Cells counts={totalOf(rows)} />
          </tr>
        </tfoot>
      </table>
    </Card>
  );
};

const List = (props: {
  readonly rows: readonly AttendanceReportRow[];
  readonly order: ReportOrder;
  readonly onSort: (column: ReportOrder['by']) => void;
}) => {
  const { rows, order, onSort } = props;
  return (
    <div className="desk:hidden">
      <SelectOnDemand
        label="Sort by"
        className="mb-3 w-full"
        value={order.by}
        options={[
          { value: 'name', label: 'Student' },
          ...columns.map(({ key, long }) => ({ value: key, label: long })),
        ]}
        onChange={(value) => {
          const by = columns.find(({ key }) => key === value)?.key ?? 'name';
          if (by !== order.by) onSort(by);
        }}
      />
      <Card>
        <ul aria-label="Attendance of each student">
          {rows.map((row) => (
            <li key={row.studentId} className="border-b border-line px-3.5 py-3 last:border-b-0">
              <Link to={studentPath(row.studentId)} className={cn('font-strong break-words', factLink)}>
                {row.name}
              </Link>
              <p className="text-ink-2">{summaryOf(row)}</p>
            </li>
          ))}
        </ul>
        <p className="rounded-b-card bg-sunken px-3.5 py-3">
          <b className="font-strong">Together</b> {summaryOf(totalOf(rows))}
        </p>
      </Card>
    </div>
  );
};

/** What became of the lessons of a period, a line per student. */
export const AttendancePanel = ({ teacherId }: { readonly teacherId: string | null }) => {
  const [params, changeParams] = useAddressParams();
  const period = usePeriod(400);
  const { from, to, problem } = period;
  const order = orderIn(params.get('order'));
  const query = { from, to, ...(teacherId !== null && { teacherId }) };
  const report = useQuery({
    ...read('GET /api/attendance/report', { query }),
    // Lessons begin: every visit asks again.
    staleTime: 0,
    placeholderData: keepPreviousData,
    enabled: period.isKnown,
  });
  const sort = (column: ReportOrder['by']): void =>
    changeParams(
      (next) => {
        const by = orderAfter(order, column);
        if (by === null) next.delete('order');
        else next.set('order', by);
      },
      { replace: true },
    );
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <PeriodChoice period={period} />
        <DownloadCsvButton
          what="attendance"
          period={{ from, to }}
          className="ml-auto max-desk:ml-0 max-desk:w-full"
          disabled={problem !== undefined || report.data?.length === 0}
          file={() => fetchFile('GET /api/attendance.csv', { query })}
        />
      </div>
      <PeriodProblem period={period} />
      <QueryState
        query={report}
        failed="The report did not load."
        waiting={<LoadingBlocks label="Loading the attendance" blocks={['h-64']} />}
      >
        {(rows) =>
          rows.length === 0 ? (
            <EmptyPanel title="No lessons in this period">
              Choose another period. Who was there is recorded in the days of the schedule.
            </EmptyPanel>
          ) : (
            <div className={cn((report.isPlaceholderData || problem !== undefined) && 'opacity-50')}>
              <Table rows={sortedReport(rows, order)} order={order} onSort={sort} />
              <List rows={sortedReport(rows, order)} order={order} onSort={sort} />
              <p className="mt-2 px-4 text-small text-ink-2 max-desk:px-3.5">
                Lessons that have begun and are not recorded count as taught. Closed dates are no lessons.
              </p>
            </div>
          )
        }
      </QueryState>
    </>
  );
};
