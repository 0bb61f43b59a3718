import { addDays, dayOfWeekOf } from '@rondo/contracts/calendar/dates.ts';
import { wallClock } from '@rondo/contracts/calendar/zones.ts';
import { z } from 'zod';
import { pick, type Random } from '@rondo/services/optimizer/search/random.ts';
import { oneOf, type Play } from './play.ts';

const made = z.object({ id: z.string() });
/** The new invoices, or the id alone when the lists are not up to date yet. */
const generated = z.union([z.array(made), made.transform((one) => [one])]);

/** A day from tomorrow on; the date in UTC is at most one day from the studio's. */
const someDay = (random: Random, within: number): string =>
  addDays(wallClock(Date.now(), 'UTC').date, 1 + pick(random, within));

const most = { lessons: 60 };

const addLesson: Play = {
  name: 'add lesson',
  weight: 6,
  wish: (view, random) => {
    const [studentId, teacherId] = [oneOf(random, view.students), oneOf(random, view.teachers)];
    if (studentId === undefined || teacherId === undefined || view.lessons.size >= most.lessons) return undefined;
    const [date, weekly] = [someDay(random, 40), random() < 0.6];
    const startTime = `${10 + pick(random, 8)}:${oneOf(random, ['00', '20', '40']) ?? '00'}`;
    const when = weekly ? { lessonDate: '', dayOfWeek: dayOfWeekOf(date) } : { lessonDate: date };
    return {
      method: 'POST',
      path: '/api/lessons',
      body: { teacherId, studentId, startTime, ...when },
      alwaysChanges: true,
      learn: (body) => void view.lessons.set(made.parse(body).id, { date, weekly }),
    };
  },
};

const cancelLesson: Play = {
  name: 'cancel lesson',
  weight: 2,
  wish: (view, random) => {
    const [id, lesson] = oneOf(random, view.lessons) ?? [];
    if (id === undefined || lesson === undefined) return undefined;
    const lessonDate = addDays(lesson.date, lesson.weekly ? 7 * pick(random, 5) : 0);
    return { method: 'POST', path: `/api/lessons/${id}/cancel`, body: { lessonDate }, alwaysChanges: false };
  },
};

const restoreLesson: Play = {
  name: 'restore lesson',
  weight: 1,
  wish: (view, random) => {
    const [id] = oneOf(random, view.lessons) ?? [];
    if (id === undefined) return undefined;
    return {
      method: 'PATCH',
      path: `/api/lessons/${id}`,
      body: { status: 'scheduled', force: true },
      alwaysChanges: false,
    };
  },
};

const setRate: Play = {
  name: 'set rates',
  weight: 2,
  wish: (view, random, mark) => {
    const id = oneOf(random, view.students);
    if (id === undefined) return undefined;
    const pays = random() < 0.7 ? { paymentType: 'per_lesson' } : { paymentType: 'monthly', monthlyRate: 200 };
    return {
      method: 'PUT',
      path: `/api/students/${id}`,
      body: { lastName: mark, perLessonRate: 40 + pick(random, 30), ...pays },
      alwaysChanges: true,
    };
  },
};

const generate: Play = {
  name: 'invoice',
  weight: 6,
  wish: (view, random) => {
    const selectedStudentIds = [...view.students].filter(() => random() < 0.6);
    if (selectedStudentIds.length === 0) return undefined;
    const billingPeriodStart = someDay(random, 14);
    return {
      method: 'POST',
      path: '/api/invoices/generate',
      body: {
        teacherId: random() < 0.2 ? (oneOf(random, view.teachers) ?? null) : null,
        billingPeriodStart,
        billingPeriodEnd: addDays(billingPeriodStart, 6 + pick(random, 40)),
        selectedStudentIds,
        includeRefundsSinceLastInvoice: random() < 0.5,
      },
      alwaysChanges: true,
      // All students fit into one append.
      part: 'invoices 0',
      learn: (body) => {
        for (const { id } of generated.parse(body)) view.invoices.add(id);
      },
    };
  },
};

const setStatus: Play = {
  name: 'mark invoice',
  weight: 2,
  wish: (view, random) => {
    const id = oneOf(random, view.invoices);
    const status = oneOf(random, ['sent', 'paid', 'overdue']);
    if (id === undefined) return undefined;
    return { method: 'PUT', path: `/api/invoices/${id}/status`, body: { status }, alwaysChanges: false };
  },
};

const send: Play = {
  name: 'send invoice',
  weight: 2,
  wish: (view, random) => {
    const id = oneOf(random, view.invoices);
    if (id === undefined) return undefined;
    const email = `family${pick(random, 3)}@example.com`;
    return { method: 'POST', path: `/api/invoices/${id}/send`, body: { email }, alwaysChanges: false };
  },
};

const setNotes: Play = {
  name: 'annotate invoice',
  weight: 1,
  wish: (view, random, mark) => {
    const id = oneOf(random, view.invoices);
    if (id === undefined) return undefined;
    return { method: 'PATCH', path: `/api/invoices/${id}`, body: { notes: mark }, alwaysChanges: true };
  },
};

const remove: Play = {
  name: 'delete invoice',
  weight: 1.5,
  wish: (view, random) => {
    const id = oneOf(random, view.invoices);
    if (id === undefined) return undefined;
    return {
      method: 'DELETE',
      path: `/api/invoices/${id}`,
      alwaysChanges: true,
      learn: () => void view.invoices.delete(id),
    };
  },
};

/** Lessons entered by hand, what they cost, and invoices. */
export const invoicePlays: readonly Play[] = [
  addLesson,
  cancelLesson,
  restoreLesson,
  setRate,
  generate,
  setStatus,
  send,
  setNotes,
  remove,
];
