import { addDays, isIsoDate, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { isWeekly } from '@rondo/contracts/calendar/rows.ts';
import { rangeProblem } from '@rondo/contracts/lessons/rules.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { useQuery } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { useState } from 'react';
import { z } from 'zod';
import { read } from '../../../api/queries.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { TypedField } from '../../../forms/TypedField.tsx';
import { useForm } from '../../../forms/use-form.ts';
import { ErrorPanel, LoadingBlocks } from '../../../ui/lists/panels.tsx';
import { toast } from '../../../ui/overlays/toast.tsx';
import type { Target } from '../../../calendar/days/optimistic.ts';
import { titleOf } from '../../../calendar/days/entry.ts';
import { timeWords, type Slot } from '../../../calendar/entries/conflict.ts';
import { SlotList } from '../../../calendar/entries/ConflictDialog.tsx';
import { justTaken, useTimedWrite } from '../../../calendar/entries/timed-write.ts';
import { moveWrite } from './moves.ts';

/** The default search range, in days after today. */
const window = 14;
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
  readonly range: Range;
  readonly isDefault: boolean;
  readonly busy: boolean;
  readonly onPick: (slot: Slot) => void;
}) => {
  const { lessonId, range, isDefault, busy, onPick } = props;
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
  return <SlotList label="Suggested times" slots={suggestions} busy={busy} onPick={onPick} />;
};

/** Finds another time in a range of dates: for one lesson, or for a series from then on. One click picks a suggestion. */
export const RescheduleDialog = (props: {
  readonly target: Target;
  readonly today: IsoDate;
  readonly onClose: () => void;
  readonly onMoved: (to: IsoDate) => void;
}) => {
  const { target, today, onClose, onMoved } = props;
  const { row, on } = target;
  const usual: Range = { startDate: today, endDate: addDays(today, window) };
  const [range, setRange] = useState(usual);
  const [searches, setSearches] = useState(0);
  const { control, handleSubmit } = useForm<Range>({
    resolver: zodResolver(rangeSchema(today)),
    defaultValues: usual,
  });
  const searchAgain = (): void => setSearches((count) => count + 1);
  const writing = useTimedWrite({ onConflict: () => toast(justTaken) });
  const pick = async (slot: Slot): Promise<void> => {
    const isMoved = await writing.send(moveWrite(target, slot, isWeekly(row) ? 'following' : 'this'));
    if (isMoved) onMoved(slot.date);
    else searchAgain();
  };
  const leave = (): void => {
    if (row.status === 'cancelled')
      toast({ title: 'Lesson Cancelled', description: 'No new time was chosen: it stays cancelled.', tone: 'neutral' });
    onClose();
  };
  return (
    <Dialog
      open
      onClose={leave}
      title="Reschedule Lesson"
      subtitle={`${titleOf(row)}, ${timeWords(row, on, isWeekly(row))}`}
      footer={<Button onClick={leave}>{row.status === 'cancelled' ? 'Leave Cancelled' : 'Close'}</Button>}
    >
      <div className="flex flex-col gap-5">
        <form
          noValidate
          onSubmit={(event) =>
            void handleSubmit((next) => {
              setRange(next);
              searchAgain();
            })(event)
          }
          className="grid grid-cols-[1fr_1fr_auto] items-start gap-3 max-desk:grid-cols-2"
        >
          <TypedField control={control} name="startDate" label="From" type="date" min={today} required />
          <TypedField control={control} name="endDate" label="To" type="date" min={today} required />
          <Button
            type="submit"
            icon={Search}
            className="mt-[26px] h-10 max-desk:col-span-2 max-desk:mt-0 max-desk:h-12"
          >
            Find Times
          </Button>
        </form>
        <Suggestions
          key={searches}
          lessonId={row.lessonId}
          range={range}
          isDefault={range.startDate === usual.startDate && range.endDate === usual.endDate}
          busy={writing.isPending}
          onPick={(slot) => void pick(slot)}
        />
      </div>
    </Dialog>
  );
};
