import type { ReportItem } from '@rondo/contracts/api/planner.ts';
import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { formatDuration } from '@rondo/contracts/calendar/times.ts';
import { longDate } from '@rondo/contracts/calendar/words.ts';
import { useQuery } from '@tanstack/react-query';
import { Hourglass } from 'lucide-react';
import { Button } from '../../../ui/button.tsx';
import { Figure } from '../../../ui/figures/figure.tsx';
import { reportQuery } from '../queries.ts';

export const dueText = (startsOn: IsoDate, today: IsoDate): string =>
  startsOn < today
    ? `Started on ${longDate(startsOn)}: decide now`
    : startsOn === today
      ? `Decide today: it starts on ${longDate(startsOn)}`
      : `Decide before ${longDate(startsOn)}`;

export const WaitingPlan = (props: {
  readonly item: ReportItem;
  readonly today: IsoDate;
  readonly onReview: () => void;
}) => {
  const { item, today, onReview } = props;
  const { data } = useQuery(reportQuery(item.id));
  const report = data?.reportData[item.teacherId];
  const total = report?.optimizationStats.totalStudents;
  const driving = `${formatDuration(item.totalDriveTime)} driving a week`;
  return (
    <section
      aria-label={report ? `Pending plan of ${report.teacherName}` : 'Pending plan'}
      className="flex items-center gap-6 rounded-card border border-dashed border-[color-mix(in_oklab,var(--color-accent)_60%,var(--color-card))] bg-card p-6 max-desk:flex-wrap max-desk:gap-4 max-desk:p-4"
    >
      <div className="min-w-0 grow">
        <h2 className="mb-1 flex items-center gap-2 font-strong">
          <Hourglass aria-hidden className="size-4 shrink-0 text-accent" strokeWidth={1.75} />A plan is waiting for your
          decision
        </h2>
        <Figure
          parts={[{ number: `${item.lessonsCount}`, ...(total === undefined ? {} : { unit: `of ${total}` }) }]}
          word={`placed, ${driving}`}
          className="max-desk:flex-wrap"
        />
        <p className="mt-1 text-ink-2">
          {report ? `${report.teacherName}. ` : ''}
          {dueText(item.startsOn, today)}
        </p>
      </div>
      <Button onClick={onReview} className="max-desk:w-full">
        Review
      </Button>
    </section>
  );
};
