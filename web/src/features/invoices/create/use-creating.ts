import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { useState } from 'react';
import { monthAround, type Period } from '../model/period.ts';

export type Step = 'students' | 'dates';

type Choices = {
  readonly step: Step;
  readonly ids: ReadonlySet<string>;
  readonly period: Period;
  /** Null until it is chosen: then it is on where there is something to refund. */
  readonly withRefunds: boolean | null;
};

const fresh = (today: IsoDate): Choices => ({
  step: 'students',
  ids: new Set(),
  period: monthAround(today),
  withRefunds: null,
});

/** What a person has chosen for new invoices so far. */
export const useCreating = (today: IsoDate) => {
  const [choices, setChoices] = useState(() => fresh(today));
  return {
    ...choices,
    change: (change: Partial<Choices>): void => setChoices((now) => ({ ...now, ...change })),
    reset: (): void => setChoices(fresh(today)),
  };
};
export type Creating = ReturnType<typeof useCreating>;
