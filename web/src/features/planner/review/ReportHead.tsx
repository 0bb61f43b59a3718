import type { ReportContent } from '@rondo/contracts/events/schedule/report-content.ts';
import { formatDuration } from '@rondo/contracts/calendar/times.ts';
import {
  Clock,
  BadgeCheck,
  CalendarClock,
  CloudOff,
  House,
  MapPinOff,
  TriangleAlert,
  UserRound,
  type LucideIcon,
} from 'lucide-react';
import { counted } from '../../../lib/texts.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Figure } from '../../../ui/figures/figure.tsx';
import { boundSentence, proofBadge, proofSentence, stoppedSentence } from '../model/proof.ts';
import { durationParts } from '../../../calendar/figures.tsx';
import type { Report } from '@rondo/contracts/api/planner.ts';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { cn } from '../../../ui/cn.ts';

type Stats = ReportContent['optimizationStats'];

const comparedTo = (now: number, before: number): string[] => {
  if (before === 0) return [];
  if (now === before) return ['The same as now.'];
  return [`${formatDuration(Math.abs(now - before))} ${now < before ? 'less' : 'more'} than now.`];
};

type Decision = ReportContent['schedulingDecisions'][number];

/** The driving compared with the current schedule, and the student who adds the most. */
export const drivingSentence = (
  { totalDriveTime, driveTimeBefore }: Stats,
  decisions: readonly Pick<Decision, 'studentName' | 'marginalDrive'>[],
): string => {
  const most = decisions.toSorted((a, b) => b.marginalDrive - a.marginalDrive)[0];
  return [
    ...comparedTo(totalDriveTime, driveTimeBefore),
    ...(most && most.marginalDrive > 0
      ? [`Reaching ${most.studentName} adds the most: ${formatDuration(most.marginalDrive)} a week.`]
      : []),
  ].join(' ');
};

/** "21 students: 25 min less", for one, two and three students fewer. */
const tradeOffText = ({ students, saved }: ReportContent['tradeOffs'][number]): string =>
  `${students} ${students === 1 ? 'student' : 'students'}: ${formatDuration(saved)} less`;

/** What the last students cost, if leaving some out would save driving. */
const TradeOffs = ({ list }: { readonly list: ReportContent['tradeOffs'] }) => (
  <p className="col-span-full text-ink-2">
    <span className="font-strong text-ink">Fewer students, less driving:</span> {list.map(tradeOffText).join(' · ')}
  </p>
);

export const ReportHero = ({
  stats,
  decisions,
  tradeOffs,
  isApproximate,
}: {
  readonly stats: Stats;
  readonly decisions: ReportContent['schedulingDecisions'];
  readonly tradeOffs: ReportContent['tradeOffs'];
  readonly isApproximate: boolean;
}) => {
  const badge = proofBadge(stats.provenGoals);
  return (
    <div className="grid grid-cols-[auto_auto_auto] gap-x-14 gap-y-4 border-b border-line py-6 max-wide:grid-cols-1 max-desk:py-4">
      <div>
        <div className="flex flex-wrap items-center gap-x-3">
          <Figure
            parts={[{ number: `${stats.totalStudentsScheduled}`, unit: `of ${stats.totalStudents}` }]}
            word="students placed"
          />
          {badge !== null && (
            <Badge tone={stats.proven ? 'ok' : 'plain'} icon={BadgeCheck}>
              {badge}
            </Badge>
          )}
        </div>
        <p className="mt-1 text-ink-2">{boundSentence(stats)}</p>
        {!stats.proven && (
          <p className="mt-1 max-w-[44ch] text-small text-ink-3">
            {[stoppedSentence(stats), proofSentence(stats.provenGoals)].filter(Boolean).join(' ')}
          </p>
        )}
      </div>
      <div>
        <div className="flex items-baseline gap-2">
          {isApproximate && <span className="text-ink-2">about</span>}{' '}
          <Figure parts={durationParts(stats.totalDriveTime)} word="driving a week" />
        </div>
        <p className="mt-1 text-ink-2">{drivingSentence(stats, decisions)}</p>
      </div>
      <ul className="content-center justify-self-end max-wide:justify-self-start">
        {stats.preferredPossible > 0 && (
          <li className="grid grid-cols-[5rem_auto] gap-x-2.5">
            <span className="text-right font-strong tabular-nums max-wide:text-left">
              {stats.preferredSlots} of {stats.preferredPossible}
            </span>{' '}
            <span className="text-ink-2">preferred slots</span>
          </li>
        )}
        <li className="grid grid-cols-[5rem_auto] gap-x-2.5">
          <span className="text-right font-strong tabular-nums max-wide:text-left">
            {formatDuration(stats.idleMinutes)}
          </span>{' '}
          <span className="text-ink-2 wide:whitespace-nowrap">waiting between lessons</span>
        </li>
      </ul>
      {tradeOffs.length > 0 && <TradeOffs list={tradeOffs} />}
    </div>
  );
};

type Note = { readonly icon: LucideIcon; readonly bad?: boolean; readonly text: string };

const shownClashes = 3;

const startsSentence = (minutes: number, more: number): string =>
  more === 0
    ? `Lessons start every ${minutes} minutes. Starts every 5 minutes would place no more students.`
    : `Lessons start every ${minutes} minutes. Starts every 5 minutes would place ${counted(more, 'more student')}.`;

const notesOf = (report: Report): Note[] => [
  ...report.conflicts.map((text) => ({ icon: TriangleAlert, bad: true, text })),
  ...report.elsewhere.map(({ studentName, teacherName }) => ({
    icon: UserRound,
    text: `${studentName} has a lesson with ${teacherName}, which ends when you accept.`,
  })),
  ...(report.unlocated.length > 0
    ? [
        {
          icon: MapPinOff,
          text: `The address of ${report.unlocated.join(', ')} could not be located: each drive there counts as 15 minutes.`,
        },
      ]
    : []),
  ...(report.startGrid?.moreAtFive == null
    ? []
    : [{ icon: Clock, text: startsSentence(report.startGrid.minutes, report.startGrid.moreAtFive) }]),
  ...(report.driveNotice === null ? [] : [{ icon: CloudOff, text: report.driveNotice }]),
  ...(report.homeKnown
    ? []
    : [
        {
          icon: House,
          text: `There is no home address for ${report.teacherName}: drives to and from home are not counted.`,
        },
      ]),
];

/** What affects the plan, before its sections. */
export const ReportNotes = ({ report }: { readonly report: Report }) => {
  const [all, setAll] = useState(false);
  const clashes = report.clashes.map(({ detail }) => ({ icon: CalendarClock, text: detail }));
  const notes: Note[] = [...notesOf(report), ...(all ? clashes : clashes.slice(0, shownClashes))];
  if (notes.length === 0) return null;
  return (
    <div className="border-b border-line py-4">
      <ul aria-label="Things to check" className="grid gap-1.5">
        {notes.map(({ icon: Icon, bad = false, text }) => (
          <li key={text} className="flex gap-2.5">
            <Icon
              aria-hidden
              className={cn('mt-0.5 size-4 shrink-0', bad ? 'text-bad' : 'text-ink-3')}
              strokeWidth={1.75}
            />
            <span className="text-ink-2">{text}</span>
          </li>
        ))}
      </ul>
      {!all && clashes.length > shownClashes && (
        <Button size="small" className="mt-2" onClick={() => setAll(true)}>
          Show all {clashes.length} overlaps
        </Button>
      )}
    </div>
  );
};
