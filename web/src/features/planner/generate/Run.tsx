import { formatDuration } from '@rondo/contracts/calendar/times.ts';
import { lazy, Suspense, useEffect, useState } from 'react';
import type { UnderWay, Run } from '../commands.ts';
import { Check } from 'lucide-react';
import { Button } from '../../../ui/button.tsx';
import { Figure } from '../../../ui/figures/figure.tsx';
import { FocusedHeading } from '../../../ui/focused-heading.tsx';
import { durationParts } from '../../../calendar/figures.tsx';
import { cn } from '../../../ui/cn.ts';
import { proofSoFar } from '../model/proof.ts';

// With the review, which is opened next and draws the week in the same way.
const RunWeek = lazy(() => import('../review/ReviewDialog.tsx').then((review) => ({ default: review.RunWeek })));

const tips = [
  'Placing the most students comes first, then preferred times, then the least driving.',
  'The report shows how many minutes of driving a week each student adds.',
  'Manual lessons stay where they are. The day is planned around them.',
  'For each student who could not be placed, the report gives the reason and the smallest change that would help.',
  'Nothing changes for families until you accept the plan.',
  'More availability makes a better week: one more free hour can save a long drive.',
] as const;

/** How long each tip is shown, in milliseconds. */
const tipTime = 5000;

type ProgressUpdate = NonNullable<UnderWay['progress']>;

const phases: Readonly<Record<ProgressUpdate['phase'], string>> = {
  searching: 'Looking for a better week',
  proving: 'Proving that no week is better',
  finishing: 'Preparing the report',
};

const BestSoFar = ({ progress }: { readonly progress: ProgressUpdate }) => (
  <div className="grid gap-2">
    <div className="flex flex-wrap items-baseline gap-x-8 gap-y-1">
      <Figure
        parts={[{ number: `${progress.scheduled}`, unit: `of ${progress.selected}` }]}
        word={`placed, at most ${progress.bound} fit`}
      />
      {progress.driveMinutes !== null && (
        <span className="text-ink-2">{formatDuration(progress.driveMinutes)} driving a week</span>
      )}
    </div>
    <p className="text-ink-3">{phases[progress.phase]}</p>
    <p className="min-h-6 text-ink-3">{proofSoFar(progress.provenGoals)}</p>
  </div>
);

/** A run under way: its best week so far, and tips until there is one. */
export const RunProgress = (props: {
  readonly teacher: string;
  readonly students: number;
  readonly underWay: UnderWay;
}) => {
  const { teacher, students, underWay } = props;
  const { progress } = underWay;
  const isDrawn = Object.keys(underWay.weeks).length > 0;
  const [tip, setTip] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setTip((current) => (current + 1) % tips.length), tipTime);
    return () => clearInterval(timer);
  }, []);
  return (
    <div
      className={cn('grid h-full min-h-72 p-6 max-desk:p-4', isDrawn ? 'content-start gap-6' : 'place-items-center')}
    >
      <div className={cn('grid w-full gap-4', !isDrawn && 'max-w-md')}>
        <div>
          <FocusedHeading>Generating the schedule</FocusedHeading>
          <p className="mt-1 text-ink-2">
            {students} {students === 1 ? 'student' : 'students'} of {teacher}
          </p>
        </div>
        <progress
          aria-label="Time used"
          // Without `appearance-none` the browser draws its own bar.
          className="h-1.5 w-full appearance-none overflow-hidden rounded-full bg-line [&::-moz-progress-bar]:bg-accent-fill indeterminate:[&::-moz-progress-bar]:bg-line [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-accent-fill"
          {...(progress ? { value: progress.share } : {})}
        />
        {progress && <BestSoFar progress={progress} />}
        {isDrawn ? (
          <p className="text-ink-2">The best week so far. Nothing is saved before the end.</p>
        ) : (
          <p aria-live="off" className="min-h-12 text-lead text-ink-2">
            {tips[tip]}
          </p>
        )}
      </div>
      {isDrawn && (
        <Suspense>
          <RunWeek weeks={underWay.weeks} progress={progress} />
        </Suspense>
      )}
    </div>
  );
};

export const RunComplete = ({ run }: { readonly run: Run }) => {
  if (run.reports.length === 0) return null;
  const sum = (key: 'totalStudents' | 'totalStudentsScheduled' | 'totalDriveTime'): number =>
    run.reports.reduce((total, { optimizationStats }) => total + optimizationStats[key], 0);
  return (
    <div className="grid h-full min-h-72 place-items-center p-6">
      <div className="grid gap-5">
        <FocusedHeading className="flex items-center gap-2">
          <Check aria-hidden className="size-5 text-ok" strokeWidth={2} />
          Schedule Complete!
        </FocusedHeading>
        <div className="flex flex-wrap gap-x-8 gap-y-2">
          <Figure
            parts={[{ number: `${sum('totalStudentsScheduled')}`, unit: `of ${sum('totalStudents')}` }]}
            word="students placed"
          />
          <Figure parts={durationParts(sum('totalDriveTime'))} word="driving a week" />
        </div>
        {run.failed.map(({ teacherId, detail }) => (
          <p key={teacherId}>{detail}</p>
        ))}
        {run.earlyMoves.length > 0 && (
          <div>
            <p className="font-strong">In the next 7 days</p>
            <ul className="text-ink-2">
              {run.earlyMoves.map(({ text }) => (
                <li key={text}>{text}</li>
              ))}
            </ul>
          </div>
        )}
        <p className="text-ink-2">
          The plan is shown as pending in the calendar. Families keep their current times until you accept it.
        </p>
      </div>
    </div>
  );
};

export const RunButtons = (props: {
  readonly underWay: UnderWay;
  readonly onCancel: () => void;
  readonly onKeepBest: () => void;
}) => (
  <>
    <Button onClick={props.onCancel}>Cancel</Button>
    <Button
      kind="primary"
      loading={props.underWay.stopping}
      disabled={props.underWay.progress === null}
      onClick={props.onKeepBest}
    >
      Stop and keep the best
    </Button>
  </>
);

export const ReviewButton = ({
  run,
  onReview,
}: {
  readonly run: Run;
  readonly onReview: (reportId: string) => void;
}) => {
  const [first] = run.reports;
  return (
    <Button kind="primary" disabled={!first} onClick={() => first && onReview(first.reportId)}>
      View Schedule &amp; Report
    </Button>
  );
};
