import { addDays, firstOnOrAfter, type DayOfWeek, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { overlaps } from '@rondo/contracts/calendar/intervals.ts';
import { toMinutes, toTimeText } from '@rondo/contracts/calendar/times.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addTeacher, everyDay } from '../../../../testing/studio-fixture.ts';
import { batchOf, ok, type Answer, type Visitor } from '../../../../testing/visitor.ts';
import { AskingStudio } from '../testing/asking-studio.ts';

/** The same histories at every run; other ones: `HISTORIES=200 SEED=7` before the command. */
const histories = Number(process.env['HISTORIES'] ?? 10);
const seed = Number(process.env['SEED'] ?? 20261129);
const soon = { timeout: 30_000 };
/** Sunday. Noon in Austin. */
const firstDay = '2026-11-29';
const noonOf = (date: IsoDate): string => `${date}T12:00:00-06:00`;

let studio: AskingStudio;
let dana: Visitor;
let teachers: readonly string[];
let today: IsoDate = firstDay;
let people = 0;

beforeAll(async () => {
  studio = await AskingStudio.open(noonOf(firstDay));
  ({ dana } = studio);
  teachers = [studio.teacher, await addTeacher(dana, 'Marcus Bell', everyDay)];
});
afterAll(() => studio.stop());

const nth = fc.nat(7);
// Few times, so that they meet.
const time = {
  teacher: fc.nat(1),
  day: fc.constantFrom<DayOfWeek>(2, 3),
  start: fc.constantFrom('15:00', '15:30', '16:15'),
};
const kind = <Kind extends string>(name: Kind) => fc.constant(name);
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: kind('hold'), nth, ...time }) },
  { weight: 2, arbitrary: fc.record({ kind: kind('release'), nth }) },
  { weight: 2, arbitrary: fc.record({ kind: kind('close'), nth }) },
  { weight: 1, arbitrary: fc.record({ kind: kind('add'), nth, teacher: time.teacher }) },
  { weight: 4, arbitrary: fc.record({ kind: kind('enter'), weeks: fc.nat(2), ...time }) },
  { weight: 2, arbitrary: fc.record({ kind: kind('clear'), nth }) },
  { weight: 2, arbitrary: fc.record({ kind: kind('wait'), days: fc.constantFrom(1, 3, 8) }) },
  { weight: 5, arbitrary: fc.record({ kind: kind('undo'), nth }) },
);
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

type Hold = { teacherId: string; dayOfWeek: number; startTime: string; endTime: string; firstDate: string };
type Shown = { readonly status: string; readonly heldUntil: string | null; readonly hold: Hold | null };
type Entry = {
  id: string;
  teacherId: string;
  lessonDate: string;
  dayOfWeek: number;
  startTime: string;
  endTime: string;
};
type Made = { readonly batchId: string; readonly question: string; readonly before: Shown };

const spanOf = ({ startTime, endTime }: Pick<Hold, 'startTime' | 'endTime'>) => ({
  start: toMinutes(startTime),
  end: toMinutes(endTime),
});
/** What is shown of a question on a day: nothing that is held outlives its last day. */
const on = (day: IsoDate, shown: Shown): Shown =>
  shown.heldUntil === null || shown.heldUntil >= day
    ? shown
    : { status: shown.status === 'held' ? 'new' : shown.status, heldUntil: null, hold: null };
const isFree: Shown = { status: 'new', heldUntil: null, hold: null };
const refusal = ({ status, text }: Answer): string => `${status} ${text.replaceAll(/[\u00A0\u202F]/g, ' ')}`;

/** Two families who have asked, in a studio without lessons. */
const lived = async () => {
  people += 1;
  studio.at(noonOf(today));
  const ids = [
    (await studio.asked({ email: `one${people}@example.com` })).id,
    (await studio.asked({ email: `two${people}@example.com`, firstName: 'Noa' })).id,
  ];
  studio.at(noonOf(today));
  const shown = new Map<string, Shown>(ids.map((id) => [id, isFree]));
  const made: Made[] = [];
  const entries = (): Promise<Entry[]> => dana.get('/api/lessons').then(ok);
  const stateOf = (id: string): Shown => on(today, shown.get(id) ?? isFree);
  const note = (question: string, answer: Answer, after: Shown): void => {
    const batchId = batchOf(answer);
    if (batchId) made.push({ batchId, question, before: stateOf(question) });
    shown.set(question, after);
  };
  const questionOf = (n: number): string => ids[n % ids.length] ?? '';

  const act = async (one: Step): Promise<void> => {
    switch (one.kind) {
      case 'hold': {
        const id = questionOf(one.nth);
        const teacherId = teachers[one.teacher] ?? '';
        const time = { teacherId, dayOfWeek: one.day, startTime: one.start };
        const answer = await dana.post(`/api/inquiries/${id}/hold`, time);
        const { status } = stateOf(id);
        if (status === 'added' || status === 'closed') expect(answer.status, refusal(answer)).toBe(409);
        if (answer.status !== 200) {
          expect(refusal(answer)).toMatch(/^409 (This time is taken: |This question (was answered|is closed))/);
          return;
        }
        const { heldUntil, firstDate } = answer.json;
        expect([heldUntil, firstDate]).toEqual([addDays(today, 7), firstOnOrAfter(today, one.day)]);
        const endTime = toTimeText(toMinutes(one.start) + 45);
        note(id, answer, { status: 'held', heldUntil, hold: { ...time, endTime, firstDate } });
        return;
      }
      case 'release': {
        const id = questionOf(one.nth);
        const { status } = stateOf(id);
        const answer = await dana.post(`/api/inquiries/${id}/release`);
        note(id, answer, { ...isFree, status: status === 'held' ? 'new' : status });
        ok(answer);
        return;
      }
      case 'close': {
        const id = questionOf(one.nth);
        const answer = await dana.post(`/api/inquiries/${id}/close`);
        if (stateOf(id).status === 'added') expect(answer.status).toBe(409);
        else note(id, answer, { ...isFree, status: 'closed' });
        return;
      }
      case 'add': {
        const id = questionOf(one.nth);
        const teacherId = teachers[one.teacher] ?? '';
        const before = stateOf(id);
        const child = { firstName: 'Maya', lastName: 'Park', address: '1905 S 5th St', zipCode: '78704', teacherId };
        const answer = await dana.post(`/api/inquiries/${id}/add`, child);
        if (before.status === 'added') {
          expect(answer.status).toBe(409);
          return;
        }
        const { studentId } = ok(answer);
        const lessons = (await entries()).filter((row) => 'studentId' in row && row.studentId === studentId);
        expect(lessons.map(({ dayOfWeek, startTime }) => [dayOfWeek, startTime])).toEqual(
          before.hold?.teacherId === teacherId ? [[before.hold.dayOfWeek, before.hold.startTime]] : [],
        );
        note(id, answer, { ...isFree, status: 'added' });
        return;
      }
      case 'enter': {
        const lessonDate = addDays(firstOnOrAfter(addDays(today, 1), one.day), 7 * one.weeks);
        const entry = { entryType: 'appointment', eventTitle: 'Visit', duration: 30, ifFree: true };
        const teacherId = teachers[one.teacher] ?? '';
        const answer = await dana.post('/api/lessons', { ...entry, teacherId, lessonDate, startTime: one.start });
        if (answer.status !== 200) expect(refusal(answer)).toMatch(/^409 This time is taken: /);
        return;
      }
      case 'clear': {
        const row = (await entries()).at(one.nth);
        if (row) ok(await dana.delete(`/api/lessons/${row.id}`));
        return;
      }
      case 'wait':
        today = addDays(today, one.days);
        studio.at(noonOf(today));
        return;
      case 'undo': {
        const last = made.at(-1 - (one.nth % 3));
        if (!last) return;
        const answer = await dana.post('/api/undo', { batchId: last.batchId });
        if (answer.status === 200) note(last.question, answer, on(today, last.before));
        else
          expect(refusal(answer)).toMatch(
            /^409 (This time is taken: |Another time is held|.*(has|have) (changed|already been|passed)|There is nothing)/,
          );
        return;
      }
    }
  };

  /** Each question is as its last command left it, and no two things have one time. */
  const check = async (): Promise<void> => {
    const listed = async () => {
      const all: (Shown & { id: string })[] = ok(await dana.get('/api/inquiries'));
      return all.flatMap(({ id, status, heldUntil, hold }) =>
        ids.includes(id) ? [[id, { status, heldUntil, hold }]] : [],
      );
    };
    await expect
      .poll(async () => Object.fromEntries(await listed()), soon)
      .toEqual(Object.fromEntries(ids.map((id) => [id, stateOf(id)])));
    const holds = ids.flatMap((id) => stateOf(id).hold ?? []);
    const rows = await entries();
    for (const [i, hold] of holds.entries()) {
      const isThere = (other: Pick<Hold, 'teacherId' | 'dayOfWeek' | 'startTime' | 'endTime'>): boolean =>
        other.teacherId === hold.teacherId &&
        other.dayOfWeek === hold.dayOfWeek &&
        overlaps(spanOf(other), spanOf(hold));
      expect(holds.slice(i + 1).filter(isThere), 'one time is held once').toEqual([]);
      expect(
        rows.filter((row) => (row.lessonDate === '' || row.lessonDate >= hold.firstDate) && isThere(row)),
        'nothing is on a held time',
      ).toEqual([]);
    }
  };
  const leave = async (): Promise<void> => {
    for (const id of ids) ok(await dana.delete(`/api/inquiries/${id}`));
    for (const { id } of ok(await dana.get('/api/students'))) ok(await dana.delete(`/api/students/${id}`));
    for (const { id } of await entries()) ok(await dana.delete(`/api/lessons/${id}`));
    today = addDays(today, 2);
  };
  return { act, check, leave };
};

test(
  'whatever happens to held times, each question has what its last command says, and no time is taken twice',
  async () => {
    process.stdout.write(`random holds: ${histories} histories, SEED=${seed}\n`);
    await expect(
      fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 16 }), async (steps) => {
          const history = await lived();
          for (const one of steps) {
            await history.act(one);
            await history.check();
          }
          await history.leave();
        }),
        { numRuns: histories, seed, endOnFailure: true },
      ),
    ).resolves.toBeUndefined();
  },
  Math.max(240_000, histories * 30_000),
);
