import { toMinutes, toTimeText } from '@rondo/contracts/calendar/times.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addStudent, addTeacher, everyDay } from '../../../../testing/studio-fixture.ts';
import { testRondo, type TestRondo } from '../../../../testing/test-rondo.ts';
import { batchOf, endOfRestore, ok, type Answer, type Visitor } from '../../../../testing/visitor.ts';

/** The same histories at every run; other ones: `HISTORIES=200 SEED=7` before the command. */
const histories = Number(process.env['HISTORIES'] ?? 12);
const seed = Number(process.env['SEED'] ?? 20261129);

const date = '2026-12-01';
const nine = Date.parse(`${date}T09:00:00-06:00`);
const minute = 60_000;
const json = { Accept: 'application/problem+json' };
const ended = [409, 'This question has ended.'];

let rondo: TestRondo;
let studios = 0;
beforeAll(async () => {
  rondo = await testRondo(new Date(nine).toISOString());
});
afterAll(() => rondo.stop());

const time = fc.integer({ min: 14 * 12, max: 19 * 12 }).map((steps) => toTimeText(5 * steps));
const who = fc.constantFrom('Ann', 'Cy');
const nth = fc.nat(3);
const by = fc.constantFrom('teacher', 'family');
const saying = fc.record({ nth, who, by, answer: fc.constantFrom('yes', 'yes', 'yes', 'no') });
const kind = <Kind extends string>(name: Kind) => fc.constant(name);
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: kind('ask'), who, start: time, other: fc.option(time, { nil: null }) }) },
  { weight: 6, arbitrary: fc.record({ kind: kind('answer'), saying }) },
  { weight: 2, arbitrary: fc.record({ kind: kind('answers at once'), one: saying, other: saying }) },
  { weight: 1, arbitrary: fc.record({ kind: kind('withdraw'), nth }) },
  { weight: 3, arbitrary: fc.record({ kind: kind('wait'), minutes: fc.integer({ min: 1, max: 90 }) }) },
  { weight: 2, arbitrary: fc.record({ kind: kind('enter'), start: time }) },
  { weight: 1, arbitrary: fc.record({ kind: kind('note'), who }) },
  { weight: 1, arbitrary: fc.record({ kind: kind('restore') }) },
  { weight: 3, arbitrary: fc.record({ kind: kind('undo') }) },
);
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;
type Saying = Extract<Step, { kind: 'answer' }>['saying'];

type State = 'open' | 'applied' | 'declined' | 'expired' | 'withdrawn' | 'overtaken';
type Change = { readonly studentId: string; readonly start: number; readonly end: number };
type Asked = {
  readonly repairId: string;
  readonly until: number;
  readonly changes: readonly Change[];
  /** By student: how the family's page names the question. */
  readonly refs: ReadonlyMap<string, string>;
  readonly answers: Map<string, string>;
  /** The rows as they were when it was asked. */
  readonly rows: string;
  state: State;
};
type Row = ReturnType<typeof written>;

/** What is written of a row: its drive follows from the rows around it. */
const written = ({ id, studentId, startTime, endTime, status, lessonDate, revision }: Record<string, string>) => ({
  id: id ?? '',
  studentId: studentId ?? '',
  startTime: startTime ?? '',
  endTime: endTime ?? '',
  status,
  lessonDate,
  revision,
});

/** Whom a refusal names does not matter here; spaces in times are narrow ones. */
const sentence = ({ json: body, text }: Answer): string =>
  String(body?.detail ?? text).replaceAll(/[\u00A0\u202F]/g, ' ');
const refusal = (answer: Answer): [number, string] => [answer.status, sentence(answer)];

/** Ben's hour of Tuesday, December 1, is cancelled; Ann comes at 3 PM, Cy every Tuesday at 6:15 PM. It is 9 AM. */
const livedStudio = async () => {
  studios += 1;
  rondo.setNow(nine);
  let now = nine;
  const dana = await rondo.visitor().register(`dana${studios}@example.com`);
  const teacherId = await addTeacher(dana, 'Dana Whitfield', everyDay);
  const add = (name: string) => addStudent(dana, name, everyDay);
  const [ann, ben, cy, eve] = [await add('Ann Lee'), await add('Ben Ito'), await add('Cy Diaz'), await add('Eve Roe')];
  const ids = { Ann: ann, Cy: cy };
  const lesson = { teacherId, duration: 45, lessonDate: date };
  ok(await dana.post('/api/lessons', { ...lesson, studentId: ann, startTime: '15:00' }));
  const { id: benAt } = ok(await dana.post('/api/lessons', { ...lesson, studentId: ben, startTime: '16:30' }));
  const weekly = { teacherId, duration: 45, lessonDate: '', dayOfWeek: 2, studentId: cy, startTime: '18:15' };
  ok(await dana.post('/api/lessons', weekly));
  ok(await dana.post(`/api/lessons/${benAt}/cancel`, {}));
  ok(await dana.patch('/api/settings', { familyPage: true }));
  const openPage = async (studentId: string): Promise<{ visitor: Visitor; proof: string }> => {
    const [link] = ok(await dana.post('/api/families/links', { recipientIds: [studentId] }));
    const visitor = rondo.visitor();
    const { proof } = ok(await visitor.post('/api/family/session', { k: link.url.split('#k=')[1] }));
    return { visitor, proof };
  };
  const pages = new Map([
    [ann, await openPage(ann)],
    [cy, await openPage(cy)],
  ]);
  const { id: backupId } = ok(await dana.post('/api/backups', { name: 'Nine', description: '' }));

  const asked: Asked[] = [];
  const batches: string[] = [];
  const askedIn = new Map<string, Asked>();

  /** A busy server says up to where its lists have to catch up. */
  const settled = async ({ headers }: Answer): Promise<void> => {
    for (let position = headers.get('rondo-position'); position !== null;)
      position = (await dana.get('/api/lessons', { 'Rondo-Position': position })).headers.get('rondo-position');
  };
  const rows = async (): Promise<Row[]> => ok(await dana.get('/api/lessons')).map(written);
  const stopOf = async (studentId: string) =>
    ok(await dana.get(`/api/day?teacherId=${teacherId}&date=${date}`)).stops.find(
      (stop: { studentId: string }) => stop.studentId === studentId,
    );
  const onPage = async (studentId: string): Promise<{ ref: string; answer: string | null }[]> =>
    ok((await pages.get(studentId)?.visitor.get('/api/family')) ?? expect.fail('no page')).asked;

  const expire = (): void => {
    for (const one of asked) if (one.state === 'open' && one.until <= now) one.state = 'expired';
  };
  const isFor = ({ changes }: Asked, studentId: string): boolean =>
    changes.some((change) => change.studentId === studentId);

  /** Notes which open questions the rows that were written have ended. */
  const overtake = (before: readonly Row[], after: readonly Row[], except?: Asked): void => {
    const known = new Map(before.map((row) => [row.id, row]));
    const isWritten = (row: Row): boolean => JSON.stringify(known.get(row.id)) !== JSON.stringify(row);
    const gone = before.filter(({ id }) => !after.some((row) => row.id === id));
    const changed = after.filter(isWritten);
    for (const one of asked) {
      if (one.state !== 'open' || one === except) continue;
      const isTouched = [...changed, ...gone].some(({ studentId }) => isFor(one, studentId));
      const isOver = changed.some((row) => {
        if (row.status === 'cancelled' || (row.lessonDate !== '' && row.lessonDate !== date)) return false;
        const [start, end] = [toMinutes(row.startTime), toMinutes(row.endTime)];
        return one.changes.some((change) => start < change.end && change.start < end);
      });
      if (isTouched || isOver) one.state = 'overtaken';
    }
  };
  /** Does what may write rows. @returns the answer, once the lists show it */
  const writing = async (act: () => Promise<Answer>, except?: () => Asked | undefined): Promise<Answer> => {
    const before = await rows();
    const answer = await act();
    await settled(answer);
    overtake(before, await rows(), except?.());
    return answer;
  };

  const send = ({ by: whose, answer }: Saying, one: Asked, studentId: string): Promise<Answer> => {
    const [page, ref] = [pages.get(studentId), one.refs.get(studentId)];
    if (whose === 'teacher' || !page || ref === undefined)
      return dana.post(`/api/repairs/${one.repairId}/answers`, { studentId, answer });
    return page.visitor.post(`/api/family/asked/${ref}`, { answer }, { ...json, 'Rondo-Proof': page.proof });
  };
  const pick = (n: number): Asked | undefined => asked[asked.length - 1 - (n % Math.max(1, asked.length))];

  /** Nothing stands in the way of a question whose day is as it was, half an hour before the first start that it concerns. */
  const mustApply = (one: Asked, before: readonly Row[]): boolean =>
    JSON.stringify(before) === one.rows &&
    asked.every((other) => other === one || other.state !== 'open') &&
    one.changes.every(({ start }) => nine + (start - 9 * 60 - 31) * minute > now);

  const answer = async (what: Saying): Promise<void> => {
    const one = pick(what.nth);
    if (!one) return;
    const studentId = ids[what.who];
    const before = await rows();
    const said = await writing(
      () => send(what, one, studentId),
      () => one,
    );
    if (!isFor(one, studentId)) return (expect(said.status).toBe(404), undefined);
    if (one.state !== 'open') return (expect(refusal(said)).toEqual(ended), undefined);
    const isLast = one.changes.every(
      (change) => change.studentId === studentId || one.answers.get(change.studentId) === 'yes',
    );
    if (what.answer === 'no') {
      expect(said.status, said.text).toBe(200);
      one.answers.set(studentId, 'no');
      one.state = 'declined';
    } else if (!isLast) {
      expect(said.status, said.text).toBe(200);
      // A page of a family is not told of batches.
      if (what.by === 'teacher')
        expect(batchOf(said) === '', 'the same answer again writes nothing').toBe(one.answers.get(studentId) === 'yes');
      one.answers.set(studentId, 'yes');
    } else if (said.status === 200) {
      one.answers.set(studentId, 'yes');
      one.state = 'applied';
      if (batchOf(said) !== '') batches.push(batchOf(said));
      for (const change of one.changes)
        expect(toMinutes((await stopOf(change.studentId)).startTime)).toBe(change.start);
    } else {
      expect(said.status, said.text).toBe(409);
      expect(sentence(said)).not.toBe(ended[1]);
      expect(mustApply(one, before), sentence(said)).toBe(false);
      one.state = 'overtaken';
    }
  };

  const answersAtOnce = async (both: readonly Saying[]): Promise<void> => {
    const [first] = both;
    const one = first && pick(first.nth);
    if (!one || one.state !== 'open') return;
    const own = both.filter((what) => isFor(one, ids[what.who]));
    const before = await rows();
    const answers = await Promise.all(own.map((what) => send(what, one, ids[what.who])));
    for (const said of answers) await settled(said);
    const after = await rows();
    // One comes first; what the other finds depends on it.
    for (const said of answers) expect([200, 409], said.text).toContain(said.status);
    const { state, answers: known } = ok(await dana.get(`/api/repairs?teacherId=${teacherId}`)).find(
      ({ repairId }: Asked) => repairId === one.repairId,
    );
    const says = (is: string): boolean => own.some((what) => what.answer === is);
    const possible: State[] = [
      'open',
      ...(says('no') ? (['declined'] as const) : []),
      ...(says('yes') ? (['applied', 'overtaken'] as const) : []),
    ];
    expect(possible).toContain(state);
    if (own.length > 0 && own.every((what) => what.answer === 'no')) expect(state).toBe('declined');
    if (state !== 'applied') expect(after, 'only what is applied changes rows').toEqual(before);
    one.answers.clear();
    for (const { studentId, answer: said } of known) if (said !== null) one.answers.set(studentId, said);
    one.state = state;
    overtake(before, after, one);
    batches.length = 0;
  };

  const ask = async ({ who: name, start, other }: Extract<Step, { kind: 'ask' }>): Promise<void> => {
    const wishes: (readonly [keyof typeof ids, string])[] = [[name, start]];
    if (other !== null) wishes.push([name === 'Ann' ? 'Cy' : 'Ann', other]);
    const before = await rows();
    const changes = [];
    for (const [whose, startTime] of wishes) {
      const { lessonId, originalDate, revision } = await stopOf(ids[whose]);
      changes.push({ kind: 'move', lessonId, originalDate, startTime, revision });
    }
    const seen = new Map<string, readonly string[]>();
    for (const [id] of pages)
      seen.set(
        id,
        (await onPage(id)).map(({ ref }) => ref),
      );
    const isFull = asked.filter(({ state }) => state === 'open').length === 3;
    const said = await dana.post(`/api/lessons/${benAt}/repairs/ask`, { lessonDate: date, changes });
    await settled(said);
    expect(await rows(), 'a question changes no row').toEqual(before);
    if (said.status !== 200) {
      expect([400, 409], said.text).toContain(said.status);
      return;
    }
    expect(isFull, 'three are open at most').toBe(false);
    const refs = new Map<string, string>();
    for (const [whose] of wishes) {
      const [ref, ...more] = (await onPage(ids[whose])).filter((one) => !seen.get(ids[whose])?.includes(one.ref));
      expect([ref?.answer, more]).toEqual([null, []]);
      if (ref) refs.set(ids[whose], ref.ref);
    }
    const one: Asked = {
      repairId: said.json.repairId,
      until: Date.parse(said.json.until),
      changes: wishes.map(([whose, at]) => ({ studentId: ids[whose], start: toMinutes(at), end: toMinutes(at) + 45 })),
      refs,
      answers: new Map(),
      rows: JSON.stringify(before),
      state: 'open',
    };
    asked.push(one);
    askedIn.set(batchOf(said), one);
    batches.push(batchOf(said));
  };

  const act = async (what: Step): Promise<void> => {
    switch (what.kind) {
      case 'ask':
        return ask(what);
      case 'answer':
        return answer(what.saying);
      case 'answers at once':
        return answersAtOnce([what.one, { ...what.other, nth: what.one.nth }]);
      case 'withdraw': {
        const one = pick(what.nth);
        if (!one) return;
        const said = await dana.delete(`/api/repairs/${one.repairId}`);
        if (one.state !== 'open') expect(refusal(said)).toEqual(ended);
        else expect([ok(said).state, (one.state = 'withdrawn')]).toEqual(['withdrawn', 'withdrawn']);
        return;
      }
      case 'wait':
        now += what.minutes * minute;
        rondo.setNow(now);
        return expire();
      case 'enter': {
        const body = { ...lesson, studentId: eve, startTime: what.start, duration: 30 };
        const [start, end] = [toMinutes(what.start), toMinutes(what.start) + 30];
        const isHeld = asked.some(
          (one) => one.state === 'open' && one.changes.some((change) => start < change.end && change.start < end),
        );
        const checked = await writing(() => dana.post('/api/lessons', { ...body, ifFree: true }));
        if (isHeld) expect(checked.status, 'a held time is taken').toBe(409);
        if (checked.status === 200) batches.push(batchOf(checked));
        else batches.push(batchOf(await writing(() => dana.post('/api/lessons', body))));
        return;
      }
      case 'note': {
        const { lessonId, originalDate } = await stopOf(ids[what.who]);
        const said = await writing(() => dana.put(`/api/lessons/${lessonId}`, { originalDate, notes: `At ${now}` }));
        ok(said);
        return;
      }
      case 'restore': {
        const said = await dana.post(`/api/backups/${backupId}/restore`, {});
        ok(await endOfRestore(dana, said));
        await settled(said);
        for (const one of asked) if (one.state === 'open') one.state = 'overtaken';
        batches.length = 0;
        return;
      }
      case 'undo': {
        const batchId = batches.pop();
        if (batchId === undefined) return;
        const one = askedIn.get(batchId);
        const own = one?.state === 'open' ? one : undefined;
        const said = await writing(
          () => dana.post('/api/undo', { batchId }),
          () => own,
        );
        expect([200, 409], said.text).toContain(said.status);
        if (said.status === 200 && own) own.state = 'withdrawn';
        return;
      }
    }
  };
  const check = async (): Promise<void> => {
    const listed: { repairId: string; state: State }[] = ok(await dana.get(`/api/repairs?teacherId=${teacherId}`));
    expect(
      asked.map(({ repairId }) => listed.find((one) => one.repairId === repairId)?.state),
      'what became of the questions',
    ).toEqual(asked.map(({ state }) => state));
    for (const [studentId] of pages)
      expect((await onPage(studentId)).map(({ ref }) => ref).toSorted(), 'a page has what still waits').toEqual(
        asked.flatMap((one) => (one.state === 'open' ? (one.refs.get(studentId) ?? []) : [])).toSorted(),
      );
  };
  return { act, check };
};

test(
  'whatever happens to questions, each is in one state, what it holds is taken, and after its end no answer counts',
  async () => {
    process.stdout.write(`random questions: ${histories} histories, SEED=${seed}\n`);
    await expect(
      fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 14 }), async (steps) => {
          const studio = await livedStudio();
          for (const one of steps) {
            await studio.act(one);
            await studio.check();
          }
        }),
        { numRuns: histories, seed, endOnFailure: true },
      ),
    ).resolves.toBeUndefined();
  },
  Math.max(240_000, histories * 20_000),
);
