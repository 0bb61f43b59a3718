import { invoicesModel } from '@rondo/projections/invoices/project.ts';
import { invoicesOf, type RevisedInvoice } from '@rondo/projections/invoices/queries.ts';
import { invoicesTable } from '@rondo/projections/invoices/table.ts';
import { lessonsModel } from '@rondo/projections/lessons/project.ts';
import { byId } from '@rondo/projections/lessons/queries.ts';
import { peopleTable } from '@rondo/projections/lessons/table.ts';
import type { PastMoment } from '../../platform/models/moments/as-of.ts';
import type { StudioClock } from '../studio/clock.ts';
import { namesFrom } from './names.ts';
import type { InvoicePrinting } from './pdf/printing.ts';
import type { Shown } from './views.ts';

/** The invoices at a moment, in no order, and what the list showed them with then. */
export const invoicesAt = async (
  { moment, instant }: PastMoment,
  clock: Pick<StudioClock, 'todayAt'>,
  printing: Pick<InvoicePrinting, 'printedNames'>,
): Promise<{ readonly list: RevisedInvoice[]; readonly shown: Shown }> => {
  const [{ rows }, { rows: lessonRows }, { today }] = await Promise.all([
    moment.of(invoicesModel),
    moment.of(lessonsModel),
    clock.todayAt(moment, instant),
  ]);
  const list = invoicesOf(rows(invoicesTable).filter(({ deleted }) => !deleted));
  const names = namesFrom(byId(lessonRows(peopleTable)));
  const printedNameOf = await printing.printedNames(moment.studioId, list);
  return { list, shown: { studioId: moment.studioId, names, today, printedNameOf } };
};
