import type { FamilyRequest } from '@rondo/contracts/api/calendars/family-requests.ts';
import { instantAt } from '@rondo/contracts/calendar/instants.ts';
import { toTimeText } from '@rondo/contracts/calendar/times.ts';
import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import type { scheduleEvents } from '@rondo/contracts/events/schedule/schedule.ts';
import type { Lesson } from '@rondo/contracts/events/schedule/lesson.ts';
import type { CommandContext } from '../../../platform/commands/aggregate.ts';
import type { Executed } from '../../../platform/commands/command-handler.ts';
import type { Services } from '../../../platform/kit/services.ts';
import { hasBegun, type Standing } from '../../schedule/requests/standing.ts';
import { askedTimes, type AskedTime, type TimeRequest } from '../../schedule/requests/state.ts';

// What a family's page says of its requests for another time.

type Done = Executed<typeof scheduleEvents>;
type Taught = { readonly teacherId: string; readonly row: Lesson; readonly date: IsoDate };
type RequestIn = { readonly teacherId: string; readonly requestId: string };

/** What of requests other rooms do. */
export type RequestRooms = {
  /** The last day to which a lesson can move. @param until that of a lesson that is owed; undefined: none is */
  readonly lastDay: (taught: Taught, until: IsoDate | null | undefined, today: IsoDate) => IsoDate;
  readonly timesFor: (studioId: string, taught: Taught, last: IsoDate) => Promise<readonly AskedTime[]>;
  readonly freeAmong: (studioId: string, taught: Taught, times: readonly AskedTime[]) => Promise<readonly AskedTime[]>;
  readonly ask: (
    context: CommandContext,
    teacherId: string,
    request: Omit<TimeRequest, 'requestId' | 'askedAt' | 'answer'>,
  ) => Promise<Done>;
  readonly withdraw: (context: CommandContext, where: RequestIn) => Promise<Done>;
  /** @throws RuleBroken when it is taken */
  readonly take: (context: CommandContext, where: RequestIn, time: AskedTime) => Promise<Done>;
};

/** The requests of a studio, as one recipient may read them. */
export type SeenRequests = {
  readonly isOn: boolean;
  readonly all: readonly (Standing & { readonly teacherId: string })[];
  readonly recipientId: string | null;
};

export const noRequests: SeenRequests = { isOn: false, all: [], recipientId: null };

type Seen = {
  readonly requests: SeenRequests;
  readonly refOf: (kind: string, id: string) => string;
  readonly cancelling: { readonly now: number; readonly timeZone: string };
};

/** A lesson's date, or the row of one that is owed. */
type Place = { readonly rowId: string; readonly date: IsoDate; readonly studentId: string };

export const timeRef = ({ refOf }: Pick<Seen, 'refOf'>, of: string, { date, start }: AskedTime): string =>
  refOf('time', `${of} ${date} ${start}`);

export const timeView = (
  seen: Pick<Seen, 'refOf'>,
  { of, duration }: { readonly of: string; readonly duration: number },
  time: AskedTime,
) => ({
  ref: timeRef(seen, of, time),
  date: time.date,
  startTime: toTimeText(time.start),
  endTime: toTimeText(time.start + duration),
});

export const requestRef = ({ refOf }: Pick<Seen, 'refOf'>, { request }: Standing): string =>
  refOf('request', request.requestId);

const viewOf = (standing: Standing, seen: Seen): FamilyRequest | null => {
  const { request, state, found } = standing;
  if (state === 'closed' || state === 'withdrawn') return null;
  const { answer, times, message, requestId, duration, recipientId } = request;
  const left =
    state === 'offered'
      ? (answer?.times ?? []).filter((time) => !hasBegun(time, seen.cancelling))
      : answer?.is === 'yes'
        ? answer.times
        : times;
  const [to] = left;
  // The lesson has changed since it was answered.
  if (state === 'yes' && (to?.date !== found?.date || to?.start !== found?.row.start)) return null;
  if (state === 'no' && (request.date !== found?.date || request.start !== found.row.start)) return null;
  if (state === 'offered' && left.length === 0) return null;
  return {
    ref: requestRef(seen, standing),
    state,
    times: left.map((time) => timeView(seen, { of: requestId, duration }, time)),
    message: recipientId === seen.requests.recipientId ? message : null,
    answer: answer?.message ?? null,
  };
};

/** What stands of a lesson: the newest request about it. */
export const requestAt = (seen: Seen, { rowId, date, studentId }: Place): FamilyRequest | null => {
  const newest = seen.requests.all.findLast(
    ({ request, found }) => request.studentId === studentId && found?.row.lessonId === rowId && found.date === date,
  );
  return newest ? viewOf(newest, seen) : null;
};

/** What of a request answers a call on it. */
export const requestView = viewOf;

/** How long the times that a page shows for a lesson stay the same. */
const minutesKept = 10;

type TimesKey = { readonly studioId: string; readonly linkHash: string; readonly lesson: string };

/** The times that a link's page showed for a lesson within the last minutes. */
export const timesFound = async (
  { db, now }: Pick<Services, 'db' | 'now'>,
  { studioId, linkHash, lesson }: TimesKey,
): Promise<readonly AskedTime[] | undefined> => {
  const row = await db
    .selectFrom('accounts.possible_times')
    .select('times')
    .where('studio_id', '=', studioId)
    .where('link_hash', '=', linkHash)
    .where('lesson', '=', lesson)
    .where('found_at', '>', instantAt(now() - minutesKept * 60_000))
    .executeTakeFirst();
  return row && askedTimes.parse(JSON.parse(row.times));
};

/** Remembers times that a page shows, and forgets the old ones of its link. */
export const noteTimes = async (
  { db, now }: Pick<Services, 'db' | 'now'>,
  { studioId, linkHash, lesson }: TimesKey,
  times: readonly AskedTime[],
): Promise<void> => {
  const found = { found_at: instantAt(now()), times: JSON.stringify(times) };
  await db
    .deleteFrom('accounts.possible_times')
    .where('studio_id', '=', studioId)
    .where('link_hash', '=', linkHash)
    .where('found_at', '<=', instantAt(now() - minutesKept * 60_000))
    .execute();
  await db
    .insertInto('accounts.possible_times')
    .values({ studio_id: studioId, link_hash: linkHash, lesson, ...found })
    .onConflict((conflict) => conflict.columns(['studio_id', 'link_hash', 'lesson']).doUpdateSet(found))
    .execute();
};
