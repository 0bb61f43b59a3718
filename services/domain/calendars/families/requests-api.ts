import {
  askForTime,
  getPossibleTimes,
  takeOfferedTime,
  withdrawRequest,
} from '@rondo/contracts/api/calendars/family-requests.ts';
import { answerAsked } from '@rondo/contracts/api/calendars/family-page.ts';
import { closedDateOf } from '@rondo/contracts/calendar/closures/closed-dates.ts';
import type { Request } from 'express';
import { withBatch } from '../../../platform/http/answer.ts';
import { familyOf, type FamilyCaller } from '../../../platform/http/callers/family.ts';
import { route, type Route } from '../../../platform/http/route.ts';
import { Forbidden, InvalidInput, NotFound, RuleBroken } from '../../../platform/kit/errors.ts';
import type { Services } from '../../../platform/kit/services.ts';
import { closuresNow } from '../../schedule/time-off/closures.ts';
import { questionEnded } from '../../schedule/questions/state.ts';
import { studioNow } from '../../studio/clock.ts';
import { lessonNamed } from './dates.ts';
import { datesSeen, owedSeen, type FromOtherRooms, type Viewer } from './page.ts';
import { questionRef, questionsOn } from './questions.ts';
import { noteTimes, requestRef, requestView, timeRef, timesFound, timeView } from './requests.ts';

const missing = (): NotFound => new NotFound('This is no longer on your page.');

/** A family asks for another time on its page, and answers what it is asked. */
export const familyRequestRoutes = (
  services: Services,
  rooms: FromOtherRooms,
  viewerBy: (request: Request, link: FamilyCaller) => Promise<Viewer>,
): Route[] => {
  const seenBy = async (viewer: Viewer) => {
    const { studioId, family } = viewer;
    if (family.recipient.gets === 'invoices') throw missing();
    const [{ settings }, clock, closures] = await Promise.all([
      services.settingsOf(studioId),
      studioNow(services, studioId),
      closuresNow(services, studioId),
    ]);
    if (!settings.familyRequest) throw new Forbidden('Please call or write to ask for another time.');
    return { seen: await datesSeen(services, viewer, { clock, closures }), clock, closures };
  };

  /** The lesson ahead, or the one that is owed, with this ref on a page. @throws NotFound, Forbidden, RuleBroken */
  const named = async (viewer: Viewer, ref: string) => {
    const { seen, clock, closures } = await seenBy(viewer);
    const lesson = lessonNamed(seen, clock.today, ref);
    if (lesson) {
      const { date, row, studentId, lesson: view } = lesson;
      if (view.status !== 'scheduled') throw new RuleBroken('This lesson does not take place.');
      const { lessonId, originalDate, isSingle, teacherId } = date;
      const lessonOf = { lessonId, originalDate: isSingle ? null : originalDate, owed: false };
      const about = { ...lessonOf, studentId, date: date.date, start: date.start, duration: date.duration };
      const taught = { teacherId, row: row.lesson, date: date.date };
      return { today: clock.today, seen, about, taught, until: undefined };
    }
    const owed = owedSeen(rooms, viewer, seen, { clock, closures }).find((one) => one.ref === ref);
    const row = owed && seen.byId.get(closedDateOf(owed.of.lessonId)?.seriesId ?? owed.of.lessonId);
    if (!owed || !row) throw missing();
    const { lessonId, lessonDate, studentId, teacherId, until, duration } = owed.of;
    const about = {
      lessonId,
      originalDate: null,
      owed: true,
      studentId,
      date: lessonDate,
      start: row.lesson.start,
      duration,
    };
    const taught = { teacherId, row: row.lesson, date: lessonDate };
    return { today: clock.today, seen, about, taught, until };
  };

  /** The family's request with this ref. @throws NotFound, Forbidden */
  const requestNamed = async (viewer: Viewer, ref: string) => {
    const { seen } = await seenBy(viewer);
    const ids = new Set(viewer.family.students.map(({ id }) => id));
    const standing = seen.requests.all.find((one) => ids.has(one.request.studentId) && requestRef(viewer, one) === ref);
    if (!standing) throw missing();
    return { seen, standing, where: { teacherId: standing.teacherId, requestId: standing.request.requestId } };
  };

  return [
    route(answerAsked, async ({ params: { ref }, body: { answer } }, { request, command, endpoint }) => {
      const viewer = await viewerBy(request, familyOf(request));
      const question = (await questionsOn(rooms.questions, viewer)).find((one) => questionRef(viewer, one) === ref);
      if (!question) throw missing();
      const { teacherId, repairId, studentId } = question;
      try {
        const executed = await rooms.questions.answer(command, { teacherId, repairId, studentId, answer });
        await services.models.isVisible(executed, endpoint);
      } catch (error) {
        // What has changed on the day is no family's business.
        if (!(error instanceof RuleBroken) || error.message === questionEnded) throw error;
        throw new RuleBroken('The day has changed since. Please call or write.', {}, { cause: error });
      }
      return withBatch(null, { success: true });
    }),
    route(getPossibleTimes, async ({ params: { ref } }, { request }) => {
      const link = familyOf(request);
      const viewer = await viewerBy(request, link);
      const { taught, until, about, today } = await named(viewer, ref);
      const { studioId } = viewer;
      const key = { studioId, linkHash: link.linkHash, lesson: ref };
      const known = await timesFound(services, key);
      const last = rooms.requests.lastDay(taught, until, today);
      const times = known
        ? await rooms.requests.freeAmong(studioId, taught, known)
        : await rooms.requests.timesFor(studioId, taught, last);
      if (!known) await noteTimes(services, key, times);
      const { duration } = about;
      return { times: times.map((time) => timeView(viewer, { of: ref, duration }, time)), until: last };
    }),
    route(askForTime, async ({ params: { ref }, body }, { request, command, endpoint }) => {
      const link = familyOf(request);
      const viewer = await viewerBy(request, link);
      const { taught, about } = await named(viewer, ref);
      const chosen = [...new Set(body.times)];
      const message = body.message || null;
      if (chosen.length === 0 && message === null) throw new InvalidInput('Please choose a time or write a message.');
      const { studioId } = viewer;
      const known =
        chosen.length === 0 ? [] : await timesFound(services, { studioId, linkHash: link.linkHash, lesson: ref });
      const times = chosen.map((one) => known?.find((time) => timeRef(viewer, ref, time) === one));
      if (times.includes(undefined)) throw new RuleBroken('These times are no longer up to date. Please choose again.');
      const executed = await rooms.requests.ask(command, taught.teacherId, {
        ...about,
        recipientId: link.recipientId,
        times: times.flatMap((time) => time ?? []),
        message,
      });
      await services.models.isVisible(executed, endpoint);
      services.messageBell.ring();
      const event = executed.events.find(({ type }) => type === 'TimeRequested');
      const { seen } = await seenBy(viewer);
      const standing = seen.requests.all.find(
        (one) => event?.type === 'TimeRequested' && one.request.requestId === event.data.requestId,
      );
      const view = standing && requestView(standing, seen);
      if (!view) throw missing();
      return withBatch(null, { request: view });
    }),
    route(withdrawRequest, async ({ params: { ref } }, { request, command, endpoint }) => {
      const { where } = await requestNamed(await viewerBy(request, familyOf(request)), ref);
      await services.models.isVisible(await rooms.requests.withdraw(command, where), endpoint);
      services.messageBell.ring();
      return withBatch(null, { success: true });
    }),
    route(takeOfferedTime, async ({ params: { ref }, body }, { request, command, endpoint }) => {
      const viewer = await viewerBy(request, familyOf(request));
      const { standing, where, seen } = await requestNamed(viewer, ref);
      const { requestId, answer } = standing.request;
      const time = answer?.times.find((one) => timeRef(viewer, requestId, one) === body.time);
      if (!time) throw missing();
      try {
        await services.models.isVisible(await rooms.requests.take(command, where, time), endpoint);
        services.messageBell.ring();
      } catch (error) {
        // What takes the time, and why a lesson cannot move, is no family's business.
        if (!(error instanceof RuleBroken)) throw error;
        if (error.message.startsWith('This request is closed')) throw error;
        if (!('hasConflict' in error.details))
          throw new RuleBroken(
            'This lesson cannot be moved here right now. Please call or write.',
            {},
            { cause: error },
          );
        const { row, date } = standing.found ?? {};
        const taught = row && date !== undefined ? { teacherId: where.teacherId, row, date } : null;
        const free = taught ? await rooms.requests.freeAmong(viewer.studioId, taught, answer?.times ?? []) : [];
        const { duration } = standing.request;
        const times = free.map((one) => timeView(seen, { of: requestId, duration }, one));
        throw new RuleBroken('This time has just been taken.', { times }, { cause: error });
      }
      return withBatch(null, { success: true });
    }),
  ];
};
