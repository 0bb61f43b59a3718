// Guests who do their worst, in a process of their own.
import { setTimeout as delay } from 'node:timers/promises';
import { ok, Visitor, type Answer } from '@rondo/services/testing/visitor.ts';
import { answerParent } from '../forked.ts';
import { caughtUp, enterLessons, filesOf, withPeople } from './large-studio.ts';
import { guestSize, teachersOfStudent } from './sizes.ts';

const [, , url = '', connectionString = '', count = '1', firstPlace = '0'] = process.argv;

/** One more than a studio may have. */
const plansAtATime = 5;

/** A guest at a place of its own, whose studio is as large as it may be. */
const largestGuest = async (place: number) => {
  const visitor = new Visitor(url);
  const from = { 'X-Forwarded-For': `10.0.${place}.1` };
  ok(await visitor.post('/api/guest-login', {}, from));
  const studio = await withPeople(visitor, guestSize, from);
  await caughtUp(visitor, await enterLessons(connectionString, studio, guestSize.lessons), from);
  const { studentIds, teacherIds } = studio;
  ok(await visitor.post('/api/students/assign-standard-availability', { studentIds }, from));
  const someTeachers = teacherIds.slice(0, teachersOfStudent);
  // Some are each teacher's own, so that there is something to plan for each.
  for (const [i, teacherId] of someTeachers.entries()) {
    const own = studentIds.filter((_, nth) => nth % teachersOfStudent === i);
    ok(await visitor.post('/api/assignments/bulk', { studentIds: own, teacherIds: [teacherId] }, from));
  }
  ok(await visitor.post('/api/assignments/bulk', { studentIds, teacherIds: someTeachers }, from));
  ok(await visitor.patch('/api/settings', { optimizerSeconds: 120 }, from));
  return { visitor, studentIds, teacherIds, from };
};
type Guest = Awaited<ReturnType<typeof largestGuest>>;

/** How often calls had which status. */
const answers = new Map<string, number>();
const note = (what: string, status: number | string): void => {
  const name = `${what} ${status}`;
  answers.set(name, (answers.get(name) ?? 0) + 1);
};

const noted = async (what: string, call: Promise<Answer>): Promise<Answer | undefined> => {
  try {
    const answer = await call;
    note(what, answer.status);
    return answer;
  } catch {
    // A connection that the server ends is a refusal, too.
    note(what, 'cut off');
    return undefined;
  }
};

/** A plan for everybody, until the guest has had enough. Its calls count as begun and, by chance, as ended. */
const plan = async ({ visitor, studentIds, teacherIds, from }: Guest, stop: AbortSignal): Promise<void> => {
  try {
    const response = await fetch(`${url}/api/schedule/generate`, {
      method: 'POST',
      headers: { ...visitor.cookies, ...from, 'Content-Type': 'application/json', Accept: 'text/event-stream' },
      body: JSON.stringify({ teacherIds, studentIds }),
      signal: stop,
    });
    note('plan begun', response.status);
    await response.arrayBuffer();
    note('plan ended', response.status);
  } catch {
    if (!stop.aborted) note('plan', 'cut off');
  }
};

/** The guest's worst, each kind again and again at the same time. Refusals are part of it, and are counted. */
const doTheWorst = async (guest: Guest, stop: AbortSignal): Promise<void> => {
  const { visitor, studentIds, teacherIds, from } = guest;
  const again = async (act: () => Promise<unknown>): Promise<void> => {
    while (!stop.aborted) {
      await act();
      await delay(1);
    }
  };
  const get = (what: string, path: string) => noted(what, visitor.get(path, from));
  const post = (what: string, path: string, body: unknown) => noted(what, visitor.post(path, body, from));
  const instant = (): string => encodeURIComponent(new Date(Date.now() - Math.random() * 5000).toISOString());
  const undo = async (answer: Answer | undefined) => {
    const batchId = answer?.headers.get('rondo-batch');
    if (typeof batchId === 'string') await post('undo', '/api/undo', { batchId });
  };
  // One after the other, so that each finds everybody there.
  const bulk = async () => {
    await post('bulk', '/api/students/assign-random-availability', { studentIds });
    await undo(await post('bulk', '/api/teachers/clear-availability', { teacherIds }));
    await undo(await post('delete', '/api/students/delete', { studentIds }));
  };
  const comeAndGo = async () => {
    const other = new Visitor(url);
    const come = await noted('guest-login', other.post('/api/guest-login', {}, from));
    if (come?.status !== 200) return;
    await noted('import', other.post('/api/students/import-vcards', filesOf(guestSize.students)[0], from));
    await noted('logout', other.post('/api/logout', {}, from));
  };
  const kinds: readonly (() => Promise<unknown>)[] = [
    bulk,
    comeAndGo,
    () => get('asOf', `/api/students?asOf=${instant()}`),
    () => get('asOf', `/api/lessons?asOf=${instant()}`),
    () => get('list', '/api/students'),
    () => get('list', '/api/lessons'),
    () => get('file', '/api/studio.jsonl'),
    () => get('metrics', '/metrics'),
    () => post('large import', '/api/students/import-vcards', filesOf(5000, 'Another')[0]),
    ...Array.from({ length: plansAtATime }, () => () => plan(guest, stop)),
  ];
  await Promise.all(kinds.map(again));
};

const guests: Guest[] = [];
const chunked = <Item>(items: readonly Item[], size: number): Item[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, i) => items.slice(i * size, (i + 1) * size));

let stop = new AbortController();
let worst: Promise<unknown> = Promise.resolve();

answerParent({
  prepare: async () => {
    const places = Array.from({ length: Number(count) }, (_, nth) => Number(firstPlace) + nth);
    // A few at a time, so that no call waits too long.
    for (const some of chunked(places, 3)) guests.push(...(await Promise.all(some.map(largestGuest))));
  },
  begin: async () => {
    stop = new AbortController();
    worst = Promise.all(guests.map((guest) => doTheWorst(guest, stop.signal)));
  },
  end: async () => {
    stop.abort();
    await worst;
    return Object.fromEntries([...answers].toSorted(([a], [b]) => (a < b ? -1 : 1)));
  },
  leave: async () => {
    for (const { visitor, from } of guests) ok(await visitor.post('/api/logout', {}, from));
  },
});
