import type { Command, Invoice, VisitedStudio } from './visited-studio.ts';

/** A period of weeks around today, or a whole month, which a monthly family is charged for. */
const period = (studio: VisitedStudio) => {
  const from = studio.day(-28, 7);
  if (studio.chance(0.4))
    return { billingPeriodStart: `${from.slice(0, 7)}-01`, billingPeriodEnd: `${from.slice(0, 7)}-28` };
  return { billingPeriodStart: from, billingPeriodEnd: studio.day(8, 40) };
};

const bill = async (studio: VisitedStudio): Promise<void> => {
  const students = (await studio.students()).filter(() => studio.chance(0.7)).map(({ id }) => id);
  if (students.length === 0) return;
  await studio.call('POST', '/api/invoices/generate', {
    ...period(studio),
    selectedStudentIds: students,
    includeRefundsSinceLastInvoice: studio.chance(0.7),
  });
};

const onInvoice = async (studio: VisitedStudio, act: (invoice: Invoice) => Promise<unknown>): Promise<void> => {
  if ((await studio.list('/api/invoices')).length === 0) await bill(studio);
  const invoice = studio.one(await studio.list<Invoice>('/api/invoices'));
  if (invoice) await act(invoice);
};

const onSeveral = async (studio: VisitedStudio, act: (ids: string[]) => Promise<unknown>): Promise<void> => {
  const invoices = await studio.list<Invoice>('/api/invoices');
  const ids = invoices.filter(() => studio.chance(0.5)).map(({ id }) => id);
  if (ids.length > 0) await act(ids);
};

export const moneyCommands: Readonly<Record<string, Command>> = {
  bill,
  'mark an invoice': (studio) =>
    onInvoice(studio, ({ id }) =>
      studio.call('PUT', `/api/invoices/${id}/status`, { status: studio.one(['sent', 'paid', 'overdue']) }),
    ),
  'mark several invoices': (studio) =>
    onSeveral(studio, (ids) =>
      studio.call('POST', '/api/invoices/status', { ids, status: studio.one(['sent', 'paid', 'overdue']) }),
    ),
  'mail several invoices': (studio) =>
    onSeveral(studio, (ids) =>
      studio.call('POST', '/api/invoices/send', { invoices: ids.map((id) => ({ id, to: 'family@example.com' })) }),
    ),
  'delete several invoices': (studio) =>
    onSeveral(studio, (ids) => studio.call('POST', '/api/invoices/delete', { ids })),
  'mail an invoice': (studio) =>
    onInvoice(studio, ({ id }) => studio.call('POST', `/api/invoices/${id}/send`, { email: 'family@example.com' })),
  'delete an invoice': (studio) => onInvoice(studio, ({ id }) => studio.call('DELETE', `/api/invoices/${id}`)),
  'read an invoice': (studio) => onInvoice(studio, ({ id }) => studio.call('GET', `/api/invoices/${id}`)),
};
