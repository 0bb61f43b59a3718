// Another studio, which times its own calls, in a process of its own.
import { setTimeout as delay } from 'node:timers/promises';
import { ok, Visitor } from '@rondo/services/testing/visitor.ts';
import { answerParent } from '../forked.ts';
import { fullTeacher } from '../undo.ts';
import { withPeople } from './large-studio.ts';

const [, , url = ''] = process.argv;
const watched = { 'X-Watched': '1' };

const visitor = await new Visitor(url).register('neighbour@example.com');
const { studentIds } = await fullTeacher(visitor, 25);
// Without lessons, so that there is something to plan.
const { studioId: _, ...toPlan } = await withPeople(visitor, { students: 10, teachers: 1 });
ok(await visitor.post('/api/students/assign-standard-availability', { studentIds: toPlan.studentIds }));
ok(await visitor.post('/api/assignments/bulk', toPlan));

let calling = new AbortController();
let times: { reads: number[]; commands: number[]; late: number } = { reads: [], commands: [], late: 0 };
let calls: Promise<unknown> = Promise.resolve();

const timed = async (all: number[], call: () => ReturnType<Visitor['get']>): Promise<void> => {
  const started = performance.now();
  const answer = await call();
  // Done, and not shown in time.
  if (answer.status === 202) times.late += 1;
  else ok(answer);
  all.push(performance.now() - started);
};

const callAgainAndAgain = async (over: AbortSignal): Promise<void> => {
  for (let nth = 0; !over.aborted; nth += 1) {
    await timed(times.reads, () => visitor.get('/api/lessons', watched));
    await timed(times.reads, () => visitor.get('/api/students', watched));
    await timed(times.commands, () =>
      visitor.put(`/api/students/${studentIds[0]}`, { firstName: `Ann ${nth}` }, watched),
    );
    await delay(20);
  }
};

/** @returns how long a plan waited until the optimizer had begun with it */
const plan = async (): Promise<number> => {
  const started = performance.now();
  const response = await fetch(`${url}/api/schedule/generate`, {
    method: 'POST',
    headers: { ...visitor.cookies, 'Content-Type': 'application/json', Accept: 'text/event-stream' },
    body: JSON.stringify(toPlan),
  });
  let begun = Number.NaN;
  let last = '';
  for await (const part of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    if (Number.isNaN(begun) && part.includes('event: progress')) begun = performance.now() - started;
    if (/^event: (?:result|error)/m.test(part) || last !== '') last += part;
  }
  if (!last.includes('event: result')) throw new Error(`The plan failed: ${response.status} ${last}`);
  return begun;
};

answerParent({
  begin: async () => {
    calling = new AbortController();
    times = { reads: [], commands: [], late: 0 };
    calls = callAgainAndAgain(calling.signal);
  },
  plan,
  end: async () => {
    calling.abort();
    await calls;
    return times;
  },
});
