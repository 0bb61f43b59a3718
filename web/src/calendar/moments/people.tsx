import { Minus, PencilLine, Plus } from 'lucide-react';
import { useCallback, type ReactNode } from 'react';
import { Figure } from '../../ui/figures/figure.tsx';
import { PastPeople } from '../../ui/lists/past-people.ts';
import type { PersonDifference } from './person-differences.ts';

const signs = {
  gone: { icon: Minus, word: 'Gone now' },
  new: { icon: Plus, word: 'New, not there then' },
  changed: { icon: PencilLine, word: 'Changed since' },
} as const;

const Remark = ({ kind, changes }: PersonDifference) => {
  const { icon: Icon, word } = signs[kind];
  return (
    <p className="flex items-start gap-1 pb-1 text-small font-control text-accent">
      <Icon aria-hidden className="mt-0.5 size-3 shrink-0" strokeWidth={2} />
      <span className="min-w-0 break-words">
        {word}
        {changes.length > 0 && `: ${changes.join(', ')}`}
      </span>
    </p>
  );
};

/** The students or teachers of a past moment, under their figures; each who differs from now says how. */
export const PeopleThen = (props: {
  readonly title: string;
  readonly noun: string;
  /** Null until both are known. */
  readonly counts: { readonly past: number; readonly present: number } | null;
  readonly differences: ReadonlyMap<string, PersonDifference>;
  /** To what has no past. */
  readonly link: ReactNode;
  readonly children: ReactNode;
}) => {
  const { title, noun, counts, differences, link, children } = props;
  const remarkOf = useCallback(
    (id: string) => {
      const difference = differences.get(id);
      return difference && <Remark {...difference} />;
    },
    [differences],
  );
  return (
    <>
      <div className="mb-4 flex min-h-12 flex-wrap items-center gap-x-8 gap-y-3 max-desk:mb-3">
        <h2 className="text-title font-title">{title}</h2>
        {counts && (
          <>
            <Figure
              parts={[{ number: `${differences.size}` }]}
              word={differences.size === 1 ? 'difference from now' : 'differences from now'}
              muted={differences.size === 0}
            />
            <Figure
              parts={[{ number: `${counts.past}` }]}
              word={`${counts.past === 1 ? noun : `${noun}s`} then, ${counts.present} now`}
            />
          </>
        )}
        <div className="ml-auto">{link}</div>
      </div>
      <PastPeople value={remarkOf}>{children}</PastPeople>
    </>
  );
};
