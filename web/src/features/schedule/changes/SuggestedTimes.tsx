import { addDays, earlierOf, isIsoDate, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { isWeekly } from '@rondo/contracts/calendar/rows.ts';
import { isOwed } from '@rondo/contracts/policy/charge.ts';
import { rangeProblem } from '@rondo/contracts/lessons/rules.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { useQuery } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { useState } from 'react';
import { z } from 'zod';
import { read } from '../../../api/queries.ts';
import { Button } from '../../../ui/button.tsx';
import { TypedField } from '../../../forms/TypedField.tsx';
import { useForm } from '../../../forms/use-form.ts';
import { ErrorPanel, LoadingBlocks } from '../../../ui/lists/panels.tsx';
import type { Target } from '../../../calendar/days/optimistic.ts';
import type { Slot } from '../../../calendar/entries/conflict.ts';
import { SlotList } from '../../../calendar/entries/ConflictDialog.tsx';
import type { MoveScope } from './moves.ts';

/** The default search range, in days after today, and the longest one. */
const window = 14;
const longest = 182;
const searchFailed = 'Failed to find reschedule options. Please try again.';

type Range = { readonly startDate: IsoDate; readonly endDate: IsoDate };

const rangeSchema = (today: IsoDate) =>
  z
    .object({
      startDate: z.string().refine(isIsoDate, 'Please choose a start date.'),
      endDate: z.string().refine(isIsoDate, 'Please choose an end date.'),
    })
    .superRefine((range, context) => {
      const problem = rangeProblem(range, today);
      if (problem) context.addIssue({ code: 'custom', path: [problem.field], message: problem.message });
    });

const Suggestions = (props: {
  readonly lessonId: string;
  readonly range: Range & { readonly originalDate?: IsoDate };
  readonly isDefault: boolean;
  readonly busy: boolean;
  readonly onWeek: boolean;
  readonly onPick: (slot: Slot) => void;
}) => {
  const { lessonId, range, isDefault, busy, onWeek, onPick } = props;
  const found = useQuery({
    ...read('GET /api/lessons/:id/reschedule-suggestions', { params: { id: lessonId }, query: range }),
    // What is free now may be taken a minute later.
    staleTime: 0,
    gcTime: 0,
  });
  if (found.error) return <ErrorPanel message={searchFailed} onRetry={() => void found.refetch()} />;
  if (!found.data) return <LoadingBlocks label="Looking for free times" blocks={['h-44']} />;
  const { suggestions, nearestMiss } = found.data;
  if (suggestions.length === 0)
    return (
      <output className="block text-ink-2">
        {isDefault
          ? 'No available time slots found within the next 2 weeks.'
          : 'No available time slots found in these dates.'}
        {typeof nearestMiss === 'string' && ` ${nearestMiss}`}
      </output>
    );
  return <SlotList label="Suggested times" slots={suggestions} busy={busy} onPick={onPick} onWeek={onWeek} />;
};

/** Until when times are looked for at first: for a lesson that is owed until that ends. */
const lastDay = ({ cancellation }: Target['row'], today: IsoDate): IsoDate => {
  const outcome = cancellation?.outcome ?? null;
  const until = outcome !== null && isOwed(outcome) ? outcome.until : null;
  if (until === null || until < today) return addDays(today, window);
  return earlierOf(until, addDays(today, longest));
};

/** Free times in a range of dates: for one lesson, or for a series from then on. */
export const SuggestedTimes = (props: {
  readonly target: Target;
  readonly scope: MoveScope;
  readonly today: IsoDate;
  readonly busy: boolean;
  /** Changes when the times should be looked for again. */
  readonly attempt: number;
  /** The week behind the dialog shows the times too. */
  readonly onWeek: boolean;
  readonly onPick: (slot: Slot) => void;
}) => {
  const { target, scope, today, busy, attempt, onWeek, onPick } = props;
  const { row, on } = target;
  const usual: Range = { startDate: today, endDate: lastDay(row, today) };
  const [range, setRange] = useState(usual);
  const [searches, setSearches] = useState(0);
  const { control, handleSubmit } = useForm<Range>({
    resolver: zodResolver(rangeSchema(today)),
    defaultValues: usual,
  });
  return (
    <>
      <form
        noValidate
        onSubmit={(event) =>
          void handleSubmit((next) => {
            setRange(next);
            setSearches((count) => count + 1);
          })(event)
        }
        className="grid grid-cols-[1fr_1fr_auto] items-start gap-3 max-desk:grid-cols-2"
      >
        <TypedField control={control} name="startDate" label="From" type="date" min={today} required />
        <TypedField control={control} name="endDate" label="To" type="date" min={today} required />
        <Button type="submit" icon={Search} className="mt-[26px] h-10 max-desk:col-span-2 max-desk:mt-0 max-desk:h-12">
          Find Times
        </Button>
      </form>
      <Suggestions
        key={`${scope} ${searches} ${attempt}`}
        lessonId={row.lessonId}
        range={{ ...range, ...(scope === 'this' && isWeekly(row) ? { originalDate: on } : {}) }}
        isDefault={range.startDate === today && range.endDate === addDays(today, window)}
        busy={busy}
        onWeek={onWeek}
        onPick={onPick}
      />
    </>
  );
};
