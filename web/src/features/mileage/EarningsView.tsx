import type { Earnings } from '@rondo/contracts/api/road/earnings.ts';
import { dateRange } from '@rondo/contracts/calendar/words.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { fetchFile } from '../../api/files/download.ts';
import { read } from '../../api/queries.ts';
import { durationParts } from '../../calendar/figures.tsx';
import { PeriodChoice, PeriodProblem } from '../../calendar/periods/PeriodChoice.tsx';
import { usePeriod } from '../../calendar/periods/use-period.ts';
import { useSearchParam } from '../../lib/page/search-param.ts';
import { counted } from '../../lib/texts.ts';
import { cn } from '../../ui/cn.ts';
import { DownloadCsvButton } from '../../ui/download-button.tsx';
import { Segments } from '../../ui/fields/choice.tsx';
import { Figure } from '../../ui/figures/figure.tsx';
import { MoneyFigure } from '../../ui/figures/money-figure.tsx';
import { EmptyPanel, LoadingBlocks } from '../../ui/lists/panels.tsx';
import { QueryState } from '../../ui/lists/query-state.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { shownAmount } from './earnings-texts.ts';
import { EarningsTable } from './EarningsTable.tsx';
import { TeacherChoice, useTeacher } from './TeacherChoice.tsx';
import { rateText } from './texts.ts';
import { ViewTools } from './ViewTools.tsx';

const longestPeriod = 366;

const Money = (props: { readonly amount: number; readonly currency: string; readonly word: string }) => (
  <p className="flex items-baseline gap-2 whitespace-nowrap">
    <MoneyFigure amount={shownAmount(props.amount, props.currency)} currency={props.currency} />{' '}
    <span className="text-ink-2">{props.word}</span>
  </p>
);

const Figures = ({ earnings: { figures, currency } }: { readonly earnings: Earnings }) => {
  const { income, drivingCost, teaching, driving, waiting, perHour } = figures;
  return (
    <>
      {perHour !== null && <Money amount={perHour} currency={currency} word="an hour" />}
      <Money amount={income} currency={currency} word="earned" />
      <Money amount={-drivingCost} currency={currency} word="driving cost" />
      <Figure parts={durationParts(Math.round(teaching + driving + waiting))} word="away" />
    </>
  );
};

const bys = [
  { value: 'students', label: 'Students' },
  { value: 'days', label: 'Days' },
] as const;

/** "34 lessons. Drives cost $0.725 a mile. A drive between two lessons belongs half to each; ..." */
const Notes = ({ earnings: { figures, rates, currency, notices } }: { readonly earnings: Earnings }) => {
  const [rate] = rates.length === 1 ? rates : [];
  return (
    <div className="mt-2 grid gap-1 px-4 text-small text-ink-2 max-desk:px-3.5">
      {notices.map((notice) => (
        <p key={notice} className="text-warn">
          {notice}
        </p>
      ))}
      <p>
        {counted(figures.lessons, 'lesson')}
        {rate && `, drives at ${rateText(rate.rate, currency, rate.unit)}`}. A drive between two lessons belongs half to
        each; the drives from and to home belong to the first and the last. Drives are those that were kept, where a
        night has passed.
      </p>
    </div>
  );
};

/** What a teacher earns from leaving home until coming back. */
export const EarningsView = () => {
  const { teacher, teachers, choose } = useTeacher();
  const period = usePeriod(longestPeriod);
  const [named, setBy] = useSearchParam('by');
  const by = named === 'days' ? 'days' : 'students';
  const { from, to, problem } = period;
  const query = { teacherId: teacher?.id ?? '', from, to };
  const loaded = useQuery({
    ...read('GET /api/earnings', { query }),
    placeholderData: keepPreviousData,
    enabled: Boolean(teacher) && period.isKnown,
  });
  const isOld = loaded.isPlaceholderData || problem !== undefined;
  return (
    <>
      <PageHead
        title="Drives and earnings"
        subtitle={
          <p className="text-ink-2">
            {teacher?.name}
            {teacher && `, ${dateRange(from, to)}`}
          </p>
        }
        figures={loaded.data && !isOld && <Figures earnings={loaded.data} />}
        figuresAtEnd
      />
      <ViewTools>
        <Segments
          hidden
          label="List"
          className="max-desk:w-full"
          value={by}
          options={bys}
          onChange={(value) => setBy(value === 'days' ? value : null)}
        />
        <span className="grow" />
        <PeriodChoice period={period} />
        <TeacherChoice teachers={teachers} teacher={teacher} onChoose={choose} />
        {teacher && (
          <DownloadCsvButton
            what="earnings"
            period={{ from, to }}
            className="max-desk:w-full"
            disabled={problem !== undefined}
            file={() => fetchFile('GET /api/earnings.csv', { query })}
          />
        )}
      </ViewTools>
      <PeriodProblem period={period} />
      {teacher === null ? (
        <EmptyPanel title="There is no teacher yet">Earnings belong to a teacher.</EmptyPanel>
      ) : (
        <QueryState
          query={loaded}
          failed="The earnings did not load."
          waiting={<LoadingBlocks label="Loading the earnings" blocks={['h-64']} />}
        >
          {(earnings) =>
            earnings.days.length === 0 ? (
              <EmptyPanel title="No lessons in this period">
                Choose another period. Earnings are those of the calendar and of invoices.
              </EmptyPanel>
            ) : (
              <div className={cn(isOld && 'opacity-50')}>
                <EarningsTable earnings={earnings} by={by} />
                <Notes earnings={earnings} />
              </div>
            )
          }
        </QueryState>
      )}
    </>
  );
};
