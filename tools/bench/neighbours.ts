import { setTimeout as delay } from 'node:timers/promises';
import { fileForm, Visitor } from '@rondo/services/testing/visitor.ts';
import { benchDatabase } from './bench-database.ts';
import { percentile, type Row } from './measure.ts';
import { rondoProcess, type RondoProcess } from './rondo-process.ts';
import { done, fullTeacher } from './undo.ts';

const seconds = 15;
const afterwards = 60_000;
const guestStudents = 500;
const guestTeachers = 30;
const teachersOfStudent = 20;
const accountStudents = 10_000;
const cardsOfFile = 5000;

const filesOf = (count: number): FormData[] =>
  Array.from({ length: Math.ceil(count / cardsOfFile) }, (_, file) => {
    const cards = Array.from({ length: Math.min(cardsOfFile, count - file * cardsOfFile) }, (__, i) => {
      const nth = file * cardsOfFile + i;
      return `BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Student${nth} Bench${nth}\r\nEND:VCARD\r\n`;
    });
    return fileForm(cards.join(''));
  });

type Person = { readonly id: string };

/** A guest at a place of its own, whose studio is as large as it may be. */
const largestGuest = async (url: string, nth: number) => {
  const visitor = new Visitor(url);
  const from = { 'X-Forwarded-For': `10.0.${nth}.1` };
  done(await visitor.post('/api/guest-login', {}, from));
  for (const file of filesOf(guestStudents)) done(await visitor.post('/api/students/import-vcards', file, from));
  for (let i = 0; i < guestTeachers; i += 1)
    done(await visitor.post('/api/teachers', { name: `Teacher ${i}`, phone: '1', email: `t${i}@example.com` }, from));
  const idsOf = async (list: string): Promise<string[]> =>
    done(await visitor.get(`/api/${list}`, from)).json.map(({ id }: Person) => id);
  const [studentIds, teacherIds] = [await idsOf('students'), await idsOf('teachers')];
  const body = { studentIds, teacherIds: teacherIds.slice(0, teachersOfStudent) };
  done(await visitor.post('/api/assignments/bulk', body, from));
  return { visitor, studentIds, teacherIds, from };
};
type Guest = Awaited<ReturnType<typeof largestGuest>>;

/** How often guests' calls had which status. */
type Answers = Map<string, number>;

/** The guest's worst, each kind again and again at the same time. Refusals are part of it, and are counted. */
const doTheWorst = async (
  { visitor, studentIds, teacherIds, from }: Guest,
  until: number,
  answers: Answers,
): Promise<void> => {
  const count = (what: string): void => void answers.set(what, (answers.get(what) ?? 0) + 1);
  const again = async (what: string, call: () => Promise<{ readonly status: number }>): Promise<void> => {
    while (performance.now() < until) {
      // A connection that the server ends is a refusal, too.
      const status = await call().then(
        (answer) => `${answer.status}`,
        () => 'cut off',
      );
      count(`${what} ${status}`);
      await delay(1);
    }
  };
  const some = teacherIds.slice(0, teachersOfStudent);
  const asOf = (): string => encodeURIComponent(new Date(Date.now() - Math.random() * 5000).toISOString());
  const deleteAndUndo = async () => {
    const removed = await visitor.post('/api/students/delete', { studentIds }, from);
    return visitor.post('/api/undo', { batchId: removed.headers.get('rondo-batch') ?? '' }, from);
  };
  await Promise.all([
    again('bulk', () => visitor.post('/api/students/assign-random-availability', { studentIds }, from)),
    again('assign', () => visitor.post('/api/assignments/bulk', { studentIds, teacherIds: some }, from)),
    again('undo', deleteAndUndo),
    again('asOf', () => visitor.get(`/api/students?asOf=${asOf()}`, from)),
    again('asOf', () => visitor.get(`/api/students?asOf=${asOf()}`, from)),
    again('list', () => visitor.get('/api/students', from)),
    again('file', () => visitor.get('/api/studio.jsonl', from)),
    again('plan', () => visitor.post('/api/schedule/generate', { teacherIds, studentIds }, from)),
    again('import', () => visitor.post('/api/students/import-vcards', filesOf(cardsOfFile)[0], from)),
    again('metrics', () => visitor.get('/metrics', from)),
  ]);
};

/** The reads and commands of another studio meanwhile. */
const neighbour = async (visitor: Visitor, studentId: string, until: number) => {
  const reads: number[] = [];
  const commands: number[] = [];
  const timed = async (times: number[], call: () => ReturnType<Visitor['get']>): Promise<void> => {
    const started = performance.now();
    done(await call());
    times.push(performance.now() - started);
  };
  for (let nth = 0; performance.now() < until; nth += 1) {
    await timed(reads, () => visitor.get('/api/lessons'));
    await timed(reads, () => visitor.get('/api/students'));
    await timed(commands, () => visitor.put(`/api/students/${studentId}`, { firstName: `Ann ${nth}` }));
    await delay(20);
  }
  return { reads, commands };
};

const whileGuests = async (rondo: RondoProcess, visitor: Visitor, studentId: string, count: number): Promise<Row[]> => {
  const guests = await Promise.all(Array.from({ length: count }, (_, nth) => largestGuest(rondo.url, count + nth)));
  const answers: Answers = new Map();
  let times: Awaited<ReturnType<typeof neighbour>> = { reads: [], commands: [] };
  const { block } = await rondo.costOf(async () => {
    const until = performance.now() + seconds * 1000;
    const worst = Promise.all(guests.map((guest) => doTheWorst(guest, until, answers)));
    times = await neighbour(visitor, studentId, until);
    await worst;
  });
  const leaving = await rondo.costOf(() =>
    Promise.all(guests.map(({ visitor: guest, from }) => guest.post('/api/logout', {}, from))),
  );
  const who = count === 1 ? 'one guest does its worst' : `${count} guests at ${count} places do their worst`;
  const figures = (all: readonly number[]) => ({
    'p50 ms': percentile(all, 0.5),
    'p95 ms': percentile(all, 0.95),
    calls: all.length,
  });
  return [
    { what: `another studio’s reads while ${who}`, figures: figures(times.reads), aim: 'p95 under 100 ms' },
    { what: 'its commands', figures: figures(times.commands), aim: 'p95 under 150 ms' },
    { what: 'the longest block of the loop in the meantime', figures: { ms: block }, aim: 'under 50 ms' },
    { what: 'guests’ answers, by call and status', figures: Object.fromEntries(answers) },
    { what: 'the longest block while they sign out', figures: { ms: leaving.block }, aim: 'under 50 ms' },
  ];
};

/** The longest blocks in an account's studio with as many students as it can have. */
const largestAccount = async (rondo: RondoProcess): Promise<Row[]> => {
  const visitor = await new Visitor(rondo.url).register('largest@example.com');
  const importing = await rondo.costOf(async () => {
    for (const file of filesOf(accountStudents)) done(await visitor.post('/api/students/import-vcards', file));
  });
  const studentIds: string[] = done(await visitor.get('/api/students')).json.map(({ id }: Person) => id);
  const asOf = encodeURIComponent(new Date().toISOString());
  const bulk = async (): Promise<unknown> =>
    done(await visitor.post('/api/students/assign-standard-availability', { studentIds }));
  const blocks: Record<string, number> = { 'import ms': importing.block };
  blocks['list ms'] = (await rondo.costOf(() => visitor.get('/api/students'))).block;
  blocks['bulk ms'] = (await rondo.costOf(bulk)).block;
  blocks['asOf ms'] = (await rondo.costOf(() => visitor.get(`/api/students?asOf=${asOf}`))).block;
  return [
    {
      what: `the longest blocks of the loop with ${accountStudents} students`,
      figures: blocks,
      aim: 'under 100 ms',
    },
  ];
};

/** What studios notice of guests who do their worst, and what is left of those a minute after they have gone. */
export const benchNeighbours = async (): Promise<Row[]> => {
  const database = await benchDatabase();
  const rondo = await rondoProcess(database);
  try {
    const visitor = await new Visitor(rondo.url).register('neighbour@example.com');
    const { studentIds } = await fullTeacher(visitor, 25);
    const [studentId = ''] = studentIds;
    await neighbour(visitor, studentId, performance.now() + 3000);
    const before = (await rondo.costOf(() => delay(10))).rss;
    const rows = await whileGuests(rondo, visitor, studentId, 1);
    rows.push(...(await whileGuests(rondo, visitor, studentId, 16)));
    await delay(afterwards);
    const after = (await rondo.costOf(() => delay(10))).rss;
    const memory = {
      what: 'memory of the process before, and a minute after the guests have gone',
      figures: { 'before MB': before / 2 ** 20, 'after MB': after / 2 ** 20 },
      aim: 'at most 150 MB more',
    };
    return [...rows, memory, ...(await largestAccount(rondo))];
  } finally {
    await rondo.stop();
    await database.stop();
  }
};
