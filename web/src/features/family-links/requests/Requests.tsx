import { formatTime, formatTimeRange, toMinutes } from '@rondo/contracts/calendar/times.ts';
import { shortDate } from '@rondo/contracts/calendar/words.ts';
import { useQuery } from '@tanstack/react-query';
import { Check, X } from 'lucide-react';
import { useState } from 'react';
import { momentText, usePlace } from '../../../calendar/moments/moment-text.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/lists/panels.tsx';
import { answeredRequestsQuery, openRequestsQuery, useMove, type Request } from './commands.ts';
import { ReplyDialog } from './ReplyDialog.tsx';
import { TimeOption, timeText } from './TimeOption.tsx';

const lessonText = ({ date, startTime, endTime, owed }: Request['lesson']): string =>
  owed
    ? `a lesson owed from ${shortDate(date)}`
    : `${shortDate(date)}, ${formatTimeRange(toMinutes(startTime), toMinutes(endTime))}`;

const Head = ({ request }: { readonly request: Request }) => {
  const { student, lesson, family, askedAt, times } = request;
  const place = usePlace();
  const free = times.filter((time) => time.free).length;
  return (
    <>
      <span className="block">
        <b className="font-strong">{student.name}</b> <span className="text-ink-2">{lessonText(lesson)}</span>
      </span>
      <span className="block text-small text-ink-3">
        {family.asked} asked {momentText(askedAt, place)}
        {times.length > 0 && `: ${times.length} ${times.length === 1 ? 'time' : 'times'}, ${free} free`}
      </span>
    </>
  );
};

/** A request that is open for an answer. */
const OpenRequest = ({ request }: { readonly request: Request }) => {
  const { id, times, message, student } = request;
  const [chosen, setChosen] = useState(() => times.findIndex(({ free }) => free));
  const [reply, setReply] = useState<'no' | 'offer' | null>(null);
  const move = useMove(student.name);
  const time = times[chosen];
  return (
    <>
      {message !== null && (
        <blockquote className="mt-3 border-l-4 border-accent-tint pl-4 break-words whitespace-pre-line">
          {message}
        </blockquote>
      )}
      {times.length > 0 && (
        <fieldset className="mt-3 overflow-hidden rounded-day border border-line">
          <legend className="sr-only">Times that {student.name} asks for</legend>
          {times.map((one, at) => (
            <TimeOption
              key={`${one.date} ${one.startTime}`}
              choice={{ type: 'radio', name: `times ${id}` }}
              time={one}
              checked={at === chosen}
              onChoose={() => setChosen(at)}
            />
          ))}
        </fieldset>
      )}
      <div className="mt-3 flex flex-wrap gap-2 max-desk:flex-col max-desk:items-stretch">
        {time?.free === true && (
          <Button
            kind="primary"
            loading={move.isPending}
            onClick={() => void move.send({ params: { id }, body: { answer: 'yes', time: chosen } })}
          >
            Move to {timeText(time)}
          </Button>
        )}
        <Button onClick={() => setReply('offer')}>Offer other times</Button>
        <Button kind="quiet" onClick={() => setReply('no')}>
          Decline with a message
        </Button>
      </div>
      {reply !== null && <ReplyDialog request={request} answer={reply} onClose={() => setReply(null)} />}
    </>
  );
};

const becameOf = ({ state, answer, lesson, because }: Request): string => {
  const [to] = answer?.times ?? [];
  if (state === 'yes' && to) return `moved to ${timeText(to)}`;
  if (state === 'offered') return `is offered ${(answer?.times ?? []).map(timeText).join(' or ')}`;
  if (state === 'withdrawn') return 'is no longer asked about';
  if (state === 'closed') return because?.replace(/^(The|Its)/, (word) => word.toLowerCase()) ?? 'is closed';
  return `stays on ${shortDate(lesson.date)}, ${formatTime(toMinutes(lesson.startTime))}`;
};

const Answered = ({ requests }: { readonly requests: readonly Request[] }) => {
  const place = usePlace();
  if (requests.length === 0) return null;
  return (
    <section aria-label="Answered" className="mb-6">
      <h2 className="mb-2 text-lead font-title">Answered</h2>
      <Card>
        <ul>
          {requests.map((request) => (
            <li key={request.id} className="flex gap-3 border-b border-line-soft px-5 py-3 last:border-b-0">
              {request.state === 'yes' ? (
                <Check aria-hidden className="mt-0.5 size-4 shrink-0 text-ok" strokeWidth={1.75} />
              ) : (
                <X aria-hidden className="mt-0.5 size-4 shrink-0 text-ink-2" strokeWidth={1.75} />
              )}
              <p className="min-w-0">
                <b className="font-strong">{request.student.name}</b>{' '}
                {request.state === 'closed' ? `: ${becameOf(request)}` : becameOf(request)}
                <span className="block text-small text-ink-3">
                  {momentText(request.answer?.at ?? request.askedAt, place)}
                  {request.answer?.message ? `: “${request.answer.message}”` : ''}
                </span>
              </p>
            </li>
          ))}
        </ul>
      </Card>
    </section>
  );
};

/** What families ask for, one open, and what became of it. */
export const Requests = () => {
  const open = useQuery(openRequestsQuery).data?.entries ?? [];
  const answered = useQuery(answeredRequestsQuery).data?.entries ?? [];
  const [opened, setOpened] = useState<string | null>(null);
  const current = opened ?? open[0]?.id;
  return (
    <>
      {open.length > 0 && (
        <section aria-label="Requests for another time" className="mb-6">
          <h2 className="mb-2 text-lead font-title">Requests for another time</h2>
          <Card>
            {open.map((request) => (
              <article key={request.id} className="border-b border-line-soft px-5 py-4 last:border-b-0 max-desk:px-4">
                {request.id === current ? (
                  <>
                    <Head request={request} />
                    <OpenRequest request={request} />
                  </>
                ) : (
                  <button
                    type="button"
                    aria-expanded={false}
                    className="w-full text-left"
                    onClick={() => setOpened(request.id)}
                  >
                    <Head request={request} />
                  </button>
                )}
              </article>
            ))}
          </Card>
        </section>
      )}
      <Answered requests={answered} />
    </>
  );
};
