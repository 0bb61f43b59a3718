import { beforeEach, expect, test } from 'vitest';
import { dana, inOwnStudio, rondo } from '../../../../testing/own-studio.ts';
import { addStudent, addTeacher, everyDay } from '../../../../testing/studio-fixture.ts';
import { batchOf, endOfRestore, ok, refused, type Answer, type Visitor } from '../../../../testing/visitor.ts';

inOwnStudio();

const date = '2026-12-01';
const json = { Accept: 'application/problem+json' };
let teacherId: string;
let [ann, ben, cy, benAt, cyAt] = ['', '', '', '', ''];

const at = (text: string): void => rondo.setNow(Date.parse(`${text.replace(' ', 'T')}:00-06:00`));
/** Times have a narrow space, which is easily overlooked. */
const plain = (text: string): string => text.replaceAll(/[\u00A0\u202F]/g, ' ');
const refusal = (answer: Answer): [number, string] => {
  const [status, text] = refused(answer);
  return [status, plain(answer.json?.detail ?? text)];
};
const change = async (startTime: string, lessonId = cyAt) => {
  const row = ok(await dana.get('/api/lessons')).find(({ id }: { id: string }) => id === lessonId);
  return { kind: 'move', lessonId, originalDate: date, startTime, revision: row.revision };
};
const tryAsking = async (changes: readonly object[], until?: string): Promise<Answer> =>
  dana.post(`/api/lessons/${benAt}/repairs/ask`, { lessonDate: date, changes, ...(until && { until }) });
const ask = async (startTime = '16:30') => ok(await tryAsking([await change(startTime)]));
const say = (repairId: string, answer: string, studentId = cy) =>
  dana.post(`/api/repairs/${repairId}/answers`, { studentId, answer });
const stateOf = async (repairId: string): Promise<string | undefined> =>
  ok(await dana.get(`/api/repairs?teacherId=${teacherId}`)).find(
    (one: { repairId: string }) => one.repairId === repairId,
  )?.state;
const startOf = async (): Promise<string> =>
  ok(await dana.get(`/api/day?teacherId=${teacherId}&date=${date}`)).stops.find(
    ({ studentId }: { studentId: string }) => studentId === cy,
  ).startTime;
const enter = (startTime: string, more: object = {}) =>
  dana.post('/api/lessons', { teacherId, studentId: ann, duration: 30, startTime, lessonDate: date, ...more });

/** Ben's lesson of Tuesday, December 1, 4:30 PM is cancelled; Cy comes every Tuesday at 6:15 PM. It is 9 AM. */
beforeEach(async () => {
  at('2026-12-01 09:00');
  teacherId = await addTeacher(dana, 'Dana Whitfield', everyDay);
  ann = await addStudent(dana, 'Ann Lee', everyDay);
  ben = await addStudent(dana, 'Ben Ito', everyDay, { address: '2108 S Lamar Blvd, Austin, TX 78704' });
  cy = await addStudent(dana, 'Cy Diaz', everyDay, { address: '3806 Cherrywood Rd, Austin, TX 78722' });
  const lesson = { teacherId, duration: 45 };
  ok(await dana.post('/api/lessons', { ...lesson, studentId: ann, startTime: '15:00', lessonDate: date }));
  benAt = ok(await dana.post('/api/lessons', { ...lesson, studentId: ben, startTime: '16:30', lessonDate: date })).id;
  cyAt = ok(
    await dana.post('/api/lessons', { ...lesson, studentId: cy, dayOfWeek: 2, startTime: '18:15', lessonDate: '' }),
  ).id;
  ok(await dana.post(`/api/lessons/${benAt}/cancel`, {}));
});

test('the new time is held and nothing else changes; the last yes moves the lesson, and undo takes the move back', async () => {
  const before = {
    rows: (await dana.get('/api/lessons')).text,
    day: ok(await dana.get(`/api/day?teacherId=${teacherId}&date=${date}`)),
  };
  const asked = await ask();
  const { repairId } = asked;
  expect({
    ...asked,
    changes: asked.changes.map(({ text, ...one }: { text: string }) => ({ ...one, text: plain(text) })),
  }).toEqual({
    repairId,
    lessonId: benAt,
    date,
    until: '2026-12-01T20:30:00.000000Z',
    changes: [
      {
        kind: 'move',
        lessonId: cyAt,
        originalDate: date,
        studentId: cy,
        name: 'Cy Diaz',
        from: '18:15',
        startTime: '16:30',
        endTime: '17:15',
        text: 'Hello, this is Dana Whitfield. Could Cy’s lesson today start at 4:30 PM instead of 6:15 PM? Please let me know by 2:30 PM.',
        contact: { name: 'Cy Diaz', phone: null, email: null },
      },
    ],
    answers: [{ studentId: cy, answer: null, by: null, at: null }],
    state: 'open',
  });
  expect((await dana.get('/api/lessons')).text).toBe(before.rows);
  const { asOf: _, asked: onDay, ...day } = ok(await dana.get(`/api/day?teacherId=${teacherId}&date=${date}`));
  expect(onDay).toEqual([asked]);
  expect({ ...before.day, ...day }).toEqual(before.day);
  const held = 'Held for Cy Diaz until 2:30 PM';
  expect(refusal(await enter('17:00', { ifFree: true }))).toEqual([
    409,
    expect.stringContaining(`This time is taken: ${held}`),
  ]);
  const checked = ok(
    await dana.post('/api/lessons/check-conflicts', {
      teacherId,
      studentId: ann,
      duration: 30,
      startTime: '17:00',
      lessonDate: date,
    }),
  );
  expect(checked.conflictingEvents.map(({ title }: { title: string }) => plain(title))).toEqual([held]);
  // Its own time is no obstacle to the lesson itself.
  const own = { id: cyAt, originalDate: date, teacherId, studentId: cy, duration: 45, lessonDate: date };
  expect(ok(await dana.post('/api/lessons/check-conflicts', { ...own, startTime: '16:45' })).hasConflict).toBe(false);
  const { alternatives } = ok(
    await dana.post('/api/lessons/generate-alternatives', {
      teacherId,
      studentId: ann,
      duration: 30,
      startTime: '16:45',
      lessonDate: date,
    }),
  );
  const here = alternatives.filter((one: { date: string }) => one.date === date);
  expect(here.length).toBeGreaterThan(0);
  expect(
    here.every((one: { startTime: string; endTime: string }) => one.endTime <= '16:30' || one.startTime >= '17:15'),
  ).toBe(true);

  expect(refused(await say(repairId, 'yes', ann))).toEqual([404, 'This family was not asked.']);
  expect(refused(await say(crypto.randomUUID(), 'yes'))).toEqual([404, 'There is no such question.']);
  const yes = await say(repairId, 'yes');
  expect(ok(yes)).toMatchObject({
    state: 'applied',
    answers: [{ studentId: cy, answer: 'yes', by: 'teacher', at: '2026-12-01T15:00:00.000000Z' }],
  });
  expect(await startOf()).toBe('16:30');
  expect(refused(await say(repairId, 'yes'))).toEqual([409, 'This question has ended.']);
  expect(refused(await dana.delete(`/api/repairs/${repairId}`))).toEqual([409, 'This question has ended.']);
  const sentences = ok(await dana.get('/api/history')).entries.map(({ sentence }: { sentence: string }) =>
    plain(sentence),
  );
  expect(sentences.slice(0, 2)).toEqual([
    'Repaired Tue, Dec 1: Cy Diaz to 4:30 PM',
    'Asked about Tue, Dec 1: Cy Diaz to 4:30 PM',
  ]);
  ok(await dana.post('/api/undo', { batchId: batchOf(yes) }));
  expect(await startOf()).toBe('18:15');
  expect(await stateOf(repairId)).toBe('applied');
  at('2026-12-02 09:00');
  expect(await stateOf(repairId)).toBeUndefined();
});

test('a no declines, a withdrawal withdraws, time expires: then nothing is held any more', async () => {
  const { repairId: declined } = await ask();
  expect(ok(await say(declined, 'no'))).toMatchObject({ state: 'declined' });
  const { repairId: withdrawn } = await ask();
  expect(ok(await dana.delete(`/api/repairs/${withdrawn}`))).toMatchObject({ state: 'withdrawn' });
  const asking = await tryAsking([await change('16:30')]);
  ok(await dana.post('/api/undo', { batchId: batchOf(asking) }));
  expect(await stateOf(ok(asking).repairId)).toBe('withdrawn');
  const { repairId: expired } = await ask();
  expect(await stateOf(expired)).toBe('open');
  at('2026-12-01 14:30');
  expect(await stateOf(expired)).toBe('expired');
  expect(refused(await say(expired, 'yes'))).toEqual([409, 'This question has ended.']);
  expect(await startOf()).toBe('18:15');
  expect((await enter('16:30', { ifFree: true })).status).toBe(200);
  expect(await stateOf(expired)).toBe('expired');
});

test('how long a question waits follows from the first start that it concerns', async () => {
  const wait = async (now: string, startTime: string, until?: string) => {
    at(`2026-12-01 ${now}`);
    const answer = await tryAsking([await change(startTime)], until);
    if (answer.status !== 200) return refusal(answer);
    ok(await dana.delete(`/api/repairs/${answer.json.repairId}`));
    return answer.json.until.slice(11, 16);
  };
  // 4:30 PM is 22:30 in UTC.
  expect(await wait('09:00', '16:30')).toBe('20:30');
  expect(await wait('14:15', '16:30')).toBe('20:30');
  expect(await wait('14:16', '16:30')).toBe('22:00');
  expect(await wait('15:45', '16:30')).toBe('22:00');
  const tooLate = [409, 'It is too late to wait for an answer. Call, then apply.'];
  expect(await wait('15:46', '16:30')).toEqual(tooLate);
  // The old start is the first one.
  expect(await wait('16:10', '18:30')).toBe('23:45');
  expect(await wait('15:46', '16:30', '2026-12-01T22:00:00Z')).toBe('22:00');
  expect(await wait('15:46', '16:30', '2026-12-01T16:30:00-06:00')).toBe('22:30');
  expect(await wait('15:46', '16:30', '2026-12-01T21:50:00Z')).toEqual([
    400,
    'Please give at least 5 minutes to answer.',
  ]);
  expect(await wait('15:46', '16:30', '2026-12-01T22:31:00Z')).toEqual([
    400,
    'The time to answer cannot be after the first lesson that changes.',
  ]);
  expect(await wait('15:46', '16:30', 'soon')).toEqual([
    400,
    expect.stringContaining('Please give the time as an instant.'),
  ]);
});

test('three questions are open for a day at most, and each is asked in the sentences of a repair', async () => {
  expect(refusal(await tryAsking([await change('16:32')]))).toEqual([400, 'Lessons start every 5 minutes.']);
  await ask('16:30');
  expect(refusal(await tryAsking([await change('16:30')]))).toEqual([
    409,
    'This time is taken: Held for Cy Diaz until 2:30 PM, 4:30 PM.',
  ]);
  await ask('17:15');
  await ask('19:00');
  expect(refusal(await tryAsking([await change('18:05')]))).toEqual([409, 'Three questions are open for this day.']);
  const row = ok(await dana.get('/api/lessons')).find(({ id }: { id: string }) => id === cyAt);
  const options = ok(await dana.get(`/api/lessons/${benAt}/repairs?lessonDate=${date}`)).options;
  expect(
    options.every(({ changes }: { changes: { startTime: string }[] }) =>
      changes.every(({ startTime }) => startTime >= '18:00' || startTime <= '15:45'),
    ),
  ).toBe(true);
  expect(row.startTime).toBe('18:15');
  const stranger = await rondo.visitor().register('stranger@example.com');
  const [question] = ok(await dana.get(`/api/repairs?teacherId=${teacherId}`));
  const theirs = { studentId: cy, answer: 'yes' };
  expect(refused(await stranger.post(`/api/repairs/${question.repairId}/answers`, theirs))[0]).toBe(404);
  expect(refused(await stranger.delete(`/api/repairs/${question.repairId}`))[0]).toBe(404);
  expect(refused(await stranger.get(`/api/repairs?teacherId=${teacherId}`))).toEqual([
    404,
    'There is no such teacher.',
  ]);
});

test('writing over a held time or changing a row in it ends the question; a yes to another day is refused and ends it', async () => {
  const { repairId: over } = await ask();
  const entered = ok(await enter('16:45'));
  expect(await stateOf(over)).toBe('overtaken');
  expect(refused(await say(over, 'yes'))).toEqual([409, 'This question has ended.']);
  ok(await dana.delete(`/api/lessons/${entered.id}`));
  expect(await stateOf(over)).toBe('overtaken');
  const { repairId: changed } = await ask();
  ok(await dana.put(`/api/lessons/${cyAt}`, { originalDate: date, notes: 'Scales' }));
  expect(await stateOf(changed)).toBe('overtaken');
  cyAt = ok(await dana.get(`/api/day?teacherId=${teacherId}&date=${date}`)).stops.find(
    ({ studentId }: { studentId: string }) => studentId === cy,
  ).lessonId;
  const { repairId: closed } = await ask();
  // Another lesson elsewhere, and an edit of the cancelled one, leave it open.
  ok(await enter('10:00'));
  expect(await stateOf(closed)).toBe('open');
  ok(await dana.patch(`/api/lessons/${benAt}`, { status: 'scheduled', force: true }));
  const yes = await say(closed, 'yes');
  expect([refused(yes)[0], await stateOf(closed)]).toEqual([409, 'overtaken']);
  expect(await startOf()).toBe('18:15');
});

test('two families both have to say yes; until then an answer can be another one', async () => {
  const annAt = ok(await dana.get('/api/lessons')).find(({ studentId }: { studentId: string }) => studentId === ann).id;
  const two = [await change('16:30'), await change('15:30', annAt)];
  const { repairId, answers } = ok(await tryAsking(two));
  expect(answers.map(({ studentId }: { studentId: string }) => studentId)).toEqual([cy, ann]);
  const first = await say(repairId, 'yes');
  expect(ok(first).state).toBe('open');
  expect(batchOf(await say(repairId, 'yes'))).toBe('');
  expect(await startOf()).toBe('18:15');
  const [byCy, byAnn] = await Promise.all([say(repairId, 'yes'), say(repairId, 'yes', ann)]);
  expect([byCy.status === 200 || byCy.status === 409, byAnn.status]).toEqual([true, 200]);
  expect(await stateOf(repairId)).toBe('applied');
  expect(await startOf()).toBe('16:30');
  ok(await dana.post('/api/undo', { batchId: batchOf(byAnn) }));
  const again = ok(await tryAsking([await change('16:30'), await change('15:30', annAt)]));
  ok(await say(again.repairId, 'yes'));
  expect(ok(await say(again.repairId, 'no')).state).toBe('declined');
});

test('a run says which held time its plan overlaps, and the plan ends the question', async () => {
  const tuesdays = [{ day: 2, from: '16:30', to: '17:15' }];
  const dov = await addStudent(dana, 'Dov Katz', tuesdays, { teacherId });
  const { repairId } = await ask();
  const planned = ok(
    await dana.post('/api/schedule/generate', { teacherIds: [teacherId], studentIds: [dov], startsOn: date }),
  );
  expect(planned.optimizationReports[teacherId].clashes.map(({ detail }: { detail: string }) => detail)).toEqual([
    'Dov Katz overlaps a time that is held on Tue, Dec 1.',
  ]);
  expect(await stateOf(repairId)).toBe('overtaken');
});

test('a restore ends open questions', async () => {
  const { id } = ok(await dana.post('/api/backups', { name: 'Now', description: '' }));
  const { repairId } = await ask();
  ok(await endOfRestore(dana, await dana.post(`/api/backups/${id}/restore`, {})));
  expect(await stateOf(repairId)).toBe('overtaken');
});

test('the family is asked on its page and answers there', async () => {
  ok(await dana.patch('/api/settings', { familyPage: true }));
  const open = async (recipientId: string): Promise<{ visitor: Visitor; proof: string }> => {
    const [link] = ok(await dana.post('/api/families/links', { recipientIds: [recipientId] }));
    const visitor = rondo.visitor();
    const { proof } = ok(await visitor.post('/api/family/session', { k: link.url.split('#k=')[1] }));
    return { visitor, proof };
  };
  const contacts = [
    { name: 'Eva Diaz', gets: 'schedule' },
    { name: 'Max Diaz', gets: 'invoices' },
  ];
  const diaz = ok(await dana.post('/api/households', { studentIds: [cy], contacts })).contacts;
  const [eva, max, lee] = await Promise.all([open(diaz[0].id), open(diaz[1].id), open(ann)]);
  const pageOf = async ({ visitor }: typeof eva) => ok(await visitor.get('/api/family')).asked;
  const post = ({ visitor, proof }: typeof eva, ref: string, answer: string) =>
    visitor.post(`/api/family/asked/${ref}`, { answer }, { ...json, 'Rondo-Proof': proof });
  expect(await pageOf(eva)).toEqual([]);
  const { repairId } = await ask();
  const [question, ...more] = await pageOf(eva);
  expect(more).toEqual([]);
  expect({ ...question, text: plain(question.text) }).toEqual({
    ref: expect.any(String),
    text: 'Hello, this is Dana Whitfield. Could Cy’s lesson today start at 4:30 PM instead of 6:15 PM? Please let me know by 2:30 PM.',
    until: '2026-12-01T20:30:00.000000Z',
    answer: null,
  });
  expect([await pageOf(max), await pageOf(lee)]).toEqual([[], []]);
  const gone = [404, 'This is no longer on your page.'];
  expect(refusal(await post(lee, question.ref, 'yes'))).toEqual(gone);
  expect(refusal(await post(max, question.ref, 'yes'))).toEqual(gone);
  expect(refusal(await post(eva, question.ref, 'maybe'))).toEqual([
    400,
    expect.stringContaining('The answer must be yes or no.'),
  ]);
  ok(await post(eva, question.ref, 'yes'));
  const [entry] = ok(await dana.get(`/api/repairs?teacherId=${teacherId}`));
  expect(entry).toMatchObject({ repairId, state: 'applied', answers: [{ answer: 'yes', by: 'family' }] });
  expect(await startOf()).toBe('16:30');
  expect(await pageOf(eva)).toEqual([]);
  expect(refusal(await post(eva, question.ref, 'yes'))).toEqual([409, 'This question has ended.']);
});
