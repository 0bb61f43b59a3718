import type { RecordedOutcome } from '@rondo/contracts/policy/policy.ts';
import { formatTimeRange } from '@rondo/contracts/calendar/times.ts';
import { longDate, shortDate } from '@rondo/contracts/calendar/words.ts';
import { isWeekly } from '@rondo/contracts/calendar/rows.ts';
import { useEffect, useState } from 'react';
import { command } from '../../../../api/client.ts';
import { Button } from '../../../../ui/button.tsx';
import { Segments } from '../../../../ui/fields/choice.tsx';
import { Dialog } from '../../../../ui/overlays/dialog.tsx';
import { optimisticCancel, type Target } from '../../../../calendar/days/optimistic.ts';
import { titleOf } from '../../../../calendar/days/entry.ts';
import { offerFreeTime } from '../../../../calendar/free-time.ts';
import { offerToTell } from '../../../../calendar/telling.ts';
import { usePlace } from '../../../../calendar/moments/moment-text.ts';
import { useNow } from '../../../../calendar/now.ts';
import { failureToast, useLessonCommand } from '../../../../calendar/entries/use-lesson-command.ts';
import type { Toast } from '../../../../ui/overlays/toast.tsx';
import { cn } from '../../../../ui/cn.ts';
import { chosenOutcome, recordedOf, shareProblem, type Chosen } from './ByHand.tsx';
import { CancellationOutcome, type Who } from './CancellationOutcome.tsx';
import { HeardChoice, HeardFields, instantOfHeard, type Heard } from './HeardAt.tsx';
import { useOutcome } from './queries.ts';

type Cancelling = Target & {
  readonly by?: Who;
  readonly noticeAt?: string;
  /** The outcome that is shown. */
  readonly expected?: RecordedOutcome;
  /** Chosen instead of the policy's. */
  readonly outcome?: ReturnType<typeof chosenOutcome>;
  readonly reason?: string;
};

const sendCancel = ({ row, on, ...notice }: Cancelling) =>
  command('POST /api/lessons/:id/cancel', {
    params: { id: row.lessonId },
    body: { ...notice, lessonDate: on, revision: row.revision },
  });

const outcomeChanged = /^The outcome has changed:/;

const failed = 'Failed to cancel lesson. Please try again.';

const people = [
  { value: 'family', label: 'The family' },
  { value: 'teacher', label: 'You' },
] as const;

/** How long the dialog waits for what the cancellation comes to, so that it opens as large as it stays. */
const mostWaiting = 400;

const useWaited = (): boolean => {
  const [waited, setWaited] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setWaited(true), mostWaiting);
    return () => clearTimeout(timer);
  }, []);
  return waited;
};

/** Confirms a cancellation, and asks whether to find another time for the lesson. */
export const CancelDialog = (props: {
  readonly target: Target;
  readonly onClose: () => void;
  /** Cancelled, and the user wants another time for this row. */
  readonly onReschedule: (lessonId: string) => void;
}) => {
  const { target, onClose, onReschedule } = props;
  const { row, on } = target;
  const isLesson = row.entryType === 'lesson' && row.studentId !== null;
  const now = useNow();
  const { timeZone } = usePlace();
  const [who, setWho] = useState<Who>('family');
  const [heard, setHeard] = useState<Heard>(null);
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [isAsked, setAsked] = useState(false);
  const [changed, setChanged] = useState<string | null>(null);
  const waited = useWaited();
  const noticeAt = heard ? instantOfHeard(heard, timeZone) : undefined;
  const outcome = useOutcome(target, noticeAt);
  const { answer } = outcome;
  const isPolicy = isLesson && answer !== undefined && answer.policyId !== null;
  const isHeard = heard !== null && who === 'family';
  const isReady = !isHeard || (noticeAt !== undefined && outcome.problem === undefined);
  const decided = answer?.[who].outcome ?? null;
  const cancelling: Cancelling = {
    ...target,
    ...(isLesson && { by: who }),
    ...(isHeard && noticeAt !== undefined && { noticeAt }),
    ...(chosen
      ? {
          outcome: chosenOutcome(chosen),
          reason: chosen.reason.trim(),
          ...(answer && { expected: recordedOf(answer, chosen) }),
        }
      : decided && { expected: decided }),
  };
  /** What is shown no longer holds: the new outcome takes its place. */
  const failedToCancel = (error: Error): Toast => {
    if (!outcomeChanged.test(error.message)) return failureToast(error, failed);
    setChanged(error.message);
    void outcome.refetch();
    return { title: 'The outcome has changed', description: 'Nothing is cancelled yet.', tone: 'neutral' };
  };
  const justCancel = useLessonCommand({
    run: sendCancel,
    optimistic: optimisticCancel,
    success: (_, { id: lessonId }) => ({
      title: 'Lesson Cancelled',
      description: `${titleOf(row)}, ${longDate(on)}`,
      also: [...offerToTell(row), ...offerFreeTime({ ...row, lessonId, status: 'cancelled' }, on, now)],
    }),
    failed: failedToCancel,
  });
  const andReschedule = useLessonCommand({
    run: sendCancel,
    optimistic: optimisticCancel,
    success: () => ({ title: 'Lesson Cancelled', description: 'It stays cancelled until you choose another time.' }),
    failed: failedToCancel,
  });
  const busy = justCancel.isPending || andReschedule.isPending;
  const isMissing = (): boolean => {
    setAsked(true);
    return chosen !== null && (chosen.reason.trim() === '' || shareProblem(chosen) !== undefined);
  };
  const cancelAndReschedule = async (): Promise<void> => {
    if (isMissing()) return;
    const done = await andReschedule.send(cancelling);
    if (done) onReschedule(done.answer.id);
    else if (decided === null) onClose();
  };
  const cancelAlone = async (): Promise<void> => {
    if (isMissing()) return;
    const sent = justCancel.send(cancelling);
    // While a policy is in force, what is shown may have changed since.
    if (decided === null || (await sent)) onClose();
  };
  const say = (next: Heard): void => {
    setHeard(next);
    setChanged(null);
  };
  if (isLesson && outcome.isFirst && !waited) return null;
  return (
    <Dialog
      open
      onClose={onClose}
      title="Cancel Lesson"
      subtitle={`${titleOf(row)}, ${shortDate(on)}, ${formatTimeRange(row.start, row.start + row.duration)}`}
      width={isPolicy ? 'form' : 'narrow'}
      footer={
        <>
          <Button onClick={onClose} data-autofocus className="desk:mr-auto">
            Keep Lesson
          </Button>
          <Button kind="danger" disabled={busy || !isReady} onClick={() => void cancelAlone()}>
            Just Cancel
          </Button>
          <Button
            kind="primary"
            disabled={!isReady}
            loading={andReschedule.isPending}
            onClick={() => void cancelAndReschedule()}
          >
            Cancel &amp; Reschedule
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4 text-ink-2">
        {isLesson && (
          <div className={cn('grid gap-3 text-ink', isPolicy && 'desk:grid-cols-2')}>
            <Segments label="Who cancels?" value={who} options={people} onChange={setWho} />
            {isPolicy && (
              <HeardChoice
                heard={heard}
                now={now}
                onChange={say}
                {...(who === 'teacher' && { className: 'max-desk:hidden desk:invisible' })}
              />
            )}
          </div>
        )}
        {isPolicy && isHeard && (
          <div className="text-ink">
            <HeardFields heard={heard} today={now.today} problem={outcome.problem} onChange={say} />
          </div>
        )}
        {isLesson && answer && isPolicy && (
          <CancellationOutcome
            answer={answer}
            who={who}
            isOld={outcome.isOld}
            changed={changed}
            chosen={chosen}
            isAsked={isAsked}
            onChoose={(next) => {
              setChosen(next);
              setAsked(false);
            }}
          />
        )}
        {isLesson && !isPolicy && (
          <p aria-live="polite" className={cn('min-h-5 font-strong text-ink', outcome.isOld && 'opacity-50')}>
            {answer?.[who].text}
          </p>
        )}
        <p>
          {isWeekly(row)
            ? 'Only this date is cancelled; the other weeks don’t change. You can restore it later.'
            : 'The cancelled lesson stays in the calendar. You can restore it later.'}
        </p>
      </div>
    </Dialog>
  );
};
