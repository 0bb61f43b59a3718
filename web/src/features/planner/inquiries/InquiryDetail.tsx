import type { Fit } from '@rondo/contracts/api/fits.ts';
import { addDays, longDayName } from '@rondo/contracts/calendar/dates.ts';
import { formatTimeRange, toMinutes } from '@rondo/contracts/calendar/times.ts';
import { calendarDate, monthAndDay, shortDate } from '@rondo/contracts/calendar/words.ts';
import { useQuery } from '@tanstack/react-query';
import { Copy, Hourglass, Trash2, UserPlus } from 'lucide-react';
import { lazy, Suspense, useRef, useState } from 'react';
import { usePlace } from '../../../calendar/moments/moment-text.ts';
import { useTeachers } from '../../../calendar/queries.ts';
import { Button } from '../../../ui/button.tsx';
import { cn } from '../../../ui/cn.ts';
import { Field, inputClasses } from '../../../ui/fields/field.tsx';
import { LoadingBlocks } from '../../../ui/lists/panels.tsx';
import { QueryState } from '../../../ui/lists/query-state.tsx';
import { confirm } from '../../../ui/overlays/confirm.ts';
import { copyText } from '../../../ui/send-text.ts';
import { timesQuery, useClose, useForget, useHold, useRelease, type Inquiry } from './commands.ts';
import { answerText, bandText, freeText, neighborsText } from './words.ts';

const AddStudent = lazy(() => import('./AddStudent.tsx'));

type Hold = NonNullable<Inquiry['hold']>;
type Weekly = Pick<Fit, 'teacherId' | 'dayOfWeek' | 'startTime'>;

const sameTime = (a: Weekly, b: Weekly): boolean =>
  a.teacherId === b.teacherId && a.dayOfWeek === b.dayOfWeek && a.startTime === b.startTime;

/** "Thursdays, 6:30 – 7:15 PM". */
const timeText = ({ dayOfWeek, startTime, endTime }: Pick<Fit, 'dayOfWeek' | 'startTime' | 'endTime'>): string =>
  `${longDayName(dayOfWeek)}s, ${formatTimeRange(toMinutes(startTime), toMinutes(endTime))}`;

const TimeRow = (props: {
  readonly fit: Fit;
  readonly teacher: string | null;
  readonly isFirst: boolean;
  readonly isBusy: boolean;
  /** Null: nothing can be held for the question. */
  readonly onHold: (() => void) | null;
}) => {
  const { fit, teacher, isFirst, isBusy, onHold } = props;
  return (
    <li className="grid grid-cols-[6rem_9.5rem_minmax(0,1fr)_auto_auto] items-center gap-x-3 border-b border-line-soft py-2.5 max-wide:grid-cols-[minmax(0,1fr)_auto]">
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
      <span className="text-ink-2 tabular-nums max-wide:col-start-2 max-wide:row-start-1">
        {fit.addedDrive} min more
      </span>
      {onHold && (
        <Button
          size="small"
          kind={isFirst ? 'primary' : 'secondary'}
          aria-label={`Hold ${timeText(fit)}`}
          className="max-wide:col-start-2 max-wide:row-span-2 max-wide:row-start-2"
          loading={isBusy}
          onClick={onHold}
        >
          Hold
        </Button>
      )}
    </li>
  );
};

/** The time that is held for a question, with its way out. */
const HeldLine = (props: { readonly hold: Hold; readonly heldUntil: string; readonly inquiry: Inquiry }) => {
  const { hold, heldUntil, inquiry } = props;
  const release = useRelease(inquiry.firstName);
  return (
    <p className="mt-2 flex flex-wrap items-center gap-3 rounded-control border border-dashed border-accent px-3 py-2">
      <Hourglass aria-hidden className="size-4 shrink-0 text-accent" strokeWidth={1.75} />
      <span className="min-w-0 grow">
        <span className="font-strong">{timeText(hold)}</span>, from {monthAndDay(hold.firstDate)}. Held until{' '}
        {shortDate(heldUntil)}.
      </span>
      <Button
        size="small"
        loading={release.isPending}
        onClick={() => void release.send({ params: { id: inquiry.id } })}
      >
        Release
      </Button>
    </p>
  );
};

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
  const place = usePlace();
  const holding = useHold(inquiry.firstName);
  const { id, status, hold, heldUntil } = inquiry;
  const canHold = status === 'new' || status === 'held';
  const isHeld = (fit: Fit): boolean => hold !== null && sameTime(fit, hold);
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
          const free = times.filter((fit) => !isHeld(fit));
          const first = hold ?? times[0];
          return (
            <>
              {message !== null && <output className="mt-2 block text-ink-2">{message}</output>}
              {hold && heldUntil !== null && <HeldLine hold={hold} heldUntil={heldUntil} inquiry={inquiry} />}
              {free.length > 0 && (
                <ul aria-label="Weekly times, best first" className="mt-1">
                  {free.map((fit, i) => (
                    <TimeRow
                      key={`${fit.teacherId} ${fit.dayOfWeek} ${fit.startTime}`}
                      fit={fit}
                      teacher={teachers.length > 1 ? nameOf(fit.teacherId) : null}
                      isFirst={i === 0 && hold === null}
                      isBusy={holding.isPending}
                      onHold={
                        canHold
                          ? () => {
                              const { teacherId, dayOfWeek, startTime } = fit;
                              void holding.send({ params: { id }, body: { teacherId, dayOfWeek, startTime } });
                            }
                          : null
                      }
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
                        <span className="font-strong text-ink">{timeText(fit)}</span>. {fit.moves.text}
                      </li>
                    ))}
                  </ul>
                </>
              )}
              {canHold && free.length > 0 && (
                <p className="mt-3 flex items-center gap-2 text-small text-ink-2">
                  <Hourglass aria-hidden className="size-3.5 shrink-0" strokeWidth={1.75} />A held time is taken for 7
                  days, until {shortDate(addDays(place.today, 7))}. Nothing is sent to anyone.
                </p>
              )}
              {first && (
                <Answer
                  key={answerText(first, nameOf(first.teacherId))}
                  text={answerText(first, nameOf(first.teacherId))}
                />
              )}
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
  const [adding, setAdding] = useState(false);
  const isOpen = status === 'new' || status === 'held';
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
        {status !== 'added' && <Fact name="Forgotten on" lines={[calendarDate(inquiry.forgottenOn)]} />}
      </dl>
      {status !== 'added' && <Times key={id} inquiry={inquiry} />}
      <div className="mt-4 flex flex-wrap gap-2 border-t border-line pt-4 max-desk:[&>button]:flex-1">
        <Button kind="danger" icon={Trash2} loading={forget.isPending} onClick={askForget}>
          Forget
        </Button>
        {isOpen && (
          <Button className="ml-auto" loading={close.isPending} onClick={() => void close.send({ params: { id } })}>
            Close Question
          </Button>
        )}
        {status !== 'added' && (
          <Button icon={UserPlus} className={cn(!isOpen && 'ml-auto')} onClick={() => setAdding(true)}>
            Add as a Student
          </Button>
        )}
      </div>
      {adding && (
        <Suspense>
          <AddStudent inquiry={inquiry} onClose={() => setAdding(false)} />
        </Suspense>
      )}
    </article>
  );
};
