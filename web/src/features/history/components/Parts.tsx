import type { HistoryEntry, HistoryPart } from '@rondo/contracts/api/history/history.ts';
import { useQuery } from '@tanstack/react-query';
import { Undo2 } from 'lucide-react';
import { send } from '../../../api/commands/command.ts';
import { titleOf } from '../../../calendar/days/entry.ts';
import { lessonsQuery } from '../../../calendar/queries.ts';
import type { StudioTime } from '../../../calendar/moments/moment-text.ts';
import { Button } from '../../../ui/button.tsx';
import { putBackOf, type PutBack } from '../put-back.ts';

/** The calls that put single lessons of a batch back to where they were before it, as far as there are any. */
const usePutBacks = ({ parts, before, undone }: HistoryEntry, { today }: StudioTime) => {
  const enabled = before !== null && undone === null && parts.some(({ lessonId }) => lessonId !== null);
  const past = useQuery({ ...lessonsQuery({ ...(before !== null && { asOf: before }), from: today }), enabled });
  const present = useQuery({ ...lessonsQuery({ from: today }), enabled });
  return ({ lessonId }: HistoryPart): { readonly call: PutBack; readonly whose: string } | null => {
    if (lessonId === null || !enabled || !past.data || !present.data) return null;
    const call = putBackOf(lessonId, past.data, present.data, today);
    const row = present.data.find((one) => one.lessonId === lessonId);
    return call && row ? { call, whose: titleOf(row) } : null;
  };
};

const putBack = (call: PutBack, whose: string): void => {
  const feedback = { done: `${whose} is back where it was`, failed: 'This lesson could not be put back' };
  switch (call.name) {
    case 'PATCH /api/lessons/:id':
      void send(call.name, call.input, feedback);
      break;
    case 'PATCH /api/lessons/:id/reschedule':
      void send(call.name, call.input, feedback);
      break;
    case 'PATCH /api/lessons/:id/edit':
      void send(call.name, call.input, feedback);
      break;
  }
};

/** What a batch did, one by one, each lesson with the way to put it back alone. */
export const Parts = ({ entry, place }: { readonly entry: HistoryEntry; readonly place: StudioTime }) => {
  const { parts, partsCount } = entry;
  const putBackOfPart = usePutBacks(entry, place);
  return (
    <ul className="mb-3 text-ink-2">
      {parts.map((part, i) => {
        const back = putBackOfPart(part);
        return (
          // The list never changes.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={i} className="flex flex-wrap items-center gap-x-3">
            {part.sentence}
            {back && (
              <Button
                kind="quiet"
                size="small"
                icon={Undo2}
                aria-label={`Put back alone: ${part.sentence}`}
                onClick={() => putBack(back.call, back.whose)}
              >
                Put back alone
              </Button>
            )}
          </li>
        );
      })}
      {partsCount > parts.length && <li>and {(partsCount - parts.length).toLocaleString('en-US')} more</li>}
    </ul>
  );
};
