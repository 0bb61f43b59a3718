import { neverClosed } from '@rondo/contracts/calendar/closures/closures.ts';
import { addDays, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { toMinutes } from '@rondo/contracts/calendar/times.ts';
import { calendarOf } from '@rondo/contracts/calendar/week.ts';
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'vitest';
import type { InvoiceEntry } from '@rondo/contracts/api/billing.ts';
import { batchOf, ok } from '../visitor.ts';
import type { Invoice, Lists, Mark, VisitedStudio } from './visited-studio.ts';

/** Waits until the read models show every event and nothing changes them from behind. */
export const settledLists = async (studio: VisitedStudio) => {
  for (let tries = 0; tries < 100; tries += 1) {
    const before = await studio.lists();
    await delay(20);
    const asOf = new Date().toISOString();
    await delay(20);
    const lists = await studio.lists();
    if (JSON.stringify(before) === JSON.stringify(lists)) return { asOf, lists };
  }
  throw new Error('The lists do not come to rest.');
};

/** Remembers the lists of this moment. */
export const mark = async (studio: VisitedStudio): Promise<Mark> => {
  const one = await settledLists(studio);
  studio.told.push(`mark ${one.asOf}`);
  studio.marks.push(one);
  return one;
};

/** Every moment shows what was read then. */
export const momentsAreAsTheyWere = async (studio: VisitedStudio): Promise<void> => {
  for (const { asOf, lists } of studio.marks) expect(await studio.lists(asOf), `as of ${asOf}`).toEqual(lists);
};

const untilEnded = async (studio: VisitedStudio, id: string): Promise<string> => {
  for (let tries = 0; tries < 1500; tries += 1) {
    const { status } = ok(await studio.visitor.get(`/api/restores/${id}`));
    if (status === 'completed' || status === 'failed') return status;
    await delay(20);
  }
  throw new Error('The restore does not end.');
};

type Target = { asOf: string; teacherId?: string } | { backupId: string };
type Preview = {
  asOf: string;
  counts: { added: number; removed: number; changed: number };
  students: Shown;
  teachers: Shown;
};
type Shown = { added: { id: string }[]; removed: { id: string }[]; changed: { id: string }[] };

/** What the calendar shows from a day to 26 weeks ahead. */
const calendarFrom = (day: IsoDate, { lessons }: Lists): string[] => {
  const rows = lessons.map((row) => ({
    ...row,
    lessonId: row.id,
    date: row.date || null,
    dayOfWeek: row.day,
    continues: null,
    start: toMinutes(row.start),
    duration: toMinutes(row.end) - toMinutes(row.start),
  }));
  const calendar = calendarOf(rows, neverClosed);
  return rows
    .flatMap((row) =>
      calendar
        .datesOf(row, day, addDays(day, 26 * 7))
        .map((date) => [date, row.start, row.duration, row.teacherId, row.studentId, row.status].join(' ')),
    )
    .filter((text) => text >= day)
    .toSorted();
};

const ids = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id).toSorted();
const idsOf = (people: unknown): string[] => (Array.isArray(people) ? ids(people) : []);
const without = (all: readonly string[], some: readonly string[]): string[] => all.filter((id) => !some.includes(id));

/** Restores a target; the people that come and go are those of the preview, and a second restore of it would change nothing. */
export const previewShowsWhatRestoreDoes = async (studio: VisitedStudio, target: Target): Promise<void> => {
  const query = new URLSearchParams(target).toString();
  const { lists: before } = await settledLists(studio);
  const first = await studio.call('GET', `/api/restore/preview?${query}`);
  if (first.status !== 200) return;
  const preview: Preview = first.json;
  const answer =
    'backupId' in target
      ? await studio.call('POST', `/api/backups/${target.backupId}/restore`, {})
      : await studio.call('POST', '/api/restore', target);
  if (answer.status > 202) return;
  studio.restores.push(batchOf(answer));
  expect(await untilEnded(studio, answer.json.restoreId)).toBe('completed');
  // The moment right after it is one that later commands restore.
  const { lists: after } = await mark(studio);
  if (!('teacherId' in target)) {
    for (const kind of ['students', 'teachers'] as const) {
      expect(ids(preview[kind].added), `${kind} that come back`).toEqual(
        without(idsOf(after[kind]), idsOf(before[kind])),
      );
      expect(ids(preview[kind].removed), `${kind} that go`).toEqual(without(idsOf(before[kind]), idsOf(after[kind])));
    }
  }
  if (Object.values(preview.counts).every((count) => count === 0)) {
    expect(after.students, 'no student was to change').toEqual(before.students);
    expect(calendarFrom(studio.today, after), 'no lesson was to change').toEqual(calendarFrom(studio.today, before));
  }
  const again = ok(await studio.call('GET', `/api/restore/preview?${query}`));
  expect(again.counts, 'what a second restore would change').toEqual({ added: 0, removed: 0, changed: 0 });
};

type UndoPreview = { counts: { students: number; teachers: number }; first: readonly string[]; refusal: string | null };

/** Undoes a batch: it is refused with the sentence of the preview, or brings and takes at most as many people as the preview counts. */
export const previewSaysWhatUndoDoes = async (studio: VisitedStudio, batchId: string): Promise<void> => {
  const { lists: before } = await settledLists(studio);
  const asked = await studio.call('POST', '/api/undo/preview', { batchId });
  if (asked.status !== 200) return;
  const preview: UndoPreview = asked.json;
  const { lists: between } = await settledLists(studio);
  expect(between, 'a preview changes nothing').toEqual(before);
  const answer = await studio.call('POST', '/api/undo', { batchId });
  expect(answer.status < 300 ? null : answer.text, 'what an undo is refused with').toBe(preview.refusal);
  const { lists: after } = await settledLists(studio);
  if (preview.refusal !== null) {
    expect(after, 'a refused undo changes nothing').toEqual(before);
    return;
  }
  expect(preview.first.length, 'things that a preview names').toBeLessThanOrEqual(10);
  for (const kind of ['students', 'teachers'] as const) {
    const [was, is] = [idsOf(before[kind]), idsOf(after[kind])];
    const moved = without(was, is).length + without(is, was).length;
    expect(moved, `${kind} that come and go`).toBeLessThanOrEqual(preview.counts[kind]);
  }
};

type Entry = { batchId: string; at: string; undone: string | null; undoes: string | null; partsCount: number };

/** Reads the history page by page: newest first, one entry for every batch that does or undoes something, and undos name each other. */
export const historyIsInOrder = async (studio: VisitedStudio): Promise<void> => {
  await settledLists(studio);
  const entries: Entry[] = [];
  for (let before = ''; ;) {
    const page = ok(await studio.visitor.get(`/api/history?limit=7${before === '' ? '' : `&before=${before}`}`));
    entries.push(...page.entries);
    if (page.next === null) break;
    before = page.next;
  }
  const times = entries.map(({ at }) => at);
  expect(times, 'newest first').toEqual(times.toSorted().toReversed());
  const batches = entries.map(({ batchId }) => batchId);
  expect(batches.length, 'one entry for a batch').toBe(new Set(batches).size);
  expect(without(studio.batches, batches), 'batches without an entry').toEqual([]);
  const empty = entries.filter(({ partsCount, undoes }) => partsCount === 0 && undoes === null);
  expect(empty, 'entries of nothing').toEqual([]);
  const known = new Map(entries.map((entry) => [entry.batchId, entry]));
  for (const { batchId, undone } of entries)
    if (undone !== null) expect(known.get(undone)?.undoes, `what ${undone} undoes`).toBe(batchId);
};

/** A teacher with lessons of a pending plan has exactly one pending report, and nobody has two. */
export const plansHaveOneReport = async (studio: VisitedStudio): Promise<void> => {
  const reports = await studio.reports();
  const rows = await studio.rows();
  for (const { id } of await studio.teachers()) {
    const pending = reports.filter(({ status, teacherId }) => status === 'pending' && teacherId === id);
    const isPlanned = rows.some(({ status, teacherId }) => status === 'optimized' && teacherId === id);
    expect(pending.length, `pending reports of ${id}, ${isPlanned ? 'with' : 'without'} a plan`).toBeLessThanOrEqual(1);
    if (isPlanned) expect(pending, `reports of the pending plan of ${id}`).toHaveLength(1);
  }
};

/** A date stands on at most one invoice that no other refunds, a month on one. */
export const nothingIsBilledTwice = async (studio: VisitedStudio): Promise<void> => {
  const standing = new Map<string, number>();
  const count = (key: string, by: number): void => void standing.set(key, (standing.get(key) ?? 0) + by);
  for (const { id, studentId } of await studio.list<Invoice>('/api/invoices')) {
    const { entries, items } = ok(await studio.visitor.get(`/api/invoices/${id}`));
    const own: readonly InvoiceEntry[] = entries;
    for (const { lessonId, originalDate, billedOn, refund } of own) {
      if (billedOn === null) count(`${lessonId} ${originalDate}`, 1);
      if (refund !== null) count(`${lessonId} ${originalDate}`, -1);
    }
    for (const { itemType, description } of items) if (itemType === 'monthly') count(`${studentId} ${description}`, 1);
  }
  for (const [key, times] of standing) expect(times, `how often ${key} is billed`).toBeLessThanOrEqual(1);
};

/** Every pending plan can be decided. */
export const pendingPlansCanBeRejected = async (studio: VisitedStudio): Promise<void> => {
  for (const { id, status } of await studio.reports()) {
    if (status !== 'pending') continue;
    const answer = await studio.call('PATCH', `/api/optimization-reports/${id}/status`, { status: 'rejected' });
    expect(answer.status, answer.text).toBe(200);
  }
};
