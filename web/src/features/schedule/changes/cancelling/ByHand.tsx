import type { CancellationAnswer } from '@rondo/contracts/api/studio/cancellations.ts';
import { charge } from '@rondo/contracts/policy/charge.ts';
import type { RecordedOutcome } from '@rondo/contracts/policy/policy.ts';
import { outcomeText } from '@rondo/contracts/policy/words.ts';
import { useEffect, useRef } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { Segments } from '../../../../ui/fields/choice.tsx';
import { TextField } from '../../../../ui/fields/field.tsx';

/** An outcome that is chosen instead of the policy's, as it is typed. */
export type Chosen = { readonly comes: 'part' | 'owed'; readonly percent: string; readonly reason: string };

export const noneChosen: Chosen = { comes: 'part', percent: '0', reason: '' };

export const shareProblem = ({ comes, percent }: Chosen): string | undefined =>
  comes === 'owed' || (/^\d{1,3}$/.test(percent.trim()) && Number(percent) <= 100)
    ? undefined
    : 'The share must be a whole number from 0 to 100.';

/** What the call takes. */
export const chosenOutcome = ({ comes, percent }: Chosen) =>
  comes === 'owed' ? { owed: true as const } : { charge: Number(percent) };

/** What is recorded of it, as the dialog shows it. */
export const recordedOf = ({ owedUntil }: CancellationAnswer, { comes, percent }: Chosen): RecordedOutcome =>
  comes === 'owed' ? { owed: true, until: owedUntil } : { charge: Number(percent) };

/** What it comes to, in money and in words. */
export const chosenResult = (answer: CancellationAnswer, chosen: Chosen, by: 'family' | 'teacher') => {
  const { currency, monthly, billedOn, rate } = answer;
  const outcome = recordedOf(answer, chosen);
  const rateCents = Math.round(rate * 100);
  const chargedCents = charge({ is: 'cancelled', by, outcome, lapsed: false }, rateCents, currency);
  return {
    charge: chargedCents / 100,
    text: outcomeText(outcome, { rateCents, chargedCents, currency, isBilled: billedOn !== null, isMonthly: monthly }),
  };
};

const kinds = [
  { value: 'part', label: 'A share' },
  { value: 'owed', label: 'A lesson owed' },
] as const;

/** An outcome by hand: a share of the price or a lesson that is owed, and why. */
export const ByHand = (props: {
  readonly chosen: Chosen;
  /** It was to be sent: say what is missing. */
  readonly isAsked: boolean;
  readonly onChange: (chosen: Chosen) => void;
  readonly onBack: () => void;
}) => {
  const { chosen, isAsked, onChange, onBack } = props;
  const reason = useRef<HTMLInputElement>(null);
  useEffect(() => reason.current?.focus(), []);
  const missing = isAsked && chosen.reason.trim() === '' ? 'Please say why.' : undefined;
  return (
    <div className="flex flex-col gap-3 border-t border-line bg-card p-4 text-ink max-desk:p-3.5">
      <div className="grid items-start gap-3 desk:grid-cols-[minmax(0,1fr)_112px]">
        <Segments
          label="What it comes to"
          value={chosen.comes}
          options={kinds}
          onChange={(comes) => onChange({ ...chosen, comes })}
        />
        {chosen.comes === 'part' && (
          <TextField
            label="Percent"
            inputMode="numeric"
            autoComplete="off"
            maxLength={3}
            value={chosen.percent}
            error={shareProblem(chosen)}
            className="max-w-28"
            onChange={({ target }) => onChange({ ...chosen, percent: target.value })}
          />
        )}
      </div>
      <TextField
        label="Reason"
        ref={reason}
        autoComplete="off"
        maxLength={200}
        value={chosen.reason}
        error={missing}
        onChange={({ target }) => onChange({ ...chosen, reason: target.value })}
      />
      <Button kind="quiet" size="small" className="-ml-2.5 self-start" onClick={onBack}>
        As the policy says
      </Button>
    </div>
  );
};
