import type { BillingEvent } from '@rondo/contracts/events/billing/billing.ts';
import { connectionPool } from '@rondo/projections/postgres/pool.ts';
import { postgresEventStore } from '@rondo/services/platform/log/postgres/postgres-event-store.ts';
import { ok } from '@rondo/services/testing/visitor.ts';
import type { BenchRondo } from './bench-rondo.ts';
import { newEvent } from './long-log.ts';
import { setTimeout as delay } from 'node:timers/promises';
import { median, percentile, type Row } from './measure.ts';

const payers = 300;
const invoicesOfPayer = 10;
const payments = 5000;
const perAppend = 500;
const runs = 60;
const warmUp = 10;

const invoiceOf = (payer: string, nth: number, count: number): BillingEvent[] => {
  const invoiceId = `invoice-${count}`;
  const month = String(1 + nth).padStart(2, '0');
  const date = `2026-${month}-05`;
  const entry = {
    studentId: payer,
    kind: 'lesson' as const,
    lessonId: `lesson-${count}`,
    rowId: `lesson-${count}`,
    originalDate: date,
    date,
    root: `lesson-${count}`,
    teacherId: 'teacher',
    start: 960,
    duration: 45,
    isSingle: false,
    origin: null,
    rateCents: 20_000,
    again: false,
  };
  return [
    {
      type: 'InvoiceGenerated',
      data: {
        invoiceId,
        invoiceNumber: `INV-2026-${String(count + 1).padStart(4, '0')}`,
        payer: { type: 'student', id: payer },
        studentId: payer,
        teacherId: null,
        currency: 'USD',
        from: `2026-${month}-01`,
        to: `2026-${month}-28`,
        entries: [entry],
        months: [],
        refunds: [],
        corrections: [],
        charges: [],
        items: [],
        subtotalCents: 20_000,
        refundsCents: 0,
        totalCents: 20_000,
        sample: false,
      },
    },
    {
      type: 'InvoiceStatusSet',
      data: {
        invoiceId,
        status: 'sent',
        dueOn: `2026-${month}-28`,
        print: null,
        issuedOn: date,
        creditCents: 0,
        moves: [],
      },
    },
  ];
};

const paymentOf = (payerOf: (count: number) => string, nth: number): BillingEvent => {
  const to = nth % (payers * invoicesOfPayer);
  const paymentId = `payment-${nth}`;
  return {
    type: 'PaymentRecorded',
    data: {
      paymentId,
      payerId: payerOf(to),
      cents: 5000,
      currency: 'USD',
      date: '2026-11-01',
      method: 'check',
      reference: null,
      note: null,
      byStatus: false,
      replaces: null,
      moves: [{ from: paymentId, to: `invoice-${to}`, cents: 5000, on: '2026-11-01' }],
    },
  };
};

const timed = async (act: () => Promise<unknown>): Promise<number> => {
  const started = performance.now();
  await act();
  return performance.now() - started;
};

/** How long it takes to select the rows that the accounts of a studio are made from, as they are stored. */
const bareSelects = async (connectionString: string, studioId: string): Promise<number[]> => {
  const pool = connectionPool({ connectionString, max: 1, name: 'rondo bench' });
  const { rows } = await pool.query<{ name: string }>(
    `select table_schema || '.' || table_name as name from information_schema.tables
     where table_name in ('invoices', 'account_entries') and table_schema ~ '^invoices_' order by 1`,
  );
  const times: number[] = [];
  for (let i = 0; i < 20; i += 1)
    times.push(
      await timed(async () => {
        for (const { name } of rows) {
          const row = name.endsWith('.invoices') ? `invoice - '{entries,months,refunds,items,print}'::text[]` : 'entry';
          await pool.query(`select ${row}, revision from ${name} where studio_id = $1`, [studioId]);
        }
      }),
    );
  await pool.end();
  return times;
};

const linesOfLong = 500;

/** One account with many lines, and its statement. */
const benchLongAccount = async (
  visitor: Awaited<ReturnType<BenchRondo['newVisitor']>>,
  payerId: string,
): Promise<{ account: number[]; statement: number[]; pdf: number[] }> => {
  const account = `/api/accounts/${payerId}`;
  let lines = ok(await visitor.get(account)).lines.length;
  for (; lines < linesOfLong; lines += 1)
    ok(await visitor.post('/api/payments', { payerId, date: '2026-11-02', amount: 0.01, method: 'cash' }));
  const period = 'from=2026-01-01&to=2026-12-31';
  const times = async (address: string): Promise<number[]> => {
    for (let i = 0; i < 3; i += 1) await visitor.get(address);
    const all: number[] = [];
    for (let i = 0; i < 20; i += 1)
      all.push(
        await timed(async () => {
          const { status } = await visitor.get(address);
          if (status !== 200) throw new Error(`${address} was answered ${status}.`);
        }),
      );
    return all;
  };
  return {
    account: await times(account),
    statement: await times(`${account}/statement?${period}`),
    pdf: await times(`${account}/statement.pdf?${period}`),
  };
};

/** Recording a payment beside setting a status, and accounts, in a studio with thousands of invoices and payments. */
export const benchPayments = async ({ connectionString, newVisitor }: BenchRondo): Promise<Row[]> => {
  const visitor = await newVisitor();
  const studentIds: string[] = [];
  for (let i = 0; i < payers; i += 1) {
    const student = { firstName: `Payer ${i}`, lastName: 'Bench', address: '78704' };
    studentIds.push(ok(await visitor.post('/api/students', student)).id);
  }
  const payerOf = (count: number): string => studentIds[Math.floor(count / invoicesOfPayer)] ?? '';
  const studioId: string = ok(
    await visitor.post('/api/teachers', { name: 'T', phone: '1', email: 't@example.com' }),
  ).userId;
  const stream = `billing-${studioId}`;
  const pool = connectionPool({ connectionString, max: 1, name: 'rondo bench' });
  await pool.query('insert into accounts.streams (studio_id, stream) values ($1, $2)', [studioId, stream]);
  await pool.end();
  const store = await postgresEventStore({ connectionString });
  const events = [
    ...Array.from({ length: payers * invoicesOfPayer }, (_, count) =>
      invoiceOf(payerOf(count), count % invoicesOfPayer, count),
    ).flat(),
    ...Array.from({ length: payments }, (_, nth) => paymentOf(payerOf, nth)),
  ].map(({ type, data }) => newEvent(studioId, type, data));
  for (let at = 0; at < events.length; at += perAppend)
    await store.append(stream, at === 0 ? 'no_stream' : at - 1, events.slice(at, at + perAppend));
  await store.close();

  const last = `/api/invoices/invoice-${payers * invoicesOfPayer - 1}/status`;
  // Until the read models have caught up with what was appended past them.
  while ((await visitor.put(last, { status: 'sent' })).status !== 200) await delay(500);

  const statusTimes: number[] = [];
  const paymentTimes: number[] = [];
  for (let i = 0; i < warmUp + runs; i += 1) {
    const invoice = `/api/invoices/invoice-${i * 7}/status`;
    const payerId = studentIds[(i * 11) % payers];
    const payment = { payerId, date: '2026-11-02', amount: 30, method: 'cash' };
    const setting = await timed(async () => ok(await visitor.put(invoice, { status: 'overdue' })));
    const paying = await timed(async () => ok(await visitor.post('/api/payments', payment)));
    if (i < warmUp) continue;
    statusTimes.push(setting);
    paymentTimes.push(paying);
  }
  const listTimes: number[] = [];
  for (let i = 0; i < 20; i += 1) listTimes.push(await timed(async () => ok(await visitor.get('/api/accounts'))));
  const rowTimes = await bareSelects(connectionString, studioId);
  const long = await benchLongAccount(visitor, studentIds[0] ?? '');
  const figures = (times: readonly number[]) => ({ 'p50 ms': median(times), 'p95 ms': percentile(times, 0.95) });
  return [
    { what: `a status, ${payers * invoicesOfPayer} invoices and ${payments} payments`, figures: figures(statusTimes) },
    { what: 'a payment there', figures: figures(paymentTimes) },
    {
      what: 'ratio',
      figures: { p50: median(paymentTimes) / median(statusTimes) },
      aim: 'at most 1.3',
    },
    {
      what: `GET /api/accounts, ${payers} payers`,
      figures: { ...figures(listTimes), 'p95 of the bare SELECT': percentile(rowTimes, 0.95) },
      aim: 'p95 at most 3 x the SELECT',
    },
    { what: `an account with ${linesOfLong} lines`, figures: figures(long.account), aim: 'p95 at most 30 ms' },
    { what: 'its statement as JSON', figures: figures(long.statement) },
    { what: 'its statement as PDF, once warm', figures: figures(long.pdf), aim: 'p95 at most 200 ms' },
  ];
};
