import { dateRange } from '@rondo/contracts/calendar/words.ts';
import { CircleAlert } from 'lucide-react';
import { inputClasses } from '../../ui/fields/field.tsx';
import { SelectOnDemand } from '../../ui/fields/select-on-demand.tsx';
import { otherDates } from './periods.ts';
import type { ChosenPeriod } from './use-period.ts';

/** Chooses the period of a report. */
export const PeriodChoice = ({ period }: { readonly period: ChosenPeriod }) => {
  const { key, from, to, problem, periods, typed, choose, type } = period;
  const day = (name: 'since' | 'until', label: string, value: string) => (
    <input
      type="date"
      aria-label={label}
      aria-invalid={problem !== undefined}
      value={value}
      onChange={({ currentTarget }) => type(name, currentTarget.value)}
      className={inputClasses(problem !== undefined, 'h-9! w-auto! min-w-0 max-desk:h-11! max-desk:grow')}
    />
  );
  return (
    <>
      <SelectOnDemand
        label="Period"
        className="max-desk:w-full"
        value={key}
        options={[
          ...periods.map((one) => ({ value: one.key, label: one.label, detail: dateRange(one.from, one.to) })),
          { value: otherDates, label: 'Other dates' },
        ]}
        onChange={choose}
      />
      {key === otherDates ? (
        <>
          {day('since', 'First day', typed.from)}
          {day('until', 'Last day', typed.to)}
        </>
      ) : (
        <p className="text-ink-2 tabular-nums max-desk:w-full">{dateRange(from, to)}</p>
      )}
    </>
  );
};

/** Why two dates are no period. */
export const PeriodProblem = ({ period: { problem } }: { readonly period: ChosenPeriod }) =>
  problem !== undefined && (
    <p role="alert" className="mb-3 flex gap-1 text-small text-bad">
      <CircleAlert aria-hidden className="mt-px size-3.5 shrink-0" strokeWidth={2} />
      {problem}
    </p>
  );
