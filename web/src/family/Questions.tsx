import type { FamilyPage, FamilyQuestion } from '@rondo/contracts/api/calendars/family-page.ts';
import { useState } from 'react';
import { post } from './change/posting.ts';
import { linkClasses, Part } from './parts.tsx';

const thanks = {
  yes: 'Thank you. Your teacher knows that the new time suits.',
  no: 'Thank you. The lesson stays as it is.',
} as const;

type Props = { readonly page: FamilyPage; readonly onDone: (sentence: string) => Promise<void> };

/** One question of the teacher, in the words that a text message would have. */
const One = ({ question, page, onDone }: Props & { readonly question: FamilyQuestion }) => {
  const { ref, text, answer } = question;
  const [isSending, setSending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const say = async (is: 'yes' | 'no'): Promise<void> => {
    setSending(true);
    const { sentence } = await post(page, `asked/${ref}`, { answer: is });
    setSending(false);
    if (sentence === null) await onDone(thanks[is]);
    else setProblem(sentence);
  };
  return (
    <div className="border-b border-line-soft px-6 py-4 last:border-b-0 max-desk:px-4">
      <p className="break-words">{text}</p>
      {answer === 'yes' && <p className="mt-1 text-ink-2">You said yes.</p>}
      <div className="mt-3 flex flex-wrap gap-2 *:grow">
        {answer !== 'yes' && (
          <button type="button" className={linkClasses} disabled={isSending} onClick={() => void say('yes')}>
            Yes, that suits
          </button>
        )}
        <button type="button" className={linkClasses} disabled={isSending} onClick={() => void say('no')}>
          No, keep the time
        </button>
      </div>
      <div role="alert">{problem !== null && <p className="mt-3 rounded-control bg-warn-tint p-3">{problem}</p>}</div>
    </div>
  );
};

/** What the teacher asks before a lesson moves. */
export const Questions = ({ page, onDone }: Props) =>
  page.asked.length > 0 && (
    <Part title="A question for you">
      {page.asked.map((question) => (
        <One key={question.ref} question={question} page={page} onDone={onDone} />
      ))}
    </Part>
  );
