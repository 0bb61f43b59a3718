import type { Fit, FitWithMove } from '@rondo/contracts/api/fits.ts';
import { shortDayName } from '@rondo/contracts/calendar/dates.ts';
import { formatTime, toMinutes } from '@rondo/contracts/calendar/times.ts';
import type { AnswerTo } from '../../api/calls.ts';
import { outcomeUnknown } from '../../api/call-failed.ts';
import { command, commandAnswered, type Done } from '../../api/client.ts';

type Move = FitWithMove['moves'];

export type WeeklyTime = Pick<Fit, 'teacherId' | 'dayOfWeek' | 'startTime'> & {
  /** Who has to leave the time first. */
  readonly moves?: Move;
};

/** "Mon 3:00 PM". */
export const newTimeOf = ({ dayOfWeek, startTime }: Pick<Move, 'dayOfWeek' | 'startTime'>): string =>
  `${shortDayName(dayOfWeek)} ${formatTime(toMinutes(startTime))}`;

/** What is added to the sentence about the chosen time: " Zoe Adeyemi moved to Mon 3:00 PM." */
export const andMoved = (moves: Move | undefined): string =>
  moves ? ` ${moves.name} moved to ${newTimeOf(moves)}.` : '';

const takeBack = async (moved: Done<unknown>): Promise<void> => {
  for (const batchId of moved.batches) await commandAnswered('POST /api/undo', { body: { batchId } });
};

/**
 * Moves the family whose lesson is in the way, if one is, and then does what its time is for: one action with one Undo. If that is refused,
 * the family has its old time again.
 */
export const makingRoom = async <Answer>(
  moves: Move | undefined,
  next: () => Promise<Done<Answer>>,
  succeeded: (answer: Answer) => boolean = () => true,
): Promise<Done<Answer>> => {
  if (!moves) return next();
  const { lessonId: id, from, dayOfWeek, startTime } = moves;
  const moved = await command('PATCH /api/lessons/:id/edit', {
    params: { id },
    body: { editScope: 'series', originalDate: from, dayOfWeek, startTime, ifFree: true },
  });
  try {
    const done = await next();
    if (!succeeded(done.answer)) {
      await takeBack(moved);
      return done;
    }
    return {
      answer: done.answer,
      batches: [...moved.batches, ...done.batches],
      calls: [...moved.calls, ...done.calls],
    };
  } catch (error) {
    // It may have been carried out: trying again finds out.
    if (!outcomeUnknown(error)) await takeBack(moved);
    throw error;
  }
};

/** Gives a student a weekly time, which one other family may have to leave first. */
export const placeAt = (
  studentId: string,
  { teacherId, dayOfWeek, startTime, moves }: WeeklyTime,
): Promise<Done<AnswerTo<'POST /api/students/optimize'>>> =>
  makingRoom(
    moves,
    () =>
      commandAnswered('POST /api/students/optimize', {
        body: {
          studentId,
          optimizationType: 'add-only',
          time: { teacherId, dayOfWeek, startTime, ...(moves && { from: moves.from }) },
        },
      }),
    ({ success }) => success,
  );
