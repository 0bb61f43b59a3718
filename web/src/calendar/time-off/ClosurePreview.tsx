import type { ClosurePreview } from '@rondo/contracts/api/studio/closures.ts';
import { formatTimeRange, toMinutes } from '@rondo/contracts/calendar/times.ts';
import { Check, RotateCcw, X } from 'lucide-react';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { memo, useEffect, useState } from 'react';
import { call } from '../../api/client.ts';
import type { InputTo } from '../../api/calls.ts';
import { useCurrency } from '../../api/settings.ts';
import { numberText } from '../../lib/formats.ts';
import { counted } from '../../lib/texts.ts';
import { cn } from '../../ui/cn.ts';
import { Figure } from '../../ui/figures/figure.tsx';
import { MoneyFigure } from '../../ui/figures/money-figure.tsx';
import { FormError, Skeleton } from '../../ui/lists/panels.tsx';
import { useTeachers } from '../queries.ts';
import { byDay, dateWords } from './closure-values.ts';

type Question = InputTo<'POST /api/closures/preview'>['body'];

/** Milliseconds without a change before the server is asked: shorter than anybody types, and soon enough for a click. */
const pause = 150;

const previewQuery = (body: Question) =>
  queryOptions({
    queryKey: ['POST /api/closures/preview', body] as const,
    queryFn: ({ signal }) => call('POST /api/closures/preview', { body }, signal),
  });

/** What the server says a closure would do; the answer before it, `isOld`, until that is there. */
export const usePreview = (question: Question | null) => {
  const key = JSON.stringify(question);
  const [sent, setSent] = useState({ key, question });
  useEffect(() => {
    if (sent.key === key) return;
    const timer = setTimeout(() => setSent({ key, question }), pause);
    return () => clearTimeout(timer);
  }, [sent.key, key, question]);
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...previewQuery(sent.question ?? {}),
    enabled: sent.question !== null,
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
  });
  return {
    preview: error || question === null ? undefined : data,
    error: question === null ? null : error,
    isOld: isPlaceholderData || sent.key !== key,
    retry: () => void refetch(),
  };
};

const signs = { closes: X, back: RotateCcw, kept: Check, begun: Check } as const;

const Numbers = ({ preview }: { readonly preview: ClosurePreview }) => {
  const currency = useCurrency();
  const { lessons, families, back, billed } = preview;
  return (
    <div className="flex flex-wrap items-baseline gap-x-7 gap-y-1">
      {lessons + back.lessons === 0 && <Figure parts={[{ number: '0' }]} word="lessons" muted />}
      {lessons > 0 && (
        <>
          <Figure parts={[{ number: numberText(lessons) }]} word={lessons === 1 ? 'lesson' : 'lessons'} />
          <Figure parts={[{ number: numberText(families) }]} word={families === 1 ? 'family' : 'families'} />
        </>
      )}
      {back.lessons > 0 && (
        <Figure parts={[{ number: numberText(back.lessons) }]} word={back.lessons === 1 ? 'comes back' : 'come back'} />
      )}
      {billed.amount > 0 && (
        <p className="flex items-baseline gap-2">
          <MoneyFigure amount={billed.amount} currency={currency} />
          <span className="text-ink-2">refunded</span>
        </p>
      )}
    </div>
  );
};

/** The dates by day, each with what happens to it and to its money. */
const Dates = memo(({ preview }: { readonly preview: ClosurePreview }) => {
  const currency = useCurrency();
  const teachers = useTeachers();
  const { dates, lessons } = preview;
  const several = new Set(dates.map(({ teacherId }) => teacherId)).size > 1;
  return (
    <>
      {byDay(dates).map(({ date, title, dates: ofDay }) => (
        <section key={date} aria-label={title}>
          <h3 className="flex flex-wrap gap-x-2 border-b border-line pt-4 pb-1.5 font-strong">
            {title}
            <span className="font-normal text-ink-2">{counted(ofDay.length, 'lesson')}</span>
          </h3>
          <ul>
            {ofDay.map((one) => {
              const { text, amount } = dateWords(one, currency);
              const Sign = signs[one.effect];
              const teacher = several && teachers.find(({ id }) => id === one.teacherId)?.name;
              return (
                <li
                  key={`${one.lessonId} ${one.startTime}`}
                  className="grid min-h-8.5 grid-cols-[16px_132px_minmax(0,1fr)_auto] items-center gap-x-2.5 border-b border-line-soft py-1.5 last:border-b-0 @max-[460px]:grid-cols-[16px_minmax(0,1fr)_auto]"
                >
                  <Sign aria-hidden className="size-3.5 text-ink-3" strokeWidth={2} />
                  <span className="text-ink-2 tabular-nums @max-[460px]:col-start-2">
                    {formatTimeRange(toMinutes(one.startTime), toMinutes(one.endTime))}
                  </span>
                  <span className="min-w-0 font-strong break-words @max-[460px]:col-start-2 @max-[460px]:row-start-1">
                    {one.name}
                    {teacher && <span className="block text-small font-normal text-ink-3">{teacher}</span>}
                  </span>
                  <span className="text-right text-ink-2 tabular-nums @max-[460px]:col-start-3 @max-[460px]:row-start-1">
                    {text}
                    {amount !== null && <strong className="font-strong text-ink"> {amount}</strong>}
                  </span>
                </li>
              );
            })}
          </ul>
        </section>
      ))}
      {lessons > dates.length && (
        <p className="pt-3 text-ink-3">The first {numberText(dates.length)} dates are listed.</p>
      )}
    </>
  );
});

/** What the server says a closure would do: in numbers, in one sentence, and by date. */
export const ClosureConsequences = (props: {
  readonly preview: ClosurePreview | undefined;
  readonly error: Error | null;
  /** Of what was chosen before. */
  readonly isOld: boolean;
}) => {
  const { preview, error, isOld } = props;
  return (
    // Scrolls by itself on wide screens, from the keyboard too.
    <section
      aria-label="What it does"
      aria-busy={isOld}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      className={cn(
        '@container min-w-0 transition-opacity duration-140 ease-rondo focus-visible:-outline-offset-2 motion-reduce:transition-none desk:overflow-auto',
        isOld && preview && 'opacity-50',
      )}
    >
      <div aria-live="polite" className="min-h-[106px] border-b border-line px-6 pt-4 pb-3 max-desk:px-4">
        {preview && <Numbers preview={preview} />}
        {preview && <p className="mt-1 text-pretty text-ink-2">{preview.sentence}</p>}
        <FormError message={error?.message ?? null} />
        {!preview && !error && (
          <div className="grid gap-2">
            <Skeleton className="h-9 w-48" />
            <Skeleton className="h-4 w-80 max-w-full" />
          </div>
        )}
      </div>
      {preview && preview.back.conflicts.length > 0 && (
        <p className="px-6 pt-3 text-pretty text-bad max-desk:px-4">
          Overlapped then: {preview.back.conflicts.map(({ title }) => title).join(', ')}.
        </p>
      )}
      <div className="px-6 pb-5 max-desk:px-4">{preview && <Dates preview={preview} />}</div>
    </section>
  );
};
