import type { CancellationAnswer } from '@rondo/contracts/api/studio/cancellations.ts';
import { shortDate } from '@rondo/contracts/calendar/words.ts';
import type { ReactNode } from 'react';
import { dayAndTime, usePlace } from '../../../../calendar/moments/moment-text.ts';
import { Button } from '../../../../ui/button.tsx';
import { cn } from '../../../../ui/cn.ts';
import { MoneyFigure } from '../../../../ui/figures/money-figure.tsx';
import { ByHand, chosenResult, noneChosen, shareProblem, type Chosen } from './ByHand.tsx';
import { billedText, deadlineHint, noticeText, stepsOf, type Step } from './outcome-words.ts';

export type Who = 'family' | 'teacher';

/** More steps than these have no room side by side. */
const mostColumns = 4;

const Steps = ({ steps }: { readonly steps: readonly Step[] }) => {
  const isWide = steps.length <= mostColumns;
  return (
    <ol
      aria-label="What is agreed"
      className={cn(
        'grid divide-line border-t border-line bg-sunken',
        isWide ? 'max-desk:divide-y desk:auto-cols-fr desk:grid-flow-col desk:divide-x' : 'divide-y',
      )}
    >
      {steps.map(({ name, comesTo, isMet }) => (
        <li
          key={name}
          aria-current={isMet || undefined}
          className={cn(
            'flex justify-between gap-x-3 px-5 py-2.5 max-desk:px-3.5',
            isWide && 'desk:flex-col desk:justify-start desk:px-4',
            isMet ? 'bg-accent-tint text-ink' : 'text-ink-2',
          )}
        >
          <span className={cn(isMet ? 'font-strong' : 'font-control')}>{name}</span>
          <span>{comesTo}</span>
        </li>
      ))}
    </ol>
  );
};

/** What cancelling comes to: the amount, the policy's deadlines, and another outcome by hand. */
export const CancellationOutcome = (props: {
  readonly answer: CancellationAnswer;
  readonly who: Who;
  /** New numbers are on their way. */
  readonly isOld: boolean;
  /** The sentence of a refusal: the outcome has changed. */
  readonly changed: string | null;
  readonly chosen: Chosen | null;
  readonly isAsked: boolean;
  readonly onChoose: (chosen: Chosen | null) => void;
}) => {
  const { answer, who, isOld, changed, chosen, isAsked, onChoose } = props;
  const place = usePlace();
  const isTyped = chosen !== null && shareProblem(chosen) === undefined;
  const { charge, text } = isTyped ? chosenResult(answer, chosen, who) : answer[who];
  const isFamily = who === 'family';
  const hint: ReactNode = isFamily
    ? deadlineHint(answer, (instant) => dayAndTime(instant, place, shortDate))
    : 'The deadlines are the family’s.';
  return (
    <div className="overflow-clip rounded-card border border-line bg-card">
      <div
        aria-live="polite"
        className={cn(
          'flex min-h-22 items-center gap-5 px-5 py-3 max-desk:gap-4 max-desk:px-3.5 max-[359px]:flex-col max-[359px]:items-start max-[359px]:gap-1',
          (isOld || (chosen !== null && !isTyped)) && 'opacity-50',
        )}
      >
        <MoneyFigure amount={charge} currency={answer.currency} />
        <div className="min-w-0 text-pretty">
          <p className="font-strong text-ink">{text}</p>
          <p className="tabular-nums">
            {[isFamily ? noticeText(answer.noticeMinutes) : '', billedText(answer)].filter(Boolean).join(' ')}
          </p>
        </div>
      </div>
      {chosen ? (
        <ByHand chosen={chosen} isAsked={isAsked} onChange={onChoose} onBack={() => onChoose(null)} />
      ) : (
        <>
          <Steps steps={stepsOf(answer, isFamily)} />
          <div className="flex min-h-13 items-center gap-3 border-t border-line py-2 pr-2 pl-5 max-desk:pl-3.5">
            {changed === null ? (
              <p className={cn('min-w-0 grow text-pretty', isOld && 'opacity-50')}>{hint}</p>
            ) : (
              <p role="alert" className="min-w-0 grow font-control text-pretty text-warn">
                {changed}
              </p>
            )}
            <Button kind="quiet" className="shrink-0" onClick={() => onChoose(noneChosen)}>
              Choose otherwise
            </Button>
          </div>
        </>
      )}
    </div>
  );
};
