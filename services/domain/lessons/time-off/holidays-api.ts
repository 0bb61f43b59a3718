import { readHolidays, type Holiday } from '@rondo/contracts/api/studio/holidays.ts';
import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { presentTerms, type ClosureTerms } from '@rondo/contracts/events/schedule/timeoff.ts';
import { pauses } from '@rondo/projections/pacing/pauses.ts';
import { route, type Route } from '../../../platform/http/route.ts';
import { studioNow } from '../../studio/clock.ts';
import { aroundNow, effectsWith, type Around, type TimeOffServices } from './around.ts';

type PublishedDays = Pick<Holiday, 'uid' | 'title' | 'from' | 'to' | 'timed'>;

/** Reads a published calendar from today on. */
type ReadPublished = (
  studioId: string,
  toRead: { readonly url: string; readonly today: IsoDate; readonly timeZone: string },
) => Promise<{ readonly name: string; readonly days: readonly PublishedDays[]; readonly leftOut: number }>;

const termsOf = ({ uid, title, from, to }: PublishedDays): ClosureTerms => ({
  from,
  to,
  fromTime: null,
  toTime: null,
  teacherIds: null,
  kind: 'holiday',
  reason: title.slice(0, 80),
  money: 'refund',
  owedDays: null,
  uid,
});

/** A row to choose: what it closes already, and how many lessons fall into it. */
const holidayOf = async (around: Around, days: PublishedDays): Promise<Holiday> => {
  const known = around.closures.find((one) => presentTerms(one)?.uid === days.uid);
  const terms = known && presentTerms(known);
  const changed = terms ? terms.from !== days.from || terms.to !== days.to : false;
  // What is closed already closes nothing more: its lessons are counted as if it were not.
  const without = known ? { ...around, closures: around.closures.filter((one) => one !== known) } : around;
  const effects = await effectsWith(without, [{ closureId: 'holiday', terms: termsOf(days) }]);
  const lessons = effects.filter(({ effect }) => effect === 'closes').length;
  const closureId = terms ? (known?.closureId ?? null) : null;
  return { ...days, closureId, changed, closed: terms ? { from: terms.from, to: terms.to } : null, lessons };
};

/** The holidays of published calendars. */
export const holidayRoutes = (services: TimeOffServices, readPublished: ReadPublished): Route[] => [
  route(readHolidays, async ({ body: { url } }, { actor: { studioId } }) => {
    const { today, timeZone } = await studioNow(services, studioId);
    const { name, days, leftOut } = await readPublished(studioId, { url, today, timeZone });
    const around = await aroundNow(services, studioId);
    const pause = pauses();
    const rows: Holiday[] = [];
    for (const one of days) {
      rows.push(await holidayOf(around, one));
      await pause();
    }
    return { name, days: rows, leftOut };
  }),
];
