import { addDays } from '@rondo/contracts/calendar/dates.ts';
import { wallClock } from '@rondo/contracts/calendar/zones.ts';
import { pick, type Random } from '@rondo/services/optimizer/search/random.ts';
import { z } from 'zod';
import { oneOf, type Play } from './play.ts';

const made = z.object({ id: z.string() });

/** A day that has passed in the studio too: the date in UTC is at most one day from the studio's. */
const someDay = (random: Random): string => addDays(wallClock(Date.now(), 'UTC').date, -1 - pick(random, 30));

const amountOf = (random: Random): number => (1 + pick(random, 30_000)) / 100;

const record: Play = {
  name: 'record payment',
  weight: 5,
  wish: (view, random, mark) => {
    const payerId = oneOf(random, view.students);
    if (payerId === undefined) return undefined;
    return {
      method: 'POST',
      path: '/api/payments',
      body: { payerId, date: someDay(random), amount: amountOf(random), method: 'check', note: mark },
      alwaysChanges: true,
      learn: (body) => void view.payments.add(made.parse(body).id),
    };
  },
};

const change: Play = {
  name: 'change payment',
  weight: 2,
  wish: (view, random, mark) => {
    const id = oneOf(random, view.payments);
    if (id === undefined) return undefined;
    const amount = random() < 0.5 ? {} : { amount: amountOf(random) };
    return {
      method: 'PATCH',
      path: `/api/payments/${id}`,
      body: { note: mark, ...amount },
      alwaysChanges: true,
      learn: (body) => void view.payments.add(made.parse(body).id),
    };
  },
};

const end: Play = {
  name: 'void payment',
  weight: 1.5,
  wish: (view, random) => {
    const id = oneOf(random, view.payments);
    if (id === undefined) return undefined;
    return { method: 'POST', path: `/api/payments/${id}/void`, body: {}, alwaysChanges: false };
  },
};

const applyCredit: Play = {
  name: 'apply credit',
  weight: 2,
  wish: (view, random) => {
    const payerId = oneOf(random, view.students);
    if (payerId === undefined) return undefined;
    return { method: 'POST', path: `/api/accounts/${payerId}/apply-credit`, body: {}, alwaysChanges: true };
  },
};

const refund: Play = {
  name: 'refund money',
  weight: 2,
  wish: (view, random) => {
    const [payerId, payment] = [oneOf(random, view.students), oneOf(random, view.payments)];
    if (payerId === undefined) return undefined;
    const paymentId = random() < 0.5 ? {} : { paymentId: payment };
    return {
      method: 'POST',
      path: `/api/accounts/${payerId}/refunds`,
      body: { date: someDay(random), amount: 1 + pick(random, 20), method: 'cash', ...paymentId },
      alwaysChanges: true,
    };
  },
};

const addCharge: Play = {
  name: 'add charge',
  weight: 2,
  wish: (view, random, mark) => {
    const studentId = oneOf(random, view.students);
    if (studentId === undefined) return undefined;
    const body = { studentId, date: someDay(random), category: 'book', description: mark, amount: amountOf(random) };
    return { method: 'POST', path: '/api/charges', body, alwaysChanges: true };
  },
};

const sendStatement: Play = {
  name: 'send statement',
  weight: 1,
  wish: (view, random) => {
    const payerId = oneOf(random, view.students);
    if (payerId === undefined) return undefined;
    const to = someDay(random);
    return {
      method: 'POST',
      path: `/api/accounts/${payerId}/statement/send`,
      body: { from: addDays(to, -30), to, email: `family${pick(random, 3)}@example.com` },
      alwaysChanges: false,
    };
  },
};

/** What families are charged and pay, what becomes of it, and statements. */
export const paymentPlays: readonly Play[] = [record, change, end, applyCredit, refund, addCharge, sendStatement];
