import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { ErrorPanel } from '../../../ui/lists/panels.tsx';
import type { UnderWay } from '../commands.ts';
import { CurveView } from './CurveView.tsx';
import type { FamiliesThatMove } from './use-moves.ts';

const [leastWorth, mostWorth] = [5, 120];

/** A click has opened the field. */
const intoFocus = (input: HTMLInputElement | null): void => input?.focus();

/** What a call to a family is worth, in minutes of driving a week: a click opens the field. */
const CallWorth = (props: { readonly value: number; readonly onChange: (minutes: number) => void }) => {
  const [typed, setTyped] = useState<string | null>(null);
  const keep = (): void => {
    const minutes = Number(typed);
    if (Number.isInteger(minutes) && minutes >= leastWorth && minutes <= mostWorth) props.onChange(minutes);
    setTyped(null);
  };
  return (
    <span className="flex flex-wrap items-center gap-x-1">
      A call is worth{' '}
      {typed === null ? (
        <button
          type="button"
          aria-label={`${props.value} min. Change what a call is worth`}
          onClick={() => setTyped(String(props.value))}
          className="inline-flex min-h-6 items-center font-control text-accent tabular-nums underline-offset-2 hover:underline max-desk:min-h-11"
        >
          {props.value} min
        </button>
      ) : (
        <input
          type="number"
          ref={intoFocus}
          aria-label={`Minutes that a call is worth, ${leastWorth} to ${mostWorth}`}
          min={leastWorth}
          max={mostWorth}
          step={5}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          onBlur={keep}
          onKeyDown={({ key }) => {
            if (key === 'Enter') keep();
          }}
          className="h-7 w-16 rounded-control border border-control bg-card px-2 text-ink tabular-nums max-desk:h-11"
        />
      )}{' '}
      of driving a week
    </span>
  );
};

/** The curve while it is worked out: how far it is, and how to end it. */
const Working = ({ underWay, onStop }: { readonly underWay: UnderWay; readonly onStop: () => void }) => (
  <div className="grid max-w-md content-start gap-4 py-4">
    <div>
      <p className="text-lead font-strong">Finding out what each call saves</p>
      <p className="mt-1 text-ink-2">One plan for each number of families, and a proof for each.</p>
    </div>
    <progress
      aria-label="Time used"
      className="h-1.5 w-full appearance-none overflow-hidden rounded-full bg-line [&::-moz-progress-bar]:bg-accent-fill indeterminate:[&::-moz-progress-bar]:bg-line [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-accent-fill"
      {...(underWay.progress ? { value: underWay.progress.share } : {})}
    />
    <Button className="w-fit" loading={underWay.stopping} disabled={underWay.runId === null} onClick={onStop}>
      Stop and show the best
    </Button>
  </div>
);

/** What each number of families saves, with its proof, and whom to call. */
export default function MovesPane({ moves }: { readonly moves: FamiliesThatMove }) {
  const { curve, error, most, callWorth } = moves;
  if (error) return <ErrorPanel message={error.message} onRetry={moves.retry} />;
  if (!curve) return <Working underWay={moves.underWay} onStop={moves.keepBest} />;
  return (
    <CurveView
      curve={curve}
      most={most}
      callWorth={callWorth}
      onChoose={moves.chooseMost}
      aside={<CallWorth value={callWorth} onChange={moves.setCallWorth} />}
    />
  );
}
