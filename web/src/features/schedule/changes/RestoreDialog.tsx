import { toMinutes, toTimeText } from '@rondo/contracts/calendar/times.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../../../api/client.ts';
import { ConfirmDialog } from '../../../ui/overlays/dialog.tsx';
import { optimisticChange, type Target } from '../../../calendar/days/optimistic.ts';
import { titleOf } from '../../../calendar/days/entry.ts';
import { sendMoveOne, type When } from '../../../calendar/entries/commands.ts';
import { timeWords, wantedRow, withAlternatives, type Conflict } from '../../../calendar/entries/conflict.ts';
import { ConflictDialog } from '../../../calendar/entries/ConflictDialog.tsx';
import { restoring } from './restore.ts';
import { useLessonCommand } from '../../../calendar/entries/use-lesson-command.ts';

const conflictQuery = ({ row, on }: Target) =>
  queryOptions({
    queryKey: ['POST /api/lessons/check-conflicts', 'restore', row.lessonId, row.revision] as const,
    queryFn: async (): Promise<Conflict> => {
      const wanted = wantedRow({ row, on }, { date: on, startTime: toTimeText(row.start), scope: 'this' });
      const { conflictingEvents } = await call('POST /api/lessons/check-conflicts', { body: wanted });
      return withAlternatives(conflictingEvents, wanted);
    },
    staleTime: 0,
    gcTime: 0,
  });

/** The time of a cancelled lesson has been taken: shows the conflicts and the options. */
export const RestoreDialog = ({ target, onClose }: { readonly target: Target; readonly onClose: () => void }) => {
  const { row, on } = target;
  const { data: conflict } = useQuery(conflictQuery(target));
  const restore = useLessonCommand(restoring(() => undefined));
  const move = useLessonCommand({
    run: (to: When) => sendMoveOne(target, to),
    optimistic: (rows, { date, startTime }) => optimisticChange(rows, target, { date, start: toMinutes(startTime) }),
    said: () => ({ title: 'Alternative scheduled', description: titleOf(row) }),
    failed: 'Failed to schedule alternative time slot.',
  });
  const close = (done: unknown): void => {
    if (done) onClose();
  };
  const force = (): void => void restore.send({ ...target, force: true }).then(close);
  const name = titleOf(row);
  const when = timeWords(row, on);
  if (!conflict) return null;
  if (conflict.events.length === 0)
    return (
      <ConfirmDialog
        open
        title="Restore Lesson?"
        confirm="Restore"
        loading={restore.isPending}
        onClose={onClose}
        onConfirm={force}
      >
        <p>
          <b className="font-strong text-ink">{name}</b>, {when}
        </p>
      </ConfirmDialog>
    );
  return (
    <ConflictDialog
      wanted={`${name}, ${when}`}
      conflict={conflict}
      override="Restore Anyway"
      busy={restore.isPending || move.isPending}
      onPick={({ date, startTime }) => void move.send({ date, startTime }).then(close)}
      onOverride={force}
      onClose={onClose}
    />
  );
};
