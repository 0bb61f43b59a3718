import { useState, type FormEvent } from 'react';
import { linkClasses } from './parts.tsx';

const away = 'This did not arrive. Please check your connection and try again.';

/** Asks for the link by mail. @returns what became of it, in a sentence */
const askFor = async (email: string): Promise<{ readonly sentence: string; readonly isDone: boolean }> => {
  try {
    const answer = await fetch('/api/family/lost', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Accept: 'application/json, application/problem+json' },
      body: JSON.stringify({ email }),
    });
    const { message, detail } = await answer.json();
    return { sentence: answer.ok ? message : detail, isDone: answer.ok };
  } catch {
    return { sentence: away, isDone: false };
  }
};

/** Has the link mailed to someone who has lost it. */
const Lost = () => {
  const [email, setEmail] = useState('');
  const [{ sentence, isDone }, setOutcome] = useState({ sentence: '', isDone: false });
  const [isBusy, setBusy] = useState(false);
  const send = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    setOutcome(await askFor(email));
    setBusy(false);
  };
  return (
    <form className="grid gap-2" noValidate onSubmit={(event) => void send(event)}>
      <label className="font-control" htmlFor="lost-email">
        Your email address
      </label>
      <input
        id="lost-email"
        type="email"
        autoComplete="email"
        className="min-h-11 rounded-control border border-control bg-card px-3.5 text-[16px]"
        aria-describedby="lost-outcome"
        value={email}
        onChange={({ target }) => setEmail(target.value)}
      />
      <button type="submit" className={linkClasses} aria-busy={isBusy}>
        Send me my link
      </button>
      <output id="lost-outcome" className={isDone ? 'text-ink-2' : 'text-bad'}>
        {sentence}
      </output>
    </form>
  );
};

export default Lost;
