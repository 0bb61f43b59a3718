import type { Inquiry } from '@rondo/contracts/api/asking/inquiries.ts';
import type { Question } from '@rondo/contracts/api/road/question.ts';
import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import type { Interval } from '@rondo/contracts/calendar/intervals.ts';
import { formatTime, toMinutes } from '@rondo/contracts/calendar/times.ts';
import { shortDate } from '@rondo/contracts/calendar/words.ts';
import { localTimeZone, wallClock } from '@rondo/contracts/calendar/zones.ts';
import { call } from '../../api/client.ts';
import { queryClient } from '../../api/queries.ts';
import { currentUserQuery } from '../../api/session/session.ts';

/** A time of a day that is taken, although nothing takes place in it yet. In minutes after midnight. */
export type HeldTime = Interval & {
  readonly id: string;
  /** Of what is held every week, its first date. */
  readonly date: IsoDate;
  readonly isWeekly?: true;
  /** For whom it is held. */
  readonly name: string;
  /** "Held until 4:50 PM" */
  readonly note: string;
};

const noteOf = ({ date, until }: Pick<Question, 'date' | 'until'>, timeZone: string): string => {
  const end = wallClock(Date.parse(until), timeZone);
  const day = end.date === date ? '' : `${shortDate(end.date)}, `;
  return `Held until ${day}${formatTime(end.minute)}`;
};

/** The times that questions to families hold. */
export const heldByQuestions = (questions: readonly Question[], timeZone: string): HeldTime[] =>
  questions
    .filter(({ state }) => state === 'open')
    .flatMap((question) =>
      question.changes.map(({ name, startTime, endTime }, i) => ({
        date: question.date,
        id: `${question.repairId} ${i}`,
        name,
        note: noteOf(question, timeZone),
        start: toMinutes(startTime),
        end: toMinutes(endTime),
      })),
    );

/** The weekly times that are held with a teacher for questions from the form. */
export const heldForQuestions = (inquiries: readonly Inquiry[], teacherId: string): HeldTime[] =>
  inquiries.flatMap(({ id, firstName, hold, heldUntil }) =>
    hold?.teacherId === teacherId && heldUntil !== null
      ? {
          id: `hold ${id}`,
          date: hold.firstDate,
          isWeekly: true,
          name: `Held for ${firstName}`,
          note: `Until ${shortDate(heldUntil)}`,
          start: toMinutes(hold.startTime),
          end: toMinutes(hold.endTime),
        }
      : [],
  );

/** What holds times of a teacher: questions to families of a day, and questions from the form. */
export type Holder = 'GET /api/repairs' | 'GET /api/inquiries';

/** The times of a teacher that are held, as the server has them now. */
export const readHeldTimes = async (
  by: Holder,
  teacherId: string,
  signal: AbortSignal,
): Promise<readonly HeldTime[]> => {
  if (by === 'GET /api/inquiries') return heldForQuestions(await call(by, {}, signal), teacherId);
  const user = queryClient.getQueryData(currentUserQuery.queryKey);
  return heldByQuestions(await call(by, { query: { teacherId } }, signal), user?.timeZone ?? localTimeZone());
};
