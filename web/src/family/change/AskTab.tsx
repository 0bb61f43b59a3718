import type { FamilyRequest, PossibleTimes } from '@rondo/contracts/api/calendars/family-requests.ts';
import type { FamilyLesson, FamilyPage } from '@rondo/contracts/api/calendars/family-page.ts';
import { useEffect, useState, type ReactNode } from 'react';
import { MessageField } from './MessageField.tsx';
import { linkClasses } from '../parts.tsx';
import { away, post } from './posting.ts';
import { longDay, shortDay, timeParts, timeRange, weekday } from '../words.ts';

// Another time: a family chooses among times that are possible, reads what it asked for, or takes a time that the teacher offers.

type Time = FamilyRequest['times'][number];
type Of = FamilyLesson | FamilyPage['owed'][number];

type Props = {
  readonly of: Of;
  readonly page: FamilyPage;
  readonly onClose: () => void;
  readonly onDone: (sentence: string) => void;
};

const most = 3;
const places = ['First', 'Second', 'Third'] as const;

const nameIn = (of: Of): string => ('teacher' in of ? (of.teacher.split(' ')[0] ?? '') : 'your teacher');
const startOf = (time: Time): string => {
  const { text, half } = timeParts(time.startTime);
  return `${shortDay(time.date)}, ${text} ${half}`;
};

const readTimes = async (ref: string): Promise<PossibleTimes | string> => {
  try {
    const answer = await fetch(`/api/family/lessons/${ref}/times`);
    return answer.ok ? await answer.json() : await answer.text();
  } catch {
    return away;
  }
};

const primaryClasses =
  'inline-flex min-h-11 items-center justify-center rounded-control bg-accent-fill px-4 font-control text-on-accent aria-disabled:opacity-60';

/** Times as rows to tick: in order, or one of them. */
const TimeRows = (props: {
  readonly times: readonly Time[];
  readonly chosen: readonly string[];
  readonly kind: 'checkbox' | 'radio';
  readonly label: string;
  readonly onChoose: (ref: string) => void;
}) => {
  const { times, chosen, kind, label, onChoose } = props;
  return (
    <fieldset className="overflow-hidden rounded-day border border-line">
      <legend className="sr-only">{label}</legend>
      {times.map((time) => {
        const at = chosen.indexOf(time.ref);
        return (
          <label
            key={time.ref}
            className={`flex min-h-14 cursor-pointer items-center gap-4 border-b border-line-soft px-4 py-2.5 last:border-b-0 ${at === -1 ? '' : 'bg-accent-tint'}`}
          >
            <input
              type={kind}
              name="time"
              className="size-5 shrink-0 accent-accent-fill"
              checked={at !== -1}
              disabled={kind === 'checkbox' && at === -1 && chosen.length === most}
              onChange={() => onChoose(time.ref)}
            />
            <span className="min-w-0 grow">
              <b className="block font-strong">{longDay(time.date)}</b>
              <span className="text-ink-2 tabular-nums">{timeRange(time)}</span>
            </span>
            {kind === 'checkbox' && at !== -1 && (
              <span className="text-small font-strong text-accent">{places[at]}</span>
            )}
          </label>
        );
      })}
    </fieldset>
  );
};

const Body = ({ problem, children }: { readonly problem: string; readonly children: ReactNode }) => (
  <div className="min-h-0 grow overflow-y-auto px-6 py-5 max-desk:px-4">
    <div role="alert">{problem !== '' && <p className="mb-4 rounded-control bg-warn-tint p-3">{problem}</p>}</div>
    {children}
  </div>
);

const footClasses = 'flex flex-wrap justify-end gap-2 border-t border-line px-6 py-4 max-desk:px-4 max-desk:*:grow';

/** Asks for some of the times that are possible. */
const Asking = ({ of, page, onClose, onDone }: Props) => {
  const [found, setFound] = useState<PossibleTimes | null>(null);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [message, setMessage] = useState('');
  const [problem, setProblem] = useState('');
  const [isBusy, setBusy] = useState(false);
  const { ref } = of;
  useEffect(() => {
    let isLeft = false;
    void readTimes(ref).then((answer) => {
      if (isLeft) return;
      if (typeof answer === 'string') setProblem(answer);
      else setFound(answer);
    });
    return () => {
      isLeft = true;
    };
  }, [ref]);
  const who = nameIn(of);
  const stays = 'teacher' in of ? ` The lesson stays on ${weekday(of.date)} until ${who} says yes.` : '';
  const ask = async (): Promise<void> => {
    if (isBusy) return;
    setBusy(true);
    const { sentence } = await post(page, `lessons/${ref}/requests`, { times: chosen, message });
    setBusy(false);
    if (sentence === null) onDone(`You requested another time for ${of.student}.${stays}`);
    else setProblem(sentence);
  };
  const choose = (time: string): void =>
    setChosen((before) => (before.includes(time) ? before.filter((one) => one !== time) : [...before, time]));
  return (
    <>
      <Body problem={problem}>
        {found === null && problem === '' && <p className="text-ink-3">Looking for times...</p>}
        {found !== null && found.times.length > 0 && (
          <>
            <h3 className="text-lead font-title">Which of these would suit?</h3>
            <p className="mb-4 text-ink-2">Choose up to three, the best one first.{stays}</p>
            <TimeRows times={found.times} chosen={chosen} kind="checkbox" label="Possible times" onChoose={choose} />
          </>
        )}
        {found?.times.length === 0 && (
          <p>
            There is no free time until {longDay(found.until)}. Write to {who} what would suit you.
          </p>
        )}
        {found !== null && (
          <MessageField to={who} isNeeded={found.times.length === 0} value={message} onChange={setMessage} />
        )}
      </Body>
      <footer className={footClasses}>
        {found === null ? (
          <button type="button" className={linkClasses} onClick={onClose}>
            Close
          </button>
        ) : (
          <button type="button" aria-disabled={isBusy} className={primaryClasses} onClick={() => void ask()}>
            Ask {who} for {'teacher' in of ? 'another' : 'a'} time
          </button>
        )}
      </footer>
    </>
  );
};

/** What was asked for, or what is offered instead. */
const RequestTab = ({ of, page, onClose, onDone, request }: Props & { readonly request: FamilyRequest }) => {
  const [times, setTimes] = useState(request.times);
  const [chosen, setChosen] = useState(request.times[0]?.ref ?? '');
  const [problem, setProblem] = useState('');
  const [isBusy, setBusy] = useState(false);
  const who = nameIn(of);
  const isOffered = request.state === 'offered';
  const send = async (act: 'take' | 'withdraw', body: object, done: string): Promise<void> => {
    if (isBusy) return;
    setBusy(true);
    const { json, sentence } = await post(page, `requests/${request.ref}/${act}`, body);
    setBusy(false);
    if (sentence === null) return onDone(done);
    setProblem(sentence);
    if (json.times) {
      setTimes(json.times);
      setChosen(json.times[0]?.ref ?? '');
    }
  };
  const time = times.find(({ ref }) => ref === chosen);
  return (
    <>
      <Body problem={problem}>
        <h3 className="text-lead font-title">
          {isOffered ? `${who} offers another time` : 'You requested another time'}
        </h3>
        <p className="mb-4 text-ink-2">
          {isOffered ? (request.answer ?? 'Choose the one that suits.') : `${who} has not answered yet.`}
        </p>
        {isOffered ? (
          <TimeRows times={times} chosen={[chosen]} kind="radio" label="Offered times" onChoose={setChosen} />
        ) : (
          <ul className="grid gap-1">
            {times.map((one) => (
              <li key={one.ref}>
                {longDay(one.date)}, {timeRange(one)}
              </li>
            ))}
          </ul>
        )}
        {request.message !== null && <p className="mt-4 border-l-4 border-line pl-3 break-words">{request.message}</p>}
      </Body>
      <footer className={footClasses}>
        <button
          type="button"
          className={linkClasses}
          onClick={() => void send('withdraw', {}, `You no longer ask for another time for ${of.student}.`)}
        >
          {isOffered ? 'None of these suits' : 'Withdraw'}
        </button>
        {isOffered && time ? (
          <button
            type="button"
            aria-disabled={isBusy}
            className={primaryClasses}
            onClick={() => void send('take', { time: chosen }, `${of.student}’s lesson moves to ${startOf(time)}.`)}
          >
            Move to {startOf(time)}
          </button>
        ) : (
          <button type="button" className={linkClasses} onClick={onClose}>
            Close
          </button>
        )}
      </footer>
    </>
  );
};

export const AskTab = (props: Props) => {
  const { request } = props.of;
  return request?.state === 'open' || request?.state === 'offered' ? (
    <RequestTab {...props} request={request} />
  ) : (
    <Asking {...props} />
  );
};
