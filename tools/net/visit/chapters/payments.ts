import { rowsAt, textAt } from '../answers.ts';
import type { Chapter } from './cast.ts';

/** What families pay: payments, credit, refunds of money, opening balances, and statements. */
export const payments: Chapter = async (visit, { dana, stranger, students, invoices: ids }) => {
  const ann = students['ann'] ?? '';
  const ben = students['ben'] ?? '';
  visit.chapter('payments', '2027-01-04T16:00:00Z');
  await dana.patch('dollars', '/api/settings', { currency: 'USD' });
  const account = `/api/accounts/${ann}`;
  const check = { payerId: ann, date: '2027-01-04', method: 'check' };
  await dana.get('every account', '/api/accounts');
  await dana.get('an account', account);
  await dana.get('no account', '/api/accounts/nobody');
  await stranger.get('the account of another studio', account);
  await dana.post('an opening balance', `${account}/opening-balances`, {
    date: '2026-10-01',
    side: 'owes',
    amount: 80,
  });
  await dana.post('another one', `${account}/opening-balances`, { date: '2026-10-01', side: 'credit', amount: 5 });
  await dana.post('a preview of a payment', '/api/payments', { ...check, amount: 100, preview: true });
  await dana.post('a payment of nothing', '/api/payments', { ...check, amount: 0 });
  await dana.post('a payment tomorrow', '/api/payments', { ...check, amount: 10, date: '2027-01-05' });
  await dana.post('a payment of no one', '/api/payments', { ...check, amount: 10, payerId: 'nobody' });
  await dana.post('a payment for no invoice', '/api/payments', { ...check, amount: 10, invoiceIds: ['nothing'] });
  await dana.post('for a draft or another family', '/api/payments', { ...check, amount: 10, invoiceIds: [ids['1']] });
  await dana.post('a card number', '/api/payments', { ...check, amount: 10, note: '4111 1111 1111 1111' });
  const paid = await dana.post('a payment', '/api/payments', { ...check, amount: 100, reference: '1042' });
  const id = textAt(paid.json, 'id');
  await dana.post('the same again', '/api/payments', { ...check, amount: 100, preview: true });
  await dana.get('payments of the family', `/api/payments?payerId=${ann}`);
  await dana.get('payments of a month', '/api/payments?from=2027-01-01&to=2027-01-31');
  await dana.get('payments of no period', '/api/payments');
  await dana.get('payments for spreadsheets', '/api/payments.csv?from=2027-01-01&to=2027-01-31');
  await dana.patch('its date', `/api/payments/${id}`, { date: '2027-01-03', revision: paid.revision });
  await dana.patch('an older page', `/api/payments/${id}`, { note: 'Late.', revision: '0' });
  const changed = await dana.patch('its amount', `/api/payments/${id}`, { amount: 120 });
  const newId = textAt(changed.json, 'id');
  await dana.get('the account now', account);
  await dana.put('what it pays', `${account}/allocations`, { from: newId, allocations: [] });
  const applied = await dana.post('applies the credit', `${account}/apply-credit`, {});
  await dana.post('undoes that', '/api/undo', { batchId: applied.batch });
  await dana.post('applies it again', `${account}/apply-credit`, {});
  const cash = { date: '2027-01-04', method: 'cash' };
  await dana.post('a refund of too much', `${account}/refunds`, { ...cash, amount: 500, paymentId: newId });
  const refund = await dana.post('a refund', `${account}/refunds`, { ...cash, amount: 20, paymentId: newId });
  await dana.post('voids what was refunded', `/api/payments/${newId}/void`, {});
  await dana.post('voids the refund', `/api/refunds/${textAt(refund.json, 'id')}/void`, {});
  await dana.post('voids no refund', '/api/refunds/nothing/void', {});
  const voided = await dana.post('voids the payment', `/api/payments/${newId}/void`, { reason: 'It bounced.' });
  await dana.post('again', `/api/payments/${newId}/void`, {});
  await dana.post('undoes the voiding', '/api/undo', { batchId: voided.batch });
  await dana.post('applies nothing', `/api/accounts/${ben}/apply-credit`, {});
  await dana.get('a statement', `${account}/statement?from=2026-12-01&to=2027-01-31`);
  await dana.get('a statement for spreadsheets', `${account}/statement.csv?from=2026-12-01&to=2027-01-31`);
  await dana.get('a statement of no period', `${account}/statement?from=2027-01-31&to=2026-12-01`);
  await dana.get('a statement of more than a year', `${account}/statement?from=2026-01-01&to=2027-01-31`);
  await dana.get('a statement on paper', `${account}/statement.pdf?from=2026-12-01&to=2027-01-31`);
  const january = { from: '2027-01-01', to: '2027-01-31', email: 'lee@example.com' };
  await dana.post('sends a statement nowhere', `${account}/statement/send`, { ...january, email: 'lee' });
  await stranger.post('sends one of another studio', `${account}/statement/send`, january);
  const mailed = await dana.post('sends a statement', `${account}/statement/send`, january);
  await visit.until('the statement to be sent', "select from event_log.events where type = 'StatementMailSent'");
  await dana.post('undoes that sending', '/api/undo', { batchId: mailed.batch });
  const opening = rowsAt((await dana.get('its lines', account)).json, 'lines').find(
    (line) => textAt(line, 'kind') === 'opening',
  );
  const openingPath = `/api/opening-balances/${textAt(opening, 'id')}`;
  await dana.patch('a lower balance', openingPath, { amount: 50 });
  await dana.delete('no opening balance', openingPath);
  await dana.delete('none again', openingPath);
  await dana.get('what happened in the account', `/api/history?payerId=${ann}`);
  await dana.get('accounts of before', '/api/accounts?asOf=2027-01-04T15:59:00Z');
  await dana.get('invoices and what is paid', '/api/invoices');
  await dana.patch('no pay link', '/api/settings', { payLink: 'http://pay.example' });
  await dana.patch('a pay link', '/api/settings', { payLink: 'https://pay.example/{amount}?for={invoice}' });
  await dana.get('an invoice of before', `/api/invoices/${ids['1']}`);
  const february = { billingPeriodStart: '2027-02-01', billingPeriodEnd: '2027-02-28', selectedStudentIds: [ann] };
  const made = await dana.post('bills February', '/api/invoices/generate', february);
  const linked = textAt(rowsAt(made.json)[0], 'id');
  await dana.get('an invoice with it', `/api/invoices/${linked}`);
  await dana.get('its file', `/api/invoices/${linked}/pdf`);
  await dana.delete('bills it no more', `/api/invoices/${linked}`);
  await dana.patch('euros', '/api/settings', { currency: 'EUR', payLink: null });
};
