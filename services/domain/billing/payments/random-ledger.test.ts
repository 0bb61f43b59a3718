import { billingEvents, type BillingEvent } from '@rondo/contracts/events/billing/billing.ts';
import { isStanding } from '@rondo/contracts/events/billing/account-entry.ts';
import { paidCents, usedCents } from '@rondo/contracts/events/billing/allocations.ts';
import { creditCentsOf, isIssued, openCentsOf } from '@rondo/contracts/events/billing/invoice.ts';
import { balanceOf, creditsOf, linesOf, openDebts, type AccountRows } from '@rondo/contracts/money/ledger.ts';
import { billedCharges } from '@rondo/contracts/events/billing/charge.ts';
import { chargesOfPayer, placedCharges } from '@rondo/projections/invoices/queries.ts';
import { invoicesModel } from '@rondo/projections/invoices/project.ts';
import type { RowChange, RowReader } from '@rondo/projections/runner/read-model.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { contentTakenBack } from '../../../platform/commands/undo/restorable.ts';
import { DomainError } from '../../../platform/kit/errors.ts';
import { dayIn } from '../../studio/clock.ts';
import { addCharge, changeCharge, invoiceCharges, removeCharge } from '../charges/decide.ts';
import { recordMail, requestMail, setStatus } from '../decide.ts';
import { deleteInvoice } from '../deletion.ts';
import { accountIdOf, payerOfStudent, setPayer } from '../families/memberships.ts';
import { wording } from '../pdf/testing/invoices-to-print.ts';
import { billingAggregate, copyOf, liveInvoices, type BillingState } from '../state.ts';
import { statementView } from '../statements/statement.ts';
import { accountsIn } from '../testing/accounts-in.ts';
import { bare } from '../testing/students.ts';
import { restorableBilling } from '../undo.ts';
import { accountOf, type AccountDay } from './credit.ts';
import { changeOpeningBalance, removeOpeningBalance, setOpeningBalance } from './opening.ts';
import { applyCredit, changePayment, recordPayment, setAllocations, voidPayment } from './record.ts';
import { refundMoney, voidRefund } from './refund.ts';

/** The same histories at every run; other ones: `HISTORIES=100000 SEED=7 npm run test:unit -- random-ledger`. */
const histories = Number(process.env['HISTORIES'] ?? 300);
const seed = Number(process.env['SEED'] ?? 20261127);

const day: AccountDay = { today: '2026-11-30', termsDays: 14, dayOf: dayIn('UTC') };
const payers = ['lee', 'park', 'mia'] as const;
const households = ['home', 'house'] as const;
const currencies = ['USD', 'EUR'] as const;

const kinds = [
  ...(['invoice', 'invoice', 'credit note', 'sent', 'sent', 'paid', 'overdue', 'delete'] as const),
  ...(['pay', 'pay', 'pay', 'pay named', 'pay chosen', 'void', 'change', 'redate', 'allocate', 'apply'] as const),
  ...(['refund', 'refund payment', 'void refund', 'opening', 'change opening', 'remove opening'] as const),
  ...(['mail', 'mail sent', 'mail failed', 'undo', 'undo', 'undo', 'legacy paid', 'legacy sent'] as const),
  ...(['join', 'join', 'leave', 'undo join'] as const),
  ...([
    'charge',
    'charge',
    'charge',
    'discount',
    'change charge',
    'remove charge',
    'bill charges',
    'bill charges',
  ] as const),
] as const;
const step = fc.record({
  kind: fc.constantFrom(...kinds),
  payer: fc.constantFrom(...payers),
  nth: fc.nat(7),
  cents: fc.integer({ min: 1, max: 400 }).map((tens) => tens * 50),
  date: fc.integer({ min: 1, max: 30 }).map((n) => `2026-11-${String(n).padStart(2, '0')}`),
  currency: fc.constantFrom('USD', 'USD', 'USD', 'EUR'),
});
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

/** A studio's invoices as the aggregate has them, and as the read model's handler has them, event by event. */
const studio = () => {
  let state = billingAggregate.initialState();
  let revision = -1;
  const rows = new Map<string, Record<string, unknown>>();
  /** What the last joining of each student brought along. */
  const brought = new Map<string, readonly string[]>();
  const batches: { before: BillingState; after: BillingState; undone: boolean }[] = [];
  const keyOf = (table: { readonly name: string }, key: readonly string[]): string => [table.name, ...key].join(' ');
  const project = (event: BillingEvent, at: string): void => {
    const handled = invoicesModel.on({
      stream: 'billing-studio',
      type: event.type,
      data: JSON.parse(JSON.stringify(event.data)),
      revision,
      position: String(revision),
      recordedAt: at,
      eventId: `event ${revision}`,
      metadata: {
        commandId: 'command',
        inputHash: '',
        correlationId: '',
        causationId: '',
        batchId: 'batch',
        studioId: 'studio',
        actor: 'dana',
        schemaVersion: billingEvents.definitions.find(({ type }) => type === event.type)?.version ?? 1,
      },
    });
    const allowed = new Set(handled?.reads.map(({ table, key }) => keyOf(table, key)));
    const reader: RowReader = {
      get: (table, key) => {
        expect(allowed.has(keyOf(table, key))).toBe(true);
        const row = rows.get(keyOf(table, key));
        return row === undefined ? undefined : table.row.parse(row);
      },
    };
    for (const { table, key, row } of (handled?.changes(reader) ?? []) satisfies readonly RowChange[])
      if (row) rows.set(keyOf(table, key), row);
      else rows.delete(keyOf(table, key));
  };
  return {
    rows,
    brought,
    state: () => state,
    batches,
    act: (decide: (state: BillingState) => readonly BillingEvent[]): void => {
      const before = state;
      const events = decide(state);
      if (events.length === 0) return;
      let after = copyOf(state);
      for (const event of events) {
        revision += 1;
        const at = new Date(Date.UTC(2026, 10, 30, 12) + revision * 1000).toISOString();
        after = billingAggregate.evolve(after, event, { revision, recordedAt: at });
        project(event, at);
        if (event.type === 'AccountMerged') brought.set(event.data.studentId, event.data.rows);
      }
      state = after;
      // An email that was sent cannot be taken back.
      const undone = events.some((event) => restorableBilling.refuses?.(event) !== null);
      batches.push({ before, after, undone });
    },
  };
};

const at = <Item>(items: readonly Item[], nth: number): Item | undefined => items[nth % Math.max(1, items.length)];

type Studio = ReturnType<typeof studio>;

/** What is charged, each with the invoice that has it. */
const chargesIn = (state: BillingState) => placedCharges([...state.charges.values()], liveInvoices(state));
const chargeOf = (state: BillingState, nth: number): string => at(chargesIn(state), nth)?.charge.chargeId ?? 'none';

const decisionOf = (one: Studio, { kind, payer, nth, cents, date, currency }: Step, id: string) => {
  const state = one.state();
  const accountId = accountIdOf(state, payer);
  const account = accountOf(state, accountId);
  const live = account.invoices;
  const invoiceId = at(live, nth)?.invoiceId ?? 'none';
  const entries = account.entries;
  const payments = entries.filter((entry) => entry.kind === 'payment');
  const payment = at(payments, nth)?.entryId ?? 'none';
  const open = openDebts(account, day.dayOf);
  const details = { date, method: 'check' as const, reference: null, note: null };
  const money = { payerId: accountId, cents, currency };
  const refund = { refundId: id, ...money, date, method: 'cash' as const, reference: null };
  const status = (to: 'sent' | 'paid' | 'overdue') =>
    setStatus({ invoiceId, status: to, paymentId: id, ...day, wording });
  const mailId = state.invoices.get(invoiceId)?.invoice.mail?.mailId ?? 'none';
  const generated = (totalCents: number) => () => [
    bare(id, state.invoices.size + 1, {
      studentId: payer,
      payer: payerOfStudent(state, payer),
      totalCents,
      currency,
      invoiceNumber: `INV-2026-${state.invoices.size + 1001}`,
    }),
  ];
  switch (kind) {
    case 'invoice':
      return generated(cents);
    case 'credit note':
      return generated(-cents);
    case 'sent':
    case 'paid':
    case 'overdue':
      return status(kind);
    case 'delete':
      return deleteInvoice(invoiceId);
    case 'pay':
      return recordPayment({ paymentId: id, ...money, ...details, invoiceIds: [], chosen: undefined }, day);
    case 'pay named':
      return recordPayment({ paymentId: id, ...money, ...details, invoiceIds: [invoiceId], chosen: undefined }, day);
    case 'pay chosen':
      return recordPayment(
        {
          paymentId: id,
          ...money,
          ...details,
          invoiceIds: [],
          chosen: open.slice(0, 2).map((debt) => ({ to: debt.id, cents: Math.ceil(cents / 3) })),
        },
        day,
      );
    case 'void':
      return voidPayment(payment, null, day);
    case 'change':
    case 'redate': {
      const change = { paymentId: payment, ...details, cents: kind === 'change' ? cents : undefined };
      return changePayment({ ...change, revision: undefined, newId: id }, day);
    }
    case 'allocate': {
      const source = at([...payments.map(({ entryId }) => entryId), ...live.map((row) => row.invoiceId)], nth) ?? '';
      const parts = open.slice(0, 1).map((debt) => ({ to: debt.id, cents: Math.min(cents, debt.openCents) }));
      return setAllocations({ payerId: accountId, from: source, parts, revision: undefined }, day);
    }
    case 'apply':
      return applyCredit(accountId, day);
    case 'refund':
      return refundMoney({ ...refund, paymentId: undefined }, day);
    case 'refund payment':
      // In the currency of the payment, as the call reads it.
      return refundMoney({ ...refund, paymentId: payment, currency: at(payments, nth)?.currency ?? currency }, day);
    case 'void refund':
      return voidRefund(
        at(
          entries.filter((entry) => entry.kind === 'refund'),
          nth,
        )?.entryId ?? 'none',
        day,
      );
    case 'opening':
      return setOpeningBalance({
        openingId: id,
        payer: 'Lee',
        ...money,
        date,
        side: nth % 2 === 0 ? 'owes' : 'credit',
        note: null,
      });
    case 'change opening':
    case 'remove opening': {
      const openingId = entries.find((entry) => entry.kind === 'opening')?.entryId ?? 'none';
      return kind === 'change opening'
        ? changeOpeningBalance({ openingId, cents, date, revision: undefined })
        : removeOpeningBalance(openingId, day);
    }
    case 'mail':
      return requestMail({ invoiceId, mailId: id, email: 'a@example.com', sender: 'Dana', ...day, wording });
    case 'mail sent':
      return recordMail({ invoiceId, mailId, ...day }, { state: 'sent', savedAs: null });
    case 'mail failed':
      return recordMail({ invoiceId, mailId, ...day }, { state: 'failed', reason: 'No.' });
    case 'undo': {
      const batch = one.batches[one.batches.length - 1 - (nth % 4)];
      if (!batch || batch.undone) return () => [];
      const contents = {
        before: restorableBilling.contentOf(batch.before),
        after: restorableBilling.contentOf(batch.after),
      };
      return (now: BillingState) =>
        restorableBilling.restoreTo(
          now,
          contentTakenBack(contents, restorableBilling.contentOf(now), restorableBilling.nameOf),
          { today: day.today },
        );
    }
    case 'charge':
    case 'discount': {
      const fields = { category: kind === 'charge' ? ('book' as const) : kind, description: 'Theory', date };
      const amount = (kind === 'charge' ? cents : -cents) / 100;
      return addCharge({ chargeId: id, studentId: payer, currency, ...fields, amount });
    }
    case 'change charge':
      return changeCharge({ chargeId: chargeOf(state, nth), revision: undefined, date });
    case 'remove charge':
      return removeCharge(chargeOf(state, nth));
    case 'bill charges': {
      const waiting = chargesIn(state).flatMap(({ charge, invoiceId: on }) => (on === null ? charge.chargeId : []));
      return invoiceCharges({
        chargeIds: waiting.slice(0, nth + 1),
        year: '2026',
        invoiceIdOf: (payerId, currency) => `${id} of ${payerId} in ${currency}`,
        byName: (a, b) => a.localeCompare(b),
      });
    }
    case 'join':
      return setPayer(payer, households[nth % 2] ?? null);
    case 'leave':
      return setPayer(payer, null);
    case 'undo join':
      return setPayer(payer, null, one.brought.get(payer));
    case 'legacy paid':
    case 'legacy sent': {
      // As servers of before recorded it, which knew no payments.
      const isUntouched = one.batches.length < 4 && entries.every((entry) => entry.entryId.endsWith('-paid'));
      const invoice = state.invoices.get(invoiceId)?.invoice;
      if (!isUntouched || !invoice || live.some((row) => row.issuedOn !== null)) return () => [];
      return () => [
        {
          type: 'InvoiceStatusSet' as const,
          data: {
            invoiceId,
            status: kind === 'legacy paid' ? ('paid' as const) : ('sent' as const),
            dueOn: null,
            print: null,
            issuedOn: null,
            creditCents: 0,
            moves: null,
          },
        },
      ];
    }
  }
};

/** Everything that an undo brings back, without what is printed, which stays once it was to be mailed. */
const figuresOf = (state: BillingState): ReadonlyMap<string, unknown> =>
  new Map(
    Object.entries(restorableBilling.contentOf(state) ?? {}).map(([id, row]): [string, unknown] => {
      if (!('kind' in row) && !('status' in row)) return [id, row];
      const { keptAt: _kept, print: _print, ...figures } = { keptAt: null, print: null, ...row };
      return [id, figures];
    }),
  );

/** Everything that all payers have. */
const accountsOf = ({ invoices, entries }: BillingState): AccountRows => ({
  invoices: [...invoices.values()].flatMap(({ invoice }) => (invoice.deleted ? [] : invoice)),
  entries: [...entries.values()].filter(({ removed }) => !removed),
});

/** What is owed before a period and its lines are what is owed after it, which is what is owed before the next one. */
const expectStatements = (state: BillingState, payerId: string, currency: string, balance: number): void => {
  const accounts = accountsIn(state, payerId, currency);
  const statement = (from: string, to: string) => statementView(accounts, payerId, { from, to });
  const [first, then, rest] = [
    statement('2026-01-01', '2026-11-10'),
    statement('2026-11-11', '2026-11-20'),
    statement('2026-11-21', '2026-12-31'),
  ];
  for (const { opening, lines, closing } of [first, then, rest]) {
    const sum = lines.reduce((cents, { amount }) => cents + Math.round((amount ?? 0) * 100), 0);
    expect(Math.round(opening * 100) + sum).toBe(Math.round(closing * 100));
  }
  expect([first.opening, then.opening, rest.opening]).toEqual([0, first.closing, then.closing]);
  expect(Math.round(rest.closing * 100)).toBe(balance);
};

const expectSound = (one: Studio): void => {
  const state = one.state();
  for (const currency of currencies) {
    let inAll = 0;
    for (const payer of [...payers, ...households]) {
      const account = accountOf(state, payer);
      const ofCurrency = <Money extends { readonly currency: string }>(some: readonly Money[]): Money[] =>
        some.filter((money) => money.currency === currency);
      const balance = balanceOf(linesOf(account, day.dayOf), currency);
      const debts = ofCurrency(openDebts(account, day.dayOf)).reduce((sum, { openCents }) => sum + openCents, 0);
      const credit = ofCurrency(creditsOf(account, day.dayOf)).reduce((sum, { creditCents }) => sum + creditCents, 0);
      expect(debts - credit).toBe(balance);
      inAll += balance;
      expectStatements(state, payer, currency, balance);
    }
    expect(inAll, 'what all payers owe').toBe(balanceOf(linesOf(accountsOf(state), day.dayOf), currency));
  }
  for (const student of payers) {
    const row = one.rows.get(`account_members studio ${student}`);
    expect(row?.['household_id']).toBe(state.memberships.get(student)?.householdId);
    if (row)
      expect(accountOf(state, student), `what ${student} paid is the family's`).toEqual({ invoices: [], entries: [] });
  }
  for (const { invoice } of state.invoices.values()) {
    const { status, totalCents, invoiceNumber } = invoice;
    if (isIssued(invoice) && totalCents !== 0)
      expect([invoiceNumber, status === 'paid']).toEqual([
        invoiceNumber,
        openCentsOf(invoice) + creditCentsOf(invoice) === 0,
      ]);
    else expect(paidCents(invoice) + usedCents(invoice)).toBe(0);
    expect(paidCents(invoice)).toBeLessThanOrEqual(Math.max(0, totalCents));
    expect(usedCents(invoice)).toBeLessThanOrEqual(Math.max(0, -totalCents));
    for (const { from, cents } of invoice.paidBy) {
      const source = state.entries.get(from) ?? state.invoices.get(from)?.invoice;
      const pays = source && 'pays' in source ? source.pays : [];
      expect(pays.find(({ to }) => to === invoice.invoiceId)?.cents).toBe(cents);
      const payerId = source && 'payerId' in source ? source.payerId : source?.payer.id;
      expect([payerId, source?.currency]).toEqual([invoice.payer.id, invoice.currency]);
    }
    const row = one.rows.get(`invoices studio ${invoice.invoiceId}`);
    expect(row?.['invoice']).toEqual(invoice);
    expect(row?.['payer_id']).toBe(invoice.payer.id);
  }
  for (const entry of state.entries.values()) {
    if (entry.kind !== 'refund') expect(usedCents(entry)).toBeLessThanOrEqual(isStanding(entry) ? entry.cents : 0);
    expect(one.rows.get(`account_entries studio ${entry.entryId}`)?.['entry']).toEqual(entry);
  }
};

/** Each charge is on one invoice at most, and belongs to one payer. */
const expectCharges = (one: Studio): void => {
  const state = one.state();
  const live = liveInvoices(state);
  const placed = chargesIn(state);
  const billed = live.flatMap(({ charges }) => charges.map(({ chargeId }) => chargeId));
  expect(billed.toSorted()).toEqual(
    placed.flatMap(({ charge, invoiceId }) => (invoiceId === null ? [] : charge.chargeId)).toSorted(),
  );
  const byPayer = [...payers, ...households].flatMap((payerId) =>
    chargesOfPayer(
      placed,
      live.map((invoice) => ({ invoiceId: invoice.invoiceId, payerId: invoice.payer.id })),
      { payerId, studentIds: payers.filter((student) => payerOfStudent(state, student).id === payerId) },
    ),
  );
  const ids = (some: typeof placed) => some.map(({ charge }) => charge.chargeId).toSorted();
  expect(ids(byPayer)).toEqual(ids(placed));
  for (const charge of state.charges.values()) {
    expect(one.rows.get(`charges studio ${charge.chargeId}`)?.['charge']).toEqual(charge);
    const on = billedCharges(live).get(charge.chargeId);
    if (on) expect(on.charges).toContainEqual(expect.objectContaining({ cents: charge.cents, date: charge.date }));
  }
};

const balanceInAll = (state: BillingState): number[] =>
  currencies.map((currency) => balanceOf(linesOf(accountsOf(state), day.dayOf), currency));
const isOfFamilies = (kind: Step['kind']): boolean => ['join', 'leave', 'undo join'].includes(kind);

process.stdout.write(`random ledger: ${histories} histories, SEED=${seed}\n`);

test('whatever is billed, paid, refunded, voided and undone, the account adds up, and the read model has it so', () => {
  let undone = 0;
  let undos = 0;
  let joins = 0;
  let charged = 0;
  fc.assert(
    fc.property(fc.array(step, { minLength: 5, maxLength: 40 }), (steps) => {
      const one = studio();
      for (const [i, happening] of steps.entries()) {
        const { kind, nth } = happening;
        const batch = kind === 'undo' ? one.batches[one.batches.length - 1 - (nth % 4)] : undefined;
        const wasLast = batch !== undefined && nth % 4 === 0;
        const before = one.state();
        const owed = balanceInAll(before);
        try {
          one.act(decisionOf(one, happening, `id ${i}`));
        } catch (error) {
          // A refusal changes nothing; what is no refusal fails the test.
          if (!(error instanceof DomainError)) throw error;
          expect(one.state()).toBe(before);
          continue;
        }
        expectSound(one);
        expectCharges(one);
        charged += Number(kind === 'bill charges' && one.state() !== before);
        if (isOfFamilies(kind)) {
          joins += Number(one.state() !== before);
          expect(balanceInAll(one.state()), 'no cent is made or lost').toEqual(owed);
        }
        if (!batch || batch.undone || one.state() === before) continue;
        undos += 1;
        batch.undone = true;
        if (!wasLast) continue;
        undone += 1;
        const [shown, earlier] = [figuresOf(one.state()), figuresOf(batch.before)];
        for (const [id, row] of shown) expect([id, row]).toEqual([id, earlier.get(id) ?? []]);
      }
    }),
    { numRuns: histories, seed },
  );
  expect(undone).toBeGreaterThan(histories / 10);
  expect(undos).toBeGreaterThanOrEqual(undone);
  expect(joins).toBeGreaterThan(histories / 10);
  expect(charged).toBeGreaterThan(histories / 10);
});
