import type { Student } from '@rondo/contracts/api/students.ts';
import { useId, useState, type SubmitEvent } from 'react';
import { currencySign, rateProblem } from '@rondo/contracts/money/money.ts';
import { useCurrency } from '../../../api/settings.ts';
import { Button } from '../../../ui/button.tsx';
import { cn } from '../../../ui/cn.ts';
import { inputClasses } from '../../../ui/fields/field.tsx';
import { nameOf } from '../../students/roster.ts';
import { typedRate } from '../../students/student-values.ts';
import { useSetRate } from '../commands.ts';

const labels = { perLessonRate: 'Rate per lesson', monthlyRate: 'Monthly rate' } as const;

/** Sets a missing rate in place; the preview follows. */
export const SetRate = (props: { readonly student: Student; readonly rate: keyof typeof labels }) => {
  const { student, rate } = props;
  const id = useId();
  const [text, setText] = useState('');
  const [error, setError] = useState<string | null>(null);
  const save = useSetRate(setError);
  const currency = useCurrency();
  const sign = currencySign(currency);
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const typed = typedRate.safeParse(text);
    const amount = typed.data;
    if (typeof amount !== 'number') {
      setError(typed.error?.issues[0]?.message ?? 'Please enter a rate.');
      return;
    }
    const problem = rateProblem(amount, currency);
    if (problem !== null) {
      setError(problem);
      return;
    }
    void save.send({ student, [rate]: amount });
  };
  return (
    <form noValidate onSubmit={submit} className="grid gap-1 py-1">
      <div className="flex items-center gap-2">
        <span className="relative block w-24">
          <span aria-hidden className="absolute inset-y-0 left-2.5 grid place-items-center text-ink-3">
            {sign}
          </span>
          <input
            aria-label={`${labels[rate]} of ${nameOf(student)}`}
            aria-invalid={error !== null}
            aria-describedby={error === null ? undefined : id}
            inputMode="decimal"
            autoComplete="off"
            value={text}
            onChange={({ target }) => {
              setText(target.value);
              setError(null);
            }}
            className={inputClasses(
              error !== null,
              cn('h-8! pr-1! max-desk:h-11!', sign.length > 1 ? 'pl-11!' : 'pl-6!'),
            )}
          />
        </span>
        <Button type="submit" size="small" loading={save.isPending}>
          Set rate
        </Button>
      </div>
      {error !== null && (
        <p id={id} role="alert" className="text-small text-bad">
          {error}
        </p>
      )}
    </form>
  );
};
