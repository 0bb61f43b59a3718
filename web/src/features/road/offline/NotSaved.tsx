import { CircleAlert } from 'lucide-react';
import { counted } from '../../../lib/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { textOf, type Entry } from './entries.ts';
import { discard, sendAgain } from './waiting.ts';

/** What was entered without a connection and refused when it was sent. */
export const NotSaved = ({ entries }: { readonly entries: readonly Entry[] }) => {
  const refused = entries.filter((entry) => entry.refused !== null);
  if (refused.length === 0) return null;
  return (
    <section aria-labelledby="not-saved" className="mb-3 rounded-card border border-bad bg-card p-4">
      <h2 id="not-saved" className="flex items-center gap-2.5 font-strong">
        <CircleAlert aria-hidden className="size-4.5 shrink-0 text-bad" strokeWidth={1.75} />
        {counted(refused.length, 'entry')} {refused.length === 1 ? 'was' : 'were'} not saved
      </h2>
      <ul className="ml-7 grid gap-3 pt-1">
        {refused.map((entry) => {
          const text = textOf(entry);
          return (
            <li key={entry.id} className="min-w-0">
              <p dir="auto" className="whitespace-pre-wrap break-words">
                {text}
              </p>
              <p className="text-ink-2">{entry.refused}</p>
              <div className="mt-2 flex gap-2">
                {!entry.isTooOld && (
                  <Button
                    className="max-desk:min-h-11"
                    aria-label={`Try again: ${text}`}
                    onClick={() => void sendAgain(entry)}
                  >
                    Try again
                  </Button>
                )}
                <Button
                  className="max-desk:min-h-11"
                  aria-label={`Discard: ${text}`}
                  onClick={() => void discard(entry)}
                >
                  Discard
                </Button>
              </div>
            </li>
          );
        })}
      </ul>
    </section>
  );
};
