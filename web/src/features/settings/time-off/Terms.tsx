import type { Term } from '@rondo/contracts/api/studio/terms.ts';
import { shortDate } from '@rondo/contracts/calendar/words.ts';
import { useQuery } from '@tanstack/react-query';
import { Calendar, Check, Plus } from 'lucide-react';
import { useState } from 'react';
import { read } from '../../../api/queries.ts';
import { useToday } from '../../../api/today.ts';
import { Button } from '../../../ui/button.tsx';
import { QueryState } from '../../../ui/lists/query-state.tsx';
import { TermsOutline } from '../components/FormOutlines.tsx';
import { TermDialog } from './TermDialog.tsx';

const TermLine = (props: { readonly term: Term; readonly isCurrent: boolean; readonly onChange: () => void }) => {
  const { term, isCurrent, onChange } = props;
  return (
    <li className="flex min-h-13 flex-wrap items-center gap-x-4 gap-y-1 border-b border-line-soft py-2 last:border-b-0">
      <Calendar aria-hidden className="size-4 shrink-0 text-ink-3" strokeWidth={1.75} />
      <h3 className="flex min-w-0 flex-wrap items-center gap-2 font-strong break-words max-desk:basis-[calc(100%-32px)]">
        {term.name}
        {isCurrent && (
          <span className="inline-flex items-center gap-1 rounded-chip bg-accent-tint px-1.5 text-small leading-5 font-control text-accent">
            <Check aria-hidden className="size-3" strokeWidth={2} />
            This term
          </span>
        )}
      </h3>
      <p className="ml-auto text-ink-2 tabular-nums max-desk:ml-8">
        {shortDate(term.from)} – {shortDate(term.to)}
      </p>
      <Button size="small" aria-label={`Change ${term.name}`} className="max-desk:ml-auto" onClick={onChange}>
        Change
      </Button>
    </li>
  );
};

/** The periods of the school year. */
export default function Terms() {
  const terms = useQuery(read('GET /api/terms', { query: {} }));
  const today = useToday();
  const [subject, setSubject] = useState<Term | 'new' | null>(null);
  return (
    <>
      <QueryState query={terms} failed="The terms did not load." waiting={<TermsOutline />}>
        {(loaded) => (
          <>
            {loaded.length > 0 && (
              <ul aria-label="Terms" className="border-t border-line">
                {loaded.map((term) => (
                  <TermLine
                    key={term.id}
                    term={term}
                    isCurrent={term.from <= today && today <= term.to}
                    onChange={() => setSubject(term)}
                  />
                ))}
              </ul>
            )}
            <Button kind="quiet" icon={Plus} className="-ml-2.5" onClick={() => setSubject('new')}>
              Add a term
            </Button>
          </>
        )}
      </QueryState>
      {subject && (
        <TermDialog term={subject === 'new' ? null : subject} today={today} onClose={() => setSubject(null)} />
      )}
    </>
  );
}
