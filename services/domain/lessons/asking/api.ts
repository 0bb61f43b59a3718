import { answerRequest, listRequests, type RequestEntry } from '@rondo/contracts/api/calendars/time-requests.ts';
import { isWeekly } from '@rondo/contracts/calendar/rows.ts';
import { toMinutes, toTimeText } from '@rondo/contracts/calendar/times.ts';
import type { scheduleEvents } from '@rondo/contracts/events/schedule/schedule.ts';
import type { Executed } from '../../../platform/commands/command-handler.ts';
import { answeredAll } from '../../../platform/http/answer.ts';
import { route, type Route } from '../../../platform/http/route.ts';
import { InvalidInput, NotFound } from '../../../platform/kit/errors.ts';
import type { Services } from '../../../platform/kit/services.ts';
import { familyAuthor } from '../../people/households/family-author.ts';
import { standingRequests } from '../../schedule/requests/standing.ts';
import type { AskedTime } from '../../schedule/requests/state.ts';
import { answerInWords, moveAsked } from './commands.ts';
import { timesToRead } from './times.ts';

/** A family by name. */
type Family = {
  readonly id: string;
  readonly name: string;
  readonly students: readonly { readonly id: string; readonly name: string }[];
};

type Standing = Awaited<ReturnType<typeof standingRequests>>[number];

const inOrder = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
const lessonKey = ({ request: { date, start } }: Standing): string => `${date} ${toTimeText(start)}`;
const lastChange = ({ request: { answer, askedAt } }: Standing): string => answer?.at ?? askedAt;

/** The open ones by their lessons, then the others, the newest first. */
const listed = (all: readonly Standing[], open: boolean | undefined): Standing[] => [
  ...(open === false
    ? []
    : all.filter(({ state }) => state === 'open').toSorted((a, b) => inOrder(lessonKey(a), lessonKey(b)))),
  ...(open === true
    ? []
    : all.filter(({ state }) => state !== 'open').toSorted((a, b) => inOrder(lastChange(b), lastChange(a)))),
];

const because = { changed: 'The lesson has changed.', passed: 'Its time has passed.' } as const;

/** What families ask for, and the teacher's answers. */
export const requestRoutes = (
  services: Services,
  familiesOf: (studioId: string) => Promise<readonly Family[]>,
): Route[] => {
  const entryOf = async (studioId: string, families: readonly Family[], standing: Standing): Promise<RequestEntry> => {
    const { request, teacherId, state, found } = standing;
    const { studentId, recipientId, duration, answer } = request;
    const family = families.find(({ students }) => students.some(({ id }) => id === studentId));
    const span = ({ date, start }: AskedTime) => ({
      date,
      startTime: toTimeText(start),
      endTime: toTimeText(start + duration),
    });
    const times =
      state === 'open' && found
        ? await timesToRead(services, studioId, { ...found, teacherId }, request.times)
        : request.times.map((time) => ({ ...time, free: false, reasoningText: '' }));
    return {
      id: request.requestId,
      family: {
        id: family?.id ?? null,
        name: family?.name ?? '',
        asked: (await familyAuthor(services, studioId, `family:${recipientId}`)) ?? '',
      },
      student: {
        id: studentId,
        name: family?.students.find(({ id }) => id === studentId)?.name ?? 'A former student',
      },
      lesson: {
        ...span(request),
        teacherId,
        owed: request.owed,
        row: found && { lessonId: found.row.lessonId, originalDate: isWeekly(found.row) ? found.date : null },
      },
      times: times.map(({ free, reasoningText, ...time }) => ({ ...span(time), free, reasoningText })),
      message: request.message,
      askedAt: request.askedAt,
      state,
      because: standing.because && because[standing.because],
      answer: answer && { at: answer.at, times: answer.times.map(span), message: answer.message },
    };
  };

  const named = async (studioId: string, requestId: string) => {
    const found = (await standingRequests(services, studioId)).find(({ request }) => request.requestId === requestId);
    if (!found) throw new NotFound('There is no such request.');
    return { teacherId: found.teacherId, requestId };
  };

  return [
    route(listRequests, async ({ query: { open, before, limit } }, { actor: { studioId } }) => {
      const all = listed(await standingRequests(services, studioId), open);
      const from = before === undefined ? 0 : all.findIndex(({ request }) => request.requestId === before) + 1;
      const page = all.slice(from, from + limit);
      const families = page.length === 0 ? [] : await familiesOf(studioId);
      const entries = await Promise.all(page.map((one) => entryOf(studioId, families, one)));
      return { entries, next: from + limit < all.length ? (page.at(-1)?.request.requestId ?? null) : null };
    }),
    route(answerRequest, async ({ params: { id }, body }, context) => {
      const { actor, command } = context;
      const where = await named(actor.studioId, id);
      /** The family is mailed soon. */
      const answeredBy = async (executed: Executed<typeof scheduleEvents>) => {
        const answer = await answeredAll(services, context, [executed], { success: true });
        services.messageBell.ring();
        return answer;
      };
      if (body.answer === 'yes') {
        const choose = ({ times }: { readonly times: readonly AskedTime[] }): AskedTime => {
          const time = times[body.time];
          if (!time) throw new InvalidInput('Please choose one of the times.');
          return time;
        };
        const { executed } = await moveAsked(services, command, where, { waiting: 'open', byFamily: false, choose });
        return answeredBy(executed);
      }
      const times =
        body.answer === 'no' ? [] : body.times.map(({ date, startTime }) => ({ date, start: toMinutes(startTime) }));
      const reply = { answer: body.answer, times, message: body.message || null };
      return answeredBy(await answerInWords(services, command, where, reply));
    }),
  ];
};
