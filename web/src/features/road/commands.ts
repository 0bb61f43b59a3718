import type { Stop } from '@rondo/contracts/api/road/day.ts';
import type { Question } from '@rondo/contracts/api/road/question.ts';
import type { RepairOption } from '@rondo/contracts/api/road/repairs.ts';
import { formatTime, toMinutes } from '@rondo/contracts/calendar/times.ts';
import { wallClock } from '@rondo/contracts/calendar/zones.ts';
import { failure, useCommand } from '../../api/commands/command.ts';

/** "3:44 PM": when a stop was stamped, on the studio's clock. */
export const stampText = (at: string, timeZone: string): string =>
  formatTime(wallClock(Date.parse(at), timeZone).minute);

export const stampWords = { arrived: 'Arrived at', done: 'Done at' } as const;

/** Stamps a stop, or takes its stamp back. */
export const useStamp = ({ title }: Pick<Stop, 'title'>, timeZone: string) =>
  useCommand('POST /api/day/stamps', {
    done: (_, { body: { kind, at } }) =>
      at === null ? `${title}: stamp taken back` : `${stampWords[kind]} ${title}, ${stampText(at, timeZone)}`,
    failed: 'The stamp was not saved',
  });

/** Says how late the teacher is; the dialog shows what it comes to. */
export const useDelay = () =>
  useCommand('POST /api/day/delays', {
    done: null,
    failed: failure('The delay was not saved', 'Please try again.'),
  });

/** Marks what a family was told; the dialog shows it. */
export const useTold = () =>
  useCommand('POST /api/day/delays/told', {
    done: null,
    failed: failure('It was not marked as told', 'Please try again.'),
  });

/** Moves the lessons of an option to their new times. */
export const useRepair = (option: RepairOption | undefined) =>
  useCommand('POST /api/lessons/:id/repairs', {
    done: (_, { body: { changes } }) => {
      const moves = changes.map(({ lessonId, startTime }) => {
        const change = option?.changes.find((one) => one.lessonId === lessonId);
        return `${change?.name ?? 'The lesson'} moved to ${formatTime(toMinutes(startTime))}`;
      });
      return {
        title: `${moves.join(', ')}.`,
        description: moves.length === 1 ? 'Tell the family.' : 'Tell the families.',
      };
    },
    failed: failure('The day has not changed', 'Please try again.'),
  });

/** Asks the families of an option first; its card on the day says until when. */
export const useAsking = () =>
  useCommand('POST /api/lessons/:id/repairs/ask', {
    done: { title: 'The new time is held until they answer.', description: 'Text or call them from the day.' },
    failed: failure('Nothing was asked', 'Please try again.'),
  });

const answerWords: Readonly<Record<Question['state'], string>> = {
  applied: 'They said yes. The day has changed.',
  declined: 'They said no. Everything stays as it is.',
  open: 'Noted. Another family still has to answer.',
  expired: 'The question has ended.',
  withdrawn: 'The question has ended.',
  overtaken: 'The question has ended.',
};

/** Notes what a family said. */
export const useAnswer = () =>
  useCommand('POST /api/repairs/:id/answers', {
    done: (answer) => answerWords[answer && 'state' in answer ? answer.state : 'open'],
    failed: failure('The answer was not noted', 'Please try again.'),
  });

export const useWithdrawal = () =>
  useCommand('DELETE /api/repairs/:id', {
    done: 'The question is withdrawn',
    failed: failure('The question was not withdrawn', 'Please try again.'),
    isFinal: true,
  });
