import type { RoadDay } from '@rondo/contracts/api/road/day.ts';
import type { Question } from '@rondo/contracts/api/road/question.ts';
import { formatTime, toMinutes } from '@rondo/contracts/calendar/times.ts';
import { Check, Hourglass, Send, Smartphone, X } from 'lucide-react';
import { dialed } from '../../../lib/ways.ts';
import { Button, buttonClasses } from '../../../ui/button.tsx';
import { textMessageTo } from '../../../ui/send-text.ts';
import { stampText, useAnswer, useWithdrawal } from '../commands.ts';

const endings = {
  applied: 'They said yes, and the day has changed.',
  declined: 'They said no. Everything stays as it is.',
  expired: 'No one answered in time. Everything stays as it is.',
  withdrawn: 'You withdrew the question.',
  overtaken: 'The day changed in the meantime. Nothing else has changed.',
} as const;

type Change = Question['changes'][number];

const moveText = ({ from, startTime }: Change): string =>
  from === null
    ? `at ${formatTime(toMinutes(startTime))}, owed`
    : `${formatTime(toMinutes(startTime))} instead of ${formatTime(toMinutes(from))}`;

const saidText = (answer: Question['answers'][number], timeZone: string): string => {
  const verb = answer.answer === 'yes' ? 'Said yes' : 'Said no';
  const when = answer.at === null ? '' : ` ${stampText(answer.at, timeZone)}`;
  return `${verb}${when}${answer.by === 'family' ? ', on their page' : ''}`;
};

/** One family of a question: what it was asked, and what it said. */
const Family = (props: { readonly question: Question; readonly change: Change; readonly timeZone: string }) => {
  const { question, change, timeZone } = props;
  const { repairId, answers, state } = question;
  const { name, contact, studentId, text } = change;
  const note = useAnswer();
  const answer = answers.find((one) => one.studentId === studentId);
  const number = dialed(contact?.phone ?? '');
  const say = (is: 'yes' | 'no'): void => void note.send({ params: { id: repairId }, body: { studentId, answer: is } });
  return (
    <li className="border-t border-line-soft py-3">
      <p className="break-words">
        <b className="font-strong">{name}</b> {moveText(change)}
      </p>
      {answer && answer.answer !== null ? (
        <p className="flex items-center gap-1.5 text-ink-2 tabular-nums">
          {answer.answer === 'yes' ? (
            <Check aria-hidden className="size-4 shrink-0 text-ok" strokeWidth={2} />
          ) : (
            <X aria-hidden className="size-4 shrink-0" strokeWidth={2} />
          )}
          {saidText(answer, timeZone)}
        </p>
      ) : (
        <p className="text-ink-2">{state === 'open' ? 'No answer yet' : 'No answer'}</p>
      )}
      {state === 'open' && (
        <div className="mt-2 flex flex-wrap gap-2 *:min-h-11 *:grow *:basis-[45%]">
          {number !== '' && (
            <>
              <a
                href={`tel:${number}`}
                aria-label={`Call ${contact?.name ?? name}`}
                className={buttonClasses('secondary')}
              >
                <Smartphone aria-hidden className="size-4" strokeWidth={1.75} />
                Call
              </a>
              <a
                href={textMessageTo(number, text)}
                aria-label={`Text ${contact?.name ?? name}`}
                className={buttonClasses('secondary')}
              >
                <Send aria-hidden className="size-4" strokeWidth={1.75} />
                Text
              </a>
            </>
          )}
          <Button loading={note.isPending} aria-label={`${name}: they said yes`} onClick={() => say('yes')}>
            They said yes
          </Button>
          <Button disabled={note.isPending} aria-label={`${name}: they said no`} onClick={() => say('no')}>
            They said no
          </Button>
        </div>
      )}
    </li>
  );
};

const Card = ({ question, timeZone }: { readonly question: Question; readonly timeZone: string }) => {
  const { repairId, state, changes, until } = question;
  const { send, isPending } = useWithdrawal();
  const isOpen = state === 'open';
  const title = isOpen ? `Waiting until ${stampText(until, timeZone)}` : endings[state];
  return (
    <section aria-label={title} className="rounded-card border border-line bg-card px-4 pt-3 pb-1">
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-2">
        <h2 className="flex min-w-0 items-center gap-2 font-strong">
          {isOpen && <Hourglass aria-hidden className="size-4 shrink-0 text-ink-2" strokeWidth={1.75} />}
          <span className="min-w-0 break-words">{title}</span>
        </h2>
        {isOpen && (
          <Button className="min-h-11" loading={isPending} onClick={() => void send({ params: { id: repairId } })}>
            Withdraw
          </Button>
        )}
      </div>
      <ul className="mt-2">
        {changes.map((change) => (
          <Family key={change.lessonId} question={question} change={change} timeZone={timeZone} />
        ))}
      </ul>
    </section>
  );
};

/** What families are asked about the day, and what they said. */
const QuestionCards = (props: { readonly day: RoadDay; readonly isOffline: boolean }) => {
  const {
    day: { asked: questions, timeZone },
    isOffline,
  } = props;
  return (
    <fieldset disabled={isOffline} className="grid min-w-0 gap-4">
      {isOffline && <p className="text-small text-ink-2">To answer or withdraw: this needs a connection.</p>}
      {questions.map((question) => (
        <Card key={question.repairId} question={question} timeZone={timeZone} />
      ))}
    </fieldset>
  );
};

export default QuestionCards;
