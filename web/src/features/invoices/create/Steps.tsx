import { Check } from 'lucide-react';
import { cn } from '../../../ui/cn.ts';
import type { Step } from './use-creating.ts';

const steps = [
  { step: 'students', word: 'Students' },
  { step: 'dates', word: 'Date range' },
] as const;

/** Where in the creation of invoices a person is. */
export const Steps = ({ step }: { readonly step: Step }) => {
  const current = steps.findIndex((one) => one.step === step);
  return (
    <ol aria-label="Steps" className="flex items-center gap-2 text-ink-3">
      {steps.map(({ step: one, word }, i) => (
        <li key={one} aria-current={i === current ? 'step' : undefined} className="flex items-center gap-2">
          {i > 0 && <i aria-hidden className="w-6 border-t border-control" />}
          <span
            aria-hidden
            className={cn(
              'grid size-5 place-items-center rounded-full border text-small leading-none font-strong tabular-nums',
              i < current && 'border-transparent bg-accent-tint text-accent',
              i === current && 'border-transparent bg-accent-fill text-on-accent',
              i > current && 'border-control',
            )}
          >
            {i < current ? <Check className="size-3" strokeWidth={2} /> : i + 1}
          </span>
          <span className={cn(i === current && 'font-strong text-ink')}>
            <span className="sr-only">Step {i + 1}: </span>
            {word}
            {i < current && <span className="sr-only"> (done)</span>}
          </span>
        </li>
      ))}
    </ol>
  );
};
