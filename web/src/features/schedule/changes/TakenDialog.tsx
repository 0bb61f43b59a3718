import { dateInWeekOf } from '@rondo/contracts/calendar/dates.ts';
import { toMinutes } from '@rondo/contracts/calendar/times.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../../../api/client.ts';
import { ConfirmDialog } from '../../../ui/overlays/dialog.tsx';
import { toast } from '../../../ui/overlays/toast.tsx';
import type { Target } from '../../../calendar/days/optimistic.ts';
import { titleOf } from '../../../calendar/days/entry.ts';
import type { When } from '../../../calendar/entries/commands.ts';
import {
  timeWords,
  wantedRow,
  withAlternatives,
  type Conflict,
  type Slot,
} from '../../../calendar/entries/conflict.ts';
import { ConflictDialog } from '../../../calendar/entries/ConflictDialog.tsx';
import { useLessonCommand } from '../../../calendar/entries/use-lesson-command.ts';
import { moving, type Moving } from './use-move.ts';

const conflictQuery = ({ target, to: { date, startTime }, scope }: Moving) =>
  queryOptions({
    queryKey: [
      'POST /api/lessons/check-conflicts',
      'move',
      target.row.lessonId,
      target.row.revision,
      target.on,
      date,
      startTime,
      scope,
    ] as const,
    queryFn: async (): Promise<Conflict> => {
      const wanted = wantedRow(target, { date, startTime, scope });
      const { conflictingEvents } = await call('POST /api/lessons/check-conflicts', { body: wanted });
      return withAlternatives(conflictingEvents, wanted);
    },
    staleTime: 0,
    gcTime: 0,
  });

const takenToo = (): void =>
  toast({ title: 'That time was just taken.', description: 'Please choose another one.', tone: 'destructive' });

/** The time that a lesson would move to is taken: shows the conflicts, other times, and a button to move anyway. */
export const TakenDialog = (props: {
  readonly target: Target;
  readonly to: When;
  readonly scope: Moving['scope'];
  /** Closes the dialog without moving anything. */
  readonly onBack: () => void;
  readonly onMoved: () => void;
}) => {
  const { target, to, scope, onBack, onMoved } = props;
  const { row, on } = target;
  const { data: conflict } = useQuery(conflictQuery({ target, to, scope }));
  const move = useLessonCommand(moving(takenToo));
  const send = async (change: Pick<Moving, 'to' | 'how'>): Promise<void> => {
    if (await move.send({ target, scope, ...change })) onMoved();
  };
  const pick = ({ date, dayOfWeek, startTime }: Slot): void =>
    void send({ to: { date: scope === 'this' ? date : dateInWeekOf(on, dayOfWeek), startTime }, how: 'alternative' });
  if (!conflict) return null;
  const when = timeWords({ ...row, start: toMinutes(to.startTime) }, to.date, scope === 'following');
  if (conflict.events.length === 0)
    return (
      <ConfirmDialog
        open
        title="Move Lesson"
        confirm="Move"
        loading={move.isPending}
        onClose={onBack}
        onConfirm={() => void send({ to })}
      >
        <p>
          <b className="font-strong text-ink">{titleOf(row)}</b>, {when}
        </p>
      </ConfirmDialog>
    );
  return (
    <ConflictDialog
      wanted={`${titleOf(row)}, ${when}`}
      conflict={conflict}
      busy={move.isPending}
      onPick={pick}
      onOverride={() => void send({ to, how: 'override' })}
      onClose={onBack}
    />
  );
};
