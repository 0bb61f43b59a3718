import type { FamilyOutcome } from '@rondo/contracts/api/calendars/family-cancelling.ts';
import type { FamilyLesson, FamilyPage } from '@rondo/contracts/api/calendars/family-page.ts';
import { useEffect, useState } from 'react';
import { Outcome } from './CancelOutcome.tsx';
import { MessageField } from './MessageField.tsx';
import { linkClasses } from '../parts.tsx';
import { away, post } from './posting.ts';
import { longDay, timeRange } from '../words.ts';

// What cancelling a lesson costs now, before there is anything to press.

/** What the server said, when by the browser's clock, and how far the server's clock is ahead of that. */
type Read = { readonly outcome: FamilyOutcome; readonly at: number; readonly ahead: number };
type Answer = Read | { readonly sentence: string };

const readOutcome = async (ref: string): Promise<Answer> => {
  try {
    const answer = await fetch(`/api/family/lessons/${ref}/outcome`);
    if (!answer.ok) return { sentence: await answer.text() };
    const serverTime = Date.parse(answer.headers.get('Date') ?? '') || Date.now();
    return { outcome: await answer.json(), at: Date.now(), ahead: serverTime - Date.now() };
  } catch {
    return { sentence: away };
  }
};

/** Milliseconds until an outcome is over, and a second, as the server names its time in whole ones; null: it stays. */
const untilOver = ({ outcome: { until }, ahead }: Read): number | null => {
  if (until === null) return null;
  // A browser counts no more than 24 days.
  return Math.min(Math.max(Date.parse(until) - Date.now() - ahead + 1000, 1000), 2_000_000_000);
};

type Props = {
  readonly lesson: FamilyLesson;
  readonly page: FamilyPage;
  /** Closes the sheet. */
  readonly onClose: () => void;
  readonly onDone: (sentence: string) => void;
};

/** In which a family cancels a lesson: what that costs, a message, and two buttons. */
export const CancelTab = ({ lesson, page, onClose, onDone }: Props) => {
  const [read, setRead] = useState<Read | null>(null);
  const [problem, setProblem] = useState('');
  const [message, setMessage] = useState('');
  const [isBusy, setBusy] = useState(true);
  const { ref } = lesson;
  const { timeZone } = page;

  useEffect(() => {
    const wait = read === null ? 0 : untilOver(read);
    if (wait === null) return;
    let isLeft = false;
    const timer = setTimeout(async () => {
      setBusy(true);
      const answer = await readOutcome(ref);
      if (isLeft) return;
      setBusy(false);
      if ('sentence' in answer) setProblem(answer.sentence);
      else setRead(answer);
    }, wait);
    return () => {
      isLeft = true;
      clearTimeout(timer);
    };
  }, [read, ref]);

  const outcome = read?.outcome ?? null;
  const confirm = async (): Promise<void> => {
    if (!outcome || isBusy) return;
    setBusy(true);
    const { json, sentence } = await post(page, `lessons/${ref}/cancel`, { expected: outcome.expected, message });
    setBusy(false);
    if (sentence === null) {
      const { student, date } = outcome.lesson;
      onDone(`${student}’s lesson on ${longDay(date)} is cancelled. ${json.outcome?.text ?? ''}`);
      return;
    }
    setProblem(sentence);
    if (json.outcome) setRead({ outcome: json.outcome, at: Date.now(), ahead: read?.ahead ?? 0 });
  };

  const { teacher } = lesson;
  // The lesson may have moved since the page was read.
  const isMoved =
    outcome !== null && (outcome.lesson.date !== lesson.date || outcome.lesson.startTime !== lesson.startTime);
  return (
    <>
      <div className="min-h-0 grow overflow-y-auto px-6 py-5 max-desk:px-4">
        <div role="alert">{problem !== '' && <p className="mb-4 rounded-control bg-warn-tint p-3">{problem}</p>}</div>
        {isMoved && (
          <p className="mb-4 font-strong">
            {longDay(outcome.lesson.date)}, {timeRange(outcome.lesson)}
          </p>
        )}
        <div aria-live="polite" className="min-h-[88px]">
          {read && outcome && (
            <div className={isBusy ? 'opacity-50' : ''}>
              <Outcome outcome={outcome} timeZone={timeZone} now={read.at + read.ahead} />
            </div>
          )}
          {!outcome && problem === '' && <p className="text-ink-3">Loading...</p>}
        </div>
        {outcome && <MessageField to={teacher.split(' ')[0] ?? teacher} value={message} onChange={setMessage} />}
      </div>
      <footer className="flex flex-wrap justify-end gap-2 border-t border-line px-6 py-4 max-desk:px-4 max-desk:*:grow">
        <button type="button" className={linkClasses} onClick={onClose}>
          Keep the lesson
        </button>
        {outcome && (
          <button
            type="button"
            aria-disabled={isBusy}
            className={`${linkClasses} text-bad`}
            onClick={() => void confirm()}
          >
            Cancel this lesson
          </button>
        )}
      </footer>
    </>
  );
};
