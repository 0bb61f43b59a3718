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

const paymentOf = (studio: VisitedStudio, payerId: string) => ({
  payerId,
  date: studio.today,
  amount: studio.one([20, 45, 60, 300]),
  method: studio.one(['cash', 'check', 'zelle']),
});

type Payment = { readonly id: string; readonly payer: { readonly id: string } };

const onPayment = async (
  studio: VisitedStudio,
  act: (id: string, payerId: string) => Promise<unknown>,
): Promise<void> => {
  const day = studio.today;
  const payment = studio.one(await studio.list<Payment>(`/api/payments?from=${day}&to=${day}`));
  if (payment) await act(payment.id, payment.payer.id);
};

const onCharge = async (studio: VisitedStudio, act: (id: string) => Promise<unknown>): Promise<void> => {
  const charge = studio.one(await studio.list<{ readonly id: string }>('/api/charges'));
  if (charge) await act(charge.id);
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
  'record a payment': async (studio) => {
    const payer = studio.one(await studio.students());
    if (payer) await studio.call('POST', '/api/payments', paymentOf(studio, payer.id));
  },
  'void a payment': (studio) => onPayment(studio, (id) => studio.call('POST', `/api/payments/${id}/void`, {})),
  'change a payment': (studio) =>
    onPayment(studio, (id) =>
      studio.call('PATCH', `/api/payments/${id}`, studio.chance(0.5) ? { amount: 45 } : { method: 'bank' }),
    ),
  'refund a payment': (studio) =>
    onPayment(studio, (paymentId, payerId) =>
      studio.call('POST', `/api/accounts/${payerId}/refunds`, {
        date: studio.today,
        amount: studio.one([10, 30, 100]),
        method: 'cash',
        paymentId,
      }),
    ),
  'apply credit': (studio) =>
    onPayment(studio, (_, payerId) => studio.call('POST', `/api/accounts/${payerId}/apply-credit`, {})),
  'add a charge': async (studio) => {
    const student = studio.one(await studio.students());
    const category = studio.one(['book', 'discount']);
    const amount = category === 'discount' ? -5 : 18.5;
    const charge = { date: studio.day(-5, 5), category, description: 'Scales', amount };
    if (student) await studio.call('POST', '/api/charges', { studentId: student.id, ...charge });
  },
  'change a charge': (studio) =>
    onCharge(studio, (id) => studio.call('PATCH', `/api/charges/${id}`, { date: studio.today })),
  'remove a charge': (studio) => onCharge(studio, (id) => studio.call('DELETE', `/api/charges/${id}`)),
  'invoice a charge': (studio) =>
    onCharge(studio, (id) => studio.call('POST', '/api/invoices/charges', { chargeIds: [id] })),
  'set an opening balance': async (studio) => {
    const payer = studio.one(await studio.students());
    const side = studio.one(['owes', 'credit']);
    const opening = { date: studio.today, side, amount: 60 };
    if (payer) await studio.call('POST', `/api/accounts/${payer.id}/opening-balances`, opening);
  },
  'read an account': (studio) => onPayment(studio, (_, payerId) => studio.call('GET', `/api/accounts/${payerId}`)),
  'read an invoice': (studio) => onInvoice(studio, ({ id }) => studio.call('GET', `/api/invoices/${id}`)),
};
