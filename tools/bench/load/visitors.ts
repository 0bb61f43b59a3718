// Signed-in studios that work as people do, in a process of their own; see load.ts.
import { setTimeout as delay } from 'node:timers/promises';
import { ok, Visitor, type Answer } from '@rondo/services/testing/visitor.ts';
import { answerParent } from '../forked.ts';
import { fullTeacher } from '../undo.ts';

const [, , url = '', count = '1'] = process.argv;

/** Students of a studio, each with a weekly lesson. */
const studentsEach = 12;
const registeredAtATime = 8;
/** How long a person thinks between two calls, in milliseconds. */
const thinking = { least: 1000, most: 1500 };

type Studio = {
  readonly visitor: Visitor;
  readonly teacherId: string;
  readonly studentIds: readonly string[];
  /** The last first name of the first student that the server has acknowledged, and whether a later answer is missing. */
  saved: { name: string; isKnown: boolean };
};

const studios: Studio[] = [];

const newStudio = async (nth: number): Promise<Studio> => {
  const visitor = new Visitor(url);
  const place = { 'X-Forwarded-For': `10.${nth >> 16}.${(nth >> 8) & 255}.${nth & 255}` };
  const account = {
    email: `load${nth}@example.com`,
    password: 'six-strings',
    firstName: 'Dana',
    timeZone: 'America/Chicago',
  };
  ok(await visitor.post('/api/register', account, place));
  return { visitor, ...(await fullTeacher(visitor, studentsEach)), saved: { name: '', isKnown: true } };
};

type Call = (studio: Studio) => Promise<Answer>;

const rename: Call = async (studio) => {
  const name = `Ann ${Math.random()}`;
  const before = studio.saved;
  studio.saved = { ...before, isKnown: false };
  const answer = await studio.visitor.put(`/api/students/${studio.studentIds[0]}`, { firstName: name });
  if (answer.status < 300) studio.saved = { name, isKnown: true };
  else if (answer.status === 503) studio.saved = before;
  return answer;
};

const conflicts: Call = ({ visitor, teacherId, studentIds }) =>
  visitor.post('/api/lessons/check-conflicts', {
    teacherId,
    studentId: studentIds[1],
    dayOfWeek: 2,
    startTime: '09:00',
    lessonDate: '',
  });

/** By kind, with how many of twenty calls are of it. */
const mix: readonly { readonly kind: string; readonly share: number; readonly call: Call }[] = [
  { kind: 'lessons', share: 7, call: ({ visitor }) => visitor.get('/api/lessons') },
  { kind: 'students', share: 4, call: ({ visitor }) => visitor.get('/api/students') },
  { kind: 'teachers', share: 2, call: ({ visitor }) => visitor.get('/api/teachers') },
  { kind: 'invoices', share: 2, call: ({ visitor }) => visitor.get('/api/invoices') },
  { kind: 'conflict checks', share: 3, call: conflicts },
  { kind: 'edits of a student', share: 2, call: rename },
];
const drawn = mix.flatMap((one) => Array.from({ length: one.share }, () => one));

const empty = () => ({
  times: new Map<string, number[]>(),
  refused: new Map<string, number>(),
  failed: new Map<string, number>(),
});
let noted = empty();
let stop = new AbortController();
let working: Promise<unknown> = Promise.resolve();
const unanswered = new Set<Promise<void>>();

const add = (counts: Map<string, number>, kind: string): void => void counts.set(kind, (counts.get(kind) ?? 0) + 1);

const listOf = (kind: string): number[] => {
  const list = noted.times.get(kind) ?? [];
  noted.times.set(kind, list);
  return list;
};

const once = async (studio: Studio): Promise<void> => {
  const one = drawn[Math.floor(Math.random() * drawn.length)];
  if (!one) return;
  const started = performance.now();
  const answer = await one.call(studio).catch(() => null);
  if (answer && answer.status < 300) listOf(one.kind).push(performance.now() - started);
  else add(answer?.status === 503 ? noted.refused : noted.failed, one.kind);
};

/** @param crowd how many times as many calls as people make */
const work = (crowd: number): void => {
  noted = empty();
  stop = new AbortController();
  const { signal } = stop;
  const pause = () => (thinking.least + Math.random() * (thinking.most - thinking.least)) / crowd;
  working = Promise.all(
    studios.map(async (studio) => {
      // Each begins at another time.
      await delay(Math.random() * thinking.most);
      while (!signal.aborted) {
        const call: Promise<void> = once(studio).finally(() => unanswered.delete(call));
        unanswered.add(call);
        // A crowd does not wait for its answers.
        if (crowd === 1) await call;
        await delay(pause());
      }
    }),
  );
};

/** What counts as an answer like before the crowd, in milliseconds. */
const quick = 500;

/** @returns milliseconds until some studios' reads are all answered quickly */
const untilAnswered = async (): Promise<number> => {
  const begun = performance.now();
  for (;;) {
    const started = performance.now();
    const answers = await Promise.all(studios.slice(0, 10).map(({ visitor }) => visitor.get('/api/students')));
    const now = performance.now();
    if (answers.every(({ status }) => status === 200) && now - started < quick) return now - begun;
    await delay(100);
  }
};

answerParent({
  prepare: async () => {
    for (let from = 0; from < Number(count); from += registeredAtATime)
      studios.push(
        ...(await Promise.all(
          Array.from({ length: Math.min(registeredAtATime, Number(count) - from) }, (_, i) => newStudio(from + i)),
        )),
      );
  },
  begin: async () => work(1),
  crowd: async () => work(5),
  end: async () => {
    stop.abort();
    await working;
    const recovered = await untilAnswered();
    await Promise.all(unanswered);
    const { times, refused, failed } = noted;
    let lost = 0;
    for (const { visitor, studentIds, saved } of studios.filter(
      (studio) => studio.saved.isKnown && studio.saved.name !== '',
    )) {
      let answer = await visitor.get('/api/students');
      while (answer.status === 503) {
        await delay(1000);
        answer = await visitor.get('/api/students');
      }
      const first = ok(answer).find(({ id }: { id: string }) => id === studentIds[0]);
      if (first?.firstName !== saved.name) lost += 1;
    }
    return {
      times: Object.fromEntries(times),
      refused: Object.fromEntries(refused),
      failed: Object.fromEntries(failed),
      lost,
      recovered,
    };
  },
});
