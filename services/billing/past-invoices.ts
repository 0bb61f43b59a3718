import type { Invoice } from '@rondo/contracts/events/invoice.ts';
import { invoicesModel } from '@rondo/projections/invoices/project.ts';
import { invoicesTable } from '@rondo/projections/invoices/table.ts';
import { lessonsModel } from '@rondo/projections/lessons/project.ts';
import { byId } from '@rondo/projections/lessons/queries.ts';
import { peopleTable } from '@rondo/projections/lessons/table.ts';
import type { PastMoment, Then } from '../moments/as-of.ts';
import type { StudioClock } from '../studio-settings/clock.ts';
import { namesFrom, type Shown } from './views.ts';

/** The invoices at a moment, in no order, and with what the list showed them then. */
export const invoicesAt = async (
  { moment, instant }: PastMoment,
  clock: Pick<StudioClock, 'todayAt'>,
): Promise<Then<Invoice[]> & { readonly shown: Shown }> => {
  const [{ position, rows }, { rows: lessonRows }, { today }] = await Promise.all([
    moment.of(invoicesModel),
    moment.of(lessonsModel),
    clock.todayAt(moment, instant),
  ]);
  const list = rows(invoicesTable).flatMap(({ deleted, invoice }) => (deleted ? [] : [invoice]));
  const names = namesFrom(byId(lessonRows(peopleTable)));
  return { position, list, shown: { studioId: moment.studioId, names, today } };
};
