import type { OwedLesson } from '@rondo/contracts/api/studio/owed.ts';
import { ClockAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useCurrency } from '../../../api/settings.ts';
import { numberText } from '../../../lib/formats.ts';
import { MoneyFigure } from '../../../ui/figures/money-figure.tsx';
import { owedFigures, soon } from './owed.ts';

const Part = (props: { readonly figure: ReactNode; readonly word: ReactNode; readonly about: string }) => (
  <p className="whitespace-nowrap">
    <span className="block">{props.figure}</span>{' '}
    <span className="flex items-center gap-1.5">
      <span className="font-strong">{props.word}</span> <span className="text-ink-2">{props.about}</span>
    </span>
  </p>
);

/** How many lessons are owed, what is billed for them, and how many end soon. */
export const OwedHead = (props: { readonly lessons: readonly OwedLesson[]; readonly teacherId: string | null }) => {
  const currency = useCurrency();
  const {
    count,
    billed,
    soon: ending,
  } = owedFigures(props.lessons.filter(({ teacherId }) => props.teacherId === null || teacherId === props.teacherId));
  return (
    <div className="flex gap-x-10 gap-y-3 max-desk:w-full max-desk:flex-wrap max-desk:gap-x-4">
      <Part
        figure={<span className="text-figure font-figure">{numberText(count)}</span>}
        word="owed"
        about={count === 1 ? 'lesson' : 'lessons'}
      />
      <Part figure={<MoneyFigure amount={billed} currency={currency} />} word="billed" about="for them" />
      {ending > 0 && (
        <div className="text-warn">
          <Part
            figure={<span className="text-figure font-figure">{numberText(ending)}</span>}
            word={
              <span className="flex items-center gap-1.5">
                <ClockAlert aria-hidden className="size-3.5 shrink-0" strokeWidth={2} />
                {ending === 1 ? 'ends' : 'end'}
              </span>
            }
            about={`within ${soon} days`}
          />
        </div>
      )}
    </div>
  );
};
