import { cancelAsFamily, getFamilyOutcome } from '@rondo/contracts/api/calendars/family-cancelling.ts';
import type { Request } from 'express';
import { withBatch } from '../../../platform/http/answer.ts';
import { familyOf, type FamilyCaller } from '../../../platform/http/callers/family.ts';
import { route, type Route } from '../../../platform/http/route.ts';
import { Forbidden, NotFound } from '../../../platform/kit/errors.ts';
import type { Services } from '../../../platform/kit/services.ts';
import type { OnPage } from '../../schedule/edit/cancelled-by-family.ts';
import { closuresNow } from '../../schedule/time-off/closures.ts';
import { studioNow } from '../../studio/clock.ts';
import { common, lessonNamed } from './dates.ts';
import { datesSeen, type FromOtherRooms, type Viewer } from './page.ts';

const missing = (): NotFound => new NotFound('This is no longer on your page.');

/** What a family does with a lesson on its page. */
export const familyCancellingRoutes = (
  services: Services,
  rooms: FromOtherRooms,
  viewerBy: (request: Request, link: FamilyCaller) => Promise<Viewer>,
): Route[] => {
  const named = async (viewer: Viewer, ref: string) => {
    const { studioId, family } = viewer;
    if (family.recipient.gets === 'invoices') throw missing();
    const [clock, closures] = await Promise.all([studioNow(services, studioId), closuresNow(services, studioId)]);
    const seen = await datesSeen(services, viewer, { clock, closures });
    const found = lessonNamed(seen, clock.today, ref);
    if (!found) throw missing();
    return { seen, ...found };
  };

  /** The lesson with this ref on the page of the caller's link. @throws NotFound, Forbidden */
  const toCancel = async (request: Request, ref: string) => {
    const viewer = await viewerBy(request, familyOf(request));
    const { studioId, family, refOf } = viewer;
    const [{ settings }, found] = await Promise.all([services.settingsOf(studioId), named(viewer, ref)]);
    if (!settings.familyCancel) throw new Forbidden('Please call or write to cancel.');
    const { seen, date, row, studentId } = found;
    const { student, teacher } = common(found, seen);
    const { isSingle, lessonId, originalDate, teacherId } = date;
    const onPage: OnPage = {
      target: { lessonId, originalDate: isSingle ? null : originalDate },
      teacherId,
      studentId,
      names: { student, teacher },
      billedAs: { lessonId, originalDate },
      showsMoney: family.recipient.gets !== 'schedule',
      sealed: (fact) => refOf('expected', fact),
    };
    const rows = seen.rows.map(({ lesson }) => lesson);
    return { viewer, onPage, dated: { row: row.lesson, date: date.date, rows } };
  };

  return [
    route(getFamilyOutcome, async ({ params: { ref } }, { request }) => {
      const { viewer, onPage, dated } = await toCancel(request, ref);
      return rooms.outcomeOf(viewer.studioId, onPage, dated);
    }),
    route(cancelAsFamily, async ({ params: { ref }, body }, { request, command, endpoint }) => {
      const { viewer, onPage } = await toCancel(request, ref);
      const { expected, message } = body;
      const executed = await rooms.cancel(command, onPage, { expected, message });
      await services.models.isVisible(executed, endpoint);
      services.messageBell.ring();
      const { lesson, date } = await named(viewer, ref);
      const outcome = await rooms.cancelledFor(viewer.studioId, onPage, date.cancelled ?? null);
      // The batch is the teacher's to undo: its id is not answered.
      return withBatch(null, { lesson, outcome });
    }),
  ];
};
