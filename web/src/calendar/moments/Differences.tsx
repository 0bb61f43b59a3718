import { Ban, Minus, ArrowRight, Plus } from 'lucide-react';
import { Card } from '../../ui/lists/panels.tsx';
import type { Difference } from './differences.ts';

const kinds = {
  gone: { icon: Minus, word: 'Gone' },
  cancelled: { icon: Ban, word: 'Cancelled' },
  new: { icon: Plus, word: 'New' },
  moved: { icon: ArrowRight, word: 'Moved' },
} as const;

/** What differs from now in a week of the past, each lesson with its time then and now. The sign says how, as the legend names it. */
export const Differences = ({ differences }: { readonly differences: readonly Difference[] }) =>
  differences.length === 0 ? null : (
    <Card className="mb-4">
      <h2 className="border-b border-line px-5 py-2.5 font-strong">Different from now</h2>
      <ul className="grid grid-cols-2 max-wide:grid-cols-1">
        {differences.map(({ key, kind, title, before, now }) => {
          const { icon: Icon, word } = kinds[kind];
          return (
            <li
              key={key}
              className="grid grid-cols-[16px_minmax(0,1fr)] items-start gap-x-3 border-b border-line-soft px-5 py-2.5 max-wide:last:border-b-0"
            >
              <Icon aria-hidden className="mt-0.5 size-4 text-accent" strokeWidth={1.75} />
              <div className="min-w-0">
                <p className="font-strong break-words">{title}</p>
                <dl className="grid grid-cols-[auto_minmax(0,1fr)_auto_minmax(0,1fr)] gap-x-2">
                  <dt className="text-small text-ink-3">Then</dt>
                  <dd>{before ?? 'Not yet there'}</dd>
                  <dt className="text-small text-ink-3">Now</dt>
                  <dd className="font-control text-accent">{now ?? word}</dd>
                </dl>
              </div>
            </li>
          );
        })}
      </ul>
      <p className="flex flex-wrap gap-x-5 gap-y-1 border-t border-line px-5 py-2 text-small text-ink-3">
        {Object.values(kinds).map(({ icon: Icon, word }) => (
          <span key={word} className="inline-flex items-center gap-1.5">
            <Icon aria-hidden className="size-3.5 text-accent" strokeWidth={1.75} />
            {word}
          </span>
        ))}
      </p>
    </Card>
  );
