import type { Fit } from '@rondo/contracts/api/fits.ts';
import { longDayName } from '@rondo/contracts/calendar/dates.ts';
import { formatTimeRange, toMinutes } from '@rondo/contracts/calendar/times.ts';
import { calendarDate, monthAndDay } from '@rondo/contracts/calendar/words.ts';
import { useQuery } from '@tanstack/react-query';
import { Copy, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTeachers } from '../../../calendar/queries.ts';
import { Button } from '../../../ui/button.tsx';
import { Field, inputClasses } from '../../../ui/fields/field.tsx';
import { LoadingBlocks } from '../../../ui/lists/panels.tsx';
import { QueryState } from '../../../ui/lists/query-state.tsx';
import { confirm } from '../../../ui/overlays/confirm.ts';
import { copyText } from '../../../ui/send-text.ts';
import { timesQuery, useClose, useForget, type Inquiry } from './commands.ts';
import { answerText, bandText, freeText, neighborsText } from './words.ts';

const TimeRow = ({ fit, teacher }: { readonly fit: Fit; readonly teacher: string | null }) => (
  <li className="grid grid-cols-[6rem_9.5rem_minmax(0,1fr)_auto] items-center gap-x-3 border-b border-line-soft py-2.5 max-wide:grid-cols-[minmax(0,1fr)_auto]">
    <span className="font-strong">{longDayName(fit.dayOfWeek)}s</span>
    <span className="tabular-nums max-wide:col-start-1">
      {formatTimeRange(toMinutes(fit.startTime), toMinutes(fit.endTime))}
    </span>
    <span className="min-w-0 max-wide:col-start-1">
      <span className="block">{neighborsText(fit)}</span>
      <span className="block text-small text-ink-2">
        from {monthAndDay(fit.firstDate)}
        {fit.buffer !== null && `, ${fit.buffer} min to spare`}
        {teacher !== null && `, with ${teacher}`}
      </span>
    </span>
    <span className="text-ink-2 tabular-nums max-wide:col-start-2 max-wide:row-start-1">{fit.addedDrive} min more</span>
  </li>
);

/** The mail to the family as it would be copied; the teacher may change it first. */
const Answer = ({ text }: { readonly text: string }) => {
  const [typed, setTyped] = useState(text);
  const field = useRef<HTMLTextAreaElement>(null);
  return (
    <div className="mt-4 grid gap-2">
      <Field label="Answer to copy into your mail">
        {(control) => (
          <textarea
            {...control}
            ref={field}
            rows={3}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
            className={inputClasses(false, 'h-auto py-2')}
          />
        )}
      </Field>
      <Button icon={Copy} className="justify-self-end max-desk:w-full" onClick={() => void copyText(field.current)}>
        Copy Answer
      </Button>
    </div>
  );
};

/** The exact times for a question, which the family never sees, and the answer with the first of them. */
const Times = ({ inquiry }: { readonly inquiry: Inquiry }) => {
  const found = useQuery(timesQuery(inquiry.id));
  const teachers = useTeachers();
  const nameOf = (teacherId: string): string => teachers.find(({ id }) => id === teacherId)?.name ?? '';
  return (
    <section aria-label={`Where ${inquiry.firstName} fits`} className="border-t border-line pt-4">
      <h3 className="inline pr-3 font-strong">Where {inquiry.firstName} fits</h3>
      <span className="text-ink-2">No one moves. Least driving first.</span>
      <QueryState
        query={found}
        failed="The times did not load."
        waiting={
          <LoadingBlocks label="Looking for weekly times" className="mt-2 grid gap-px" blocks={['h-14', 'h-14']} />
        }
      >
        {({ times, others, message }) => {
          const [first] = times;
          return (
            <>
              {message !== null && <output className="mt-2 block text-ink-2">{message}</output>}
              {times.length > 0 && (
                <ul aria-label="Weekly times, best first" className="mt-1">
                  {times.map((fit) => (
                    <TimeRow
                      key={`${fit.teacherId} ${fit.dayOfWeek} ${fit.startTime}`}
                      fit={fit}
                      teacher={teachers.length > 1 ? nameOf(fit.teacherId) : null}
                    />
                  ))}
                </ul>
              )}
              {others.length > 0 && (
                <>
                  <h4 className="mt-4 font-strong">If one other family moved</h4>
                  <ul aria-label="Times that need another family to move">
                    {others.map((fit) => (
                      <li
                        key={`${fit.moves.lessonId} ${fit.startTime}`}
                        className="border-b border-line-soft py-2.5 text-ink-2"
                      >
                        <span className="font-strong text-ink">
                          {longDayName(fit.dayOfWeek)}s,{' '}
                          {formatTimeRange(toMinutes(fit.startTime), toMinutes(fit.endTime))}
                        </span>
                        . {fit.moves.text}
                      </li>
                    ))}
                  </ul>
                </>
              )}
              {first && <Answer key={inquiry.id} text={answerText(first, nameOf(first.teacherId))} />}
            </>
          );
        }}
      </QueryState>
    </section>
  );
};

const Fact = ({ name, lines }: { readonly name: string; readonly lines: readonly string[] }) => (
  <div className="grid grid-cols-[7.5rem_minmax(0,1fr)] py-1.5 max-desk:grid-cols-1">
    <dt className="text-ink-2">{name}</dt>
    <dd>
      {lines.map((line) => (
        <span key={line} className="block">
          {line}
        </span>
      ))}
    </dd>
  </div>
);

/** What a family asked, what it saw, and what the teacher can answer. */
export const InquiryDetail = (props: { readonly inquiry: Inquiry; readonly onGone: () => void }) => {
  const { inquiry, onGone } = props;
  const { id, firstName, lessonDuration, address, zipCode, email, status } = inquiry;
  const close = useClose(firstName);
  const forget = useForget(firstName);
  const askForget = (): void =>
    confirm({
      title: `Forget the question of ${firstName}?`,
      text: 'A forgotten question cannot be brought back.',
      action: 'Forget',
      danger: true,
      run: async (done) => {
        if (await forget.send({ params: { id } })) onGone();
        done();
      },
    });
  return (
    <article aria-label={`Question of ${firstName}`} className="p-6 max-desk:p-4">
      <h2 className="text-title font-title">{firstName}</h2>
      <p className="mt-0.5 break-words text-ink-2">
        {lessonDuration} min, {address === null ? '' : `${address}, `}
        {zipCode},{' '}
        <a className="text-accent underline" href={`mailto:${email}`}>
          {email}
        </a>
      </p>
      <dl className="my-3">
        <Fact name="Free" lines={[freeText(inquiry)]} />
        <Fact
          name="The family saw"
          lines={inquiry.bands.length === 0 ? ['No hours: you write to them.'] : inquiry.bands.map(bandText)}
        />
        <Fact name="Forgotten on" lines={[calendarDate(inquiry.forgottenOn)]} />
      </dl>
      <Times key={id} inquiry={inquiry} />
      <div className="mt-4 flex flex-wrap gap-2 border-t border-line pt-4 max-desk:[&>button]:flex-1">
        <Button kind="danger" icon={Trash2} loading={forget.isPending} onClick={askForget}>
          Forget
        </Button>
        {status !== 'closed' && (
          <Button className="ml-auto" loading={close.isPending} onClick={() => void close.send({ params: { id } })}>
            Close Question
          </Button>
        )}
      </div>
    </article>
  );
};
