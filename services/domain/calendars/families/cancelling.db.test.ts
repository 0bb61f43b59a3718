import { beforeEach, describe, expect, test } from 'vitest';
import { dana, inOwnStudio, rondo } from '../../../testing/own-studio.ts';
import { addTeacher, everyDay } from '../../../testing/studio-fixture.ts';
import { batchOf, ok, refused, type Visitor } from '../../../testing/visitor.ts';

inOwnStudio();

const tiers = [
  { hours: 48, outcome: { owed: true } },
  { hours: 24, outcome: { charge: 50 } },
];
let teacher: string;
let ann: string;
let weekly: string;
let lena: Family;
let tom: Family;

/** A time of the studio's clock in Chicago, in winter. */
const at = (text: string): void => rondo.setNow(Date.parse(`${text.replace(' ', 'T')}-06:00`));

type Family = { readonly visitor: Visitor; readonly proof: string };

const opened = async (recipientId: string): Promise<Family> => {
  const [link] = ok(await dana.post('/api/families/links', { recipientIds: [recipientId] }));
  const visitor = rondo.visitor();
  const { proof } = ok(await visitor.post('/api/family/session', { k: link.url.split('#k=')[1] }));
  return { visitor, proof };
};

/** Times have a space that breaks no line. */
const plain = (text: string): string => text.replaceAll(/[\u00A0\u202F]/g, ' ');
const json = { Accept: 'application/problem+json' };
const pageOf = async ({ visitor }: Family) => ok(await visitor.get('/api/family'));
const lessonOn = async (family: Family, date: string) =>
  (await pageOf(family)).lessons.find((one: { date: string }) => one.date === date);
const refOn = async (family: Family, date: string): Promise<string> => (await lessonOn(family, date)).ref;
const outcome = ({ visitor }: Family, ref: string) => visitor.get(`/api/family/lessons/${ref}/outcome`, json);
const cancel = ({ visitor, proof }: Family, ref: string, expected: string, more: object = {}) =>
  visitor.post(`/api/family/lessons/${ref}/cancel`, { expected, ...more }, { ...json, 'Rondo-Proof': proof });
const agree = (more: object = {}) => dana.post('/api/policy', { from: '2026-11-30', tiers, ...more });
const refusedWith = (answer: { readonly status: number; readonly json: { readonly detail: string } }) => [
  answer.status,
  plain(answer.json.detail),
];

/** The Lees, of whom Lena gets all and Tom the schedule; Ann, Tuesdays at 4 PM at 50.00; now it is Monday, November 30, 2026. */
beforeEach(async () => {
  at('2026-11-30 09:00:00');
  teacher = await addTeacher(dana, 'Dana Whitfield', everyDay);
  const person = { firstName: 'Ann', lastName: 'Lee', address: '1905 S 5th St', zipCode: '78704' };
  ann = ok(await dana.post('/api/students', { ...person, paymentType: 'per_lesson', perLessonRate: 50 })).id;
  const contacts = [
    { name: 'Lena Lee', gets: 'both' },
    { name: 'Tom Lee', gets: 'schedule' },
  ];
  const household = ok(await dana.post('/api/households', { studentIds: [ann], contacts }));
  const lesson = { teacherId: teacher, studentId: ann, dayOfWeek: 2, startTime: '16:00', duration: 45 };
  weekly = ok(await dana.post('/api/lessons', lesson)).id;
  ok(await dana.patch('/api/settings', { familyPage: true, familyCancel: true }));
  [lena, tom] = await Promise.all(household.contacts.map(({ id }: { id: string }) => opened(id)));
});

describe('a family that cancels', () => {
  test.each<readonly [string, string, string, string, string | null]>([
    [
      '2026-12-06 16:00:00',
      '48 hours',
      '$50.00 is charged, and a lesson is owed until Thu, Jan 7.',
      'The price is charged, and a lesson is owed until Thu, Jan 7.',
      '2026-12-06T22:00:00.000000Z',
    ],
    [
      '2026-12-06 16:00:01',
      '47 hours',
      '$25.00 of $50.00 is charged.',
      '50 % of the price is charged.',
      '2026-12-07T22:00:00.000000Z',
    ],
    [
      '2026-12-07 16:00:00',
      '24 hours',
      '$25.00 of $50.00 is charged.',
      '50 % of the price is charged.',
      '2026-12-07T22:00:00.000000Z',
    ],
    [
      '2026-12-07 16:15:00',
      '23 hours and 45 minutes',
      '$50.00 is charged in full.',
      'The full price is charged.',
      null,
    ],
  ])('reads what that comes to at %s', async (now, notice, text, withoutMoney, until) => {
    ok(await agree());
    at(now);
    const shown = ok(await outcome(lena, await refOn(lena, '2026-12-08')));
    expect(shown).toMatchObject({
      lesson: { student: 'Ann', teacher: 'Dana Whitfield', date: '2026-12-08', startTime: '16:00', endTime: '16:45' },
      notice,
      outcome: { text },
      until,
      tiers: [
        { from: null, until: '2026-12-06T22:00:00.000000Z' },
        { from: '2026-12-06T22:00:00.000000Z', until: '2026-12-07T22:00:00.000000Z' },
        {
          from: '2026-12-07T22:00:00.000000Z',
          until: '2026-12-08T22:00:00.000000Z',
          text: '$50.00 is charged in full.',
        },
      ],
    });
    const without = await outcome(tom, await refOn(tom, '2026-12-08'));
    expect(ok(without).outcome).toEqual({ charge: null, refund: null, text: withoutMoney });
    expect(without.text).not.toContain('$');
  });

  test('cancels what it was shown, and nothing when that has changed', async () => {
    ok(await agree());
    at('2026-12-07 15:00:00');
    const [toTell] = ok(await dana.get('/api/changes'));
    ok(await dana.post('/api/changes/told', { studentIds: [ann], until: toTell.until }));
    const ref = await refOn(lena, '2026-12-08');
    const { expected } = ok(await outcome(lena, ref));
    at('2026-12-07 16:30:00');
    const changed = await cancel(lena, ref, expected);
    expect(refusedWith(changed)).toEqual([409, 'The outcome has changed: $50.00 is charged in full.']);
    expect(changed.json.outcome).toEqual(ok(await outcome(lena, ref)));
    expect(await lessonOn(lena, '2026-12-08')).toMatchObject({ status: 'scheduled', can: { cancel: true } });
    const toTom = await cancel(tom, await refOn(tom, '2026-12-08'), 'other');
    expect(toTom.text).not.toContain('50.00');

    const done = await cancel(lena, ref, changed.json.outcome.expected, { message: ' Ann is ill. ' });
    expect(ok(done)).toMatchObject({
      lesson: { ref, status: 'cancelled', by: 'family', can: { cancel: false } },
      outcome: { charge: 50, text: '$50.00 is charged in full.' },
    });
    expect(done.headers.has('rondo-batch')).toBe(false);
    at('2026-12-07 17:00:00');
    // From the other phone: nothing changes, and the bell rings once.
    expect(ok(await cancel(tom, await refOn(tom, '2026-12-08'), 'other')).outcome).toEqual({
      charge: null,
      refund: null,
      text: 'The full price is charged.',
    });
    // What it did itself is nothing to tell.
    expect(ok(await dana.get('/api/changes'))).toEqual([]);
    const [bell, ...others] = ok(await dana.get('/api/notifications'));
    expect([{ ...bell, message: plain(bell.message) }, ...others]).toMatchObject([
      {
        type: 'family_cancelled',
        title: 'Cancelled by Lena Lee',
        message:
          'The lesson of Ann Lee on Tuesday, December 8 at 4:00 PM was cancelled, 23 hours and 30 minutes before. “Ann is ill.”',
        metadata: { date: '2026-12-08' },
      },
    ]);
    const [entry] = ok(await dana.get('/api/history?kind=families&limit=1')).entries;
    expect(entry).toMatchObject({ by: { kind: 'family', name: 'Lena Lee' }, kind: 'families', undoable: true });

    const row = ok(await dana.get('/api/lessons?from=2026-12-08&to=2026-12-08&teacherId=' + teacher)).find(
      (one: { status: string }) => one.status === 'cancelled',
    );
    expect(row.cancellation).toMatchObject({ by: 'family', noticeAt: '2026-12-07T22:30:00.000000Z', chosen: false });
    const change = (body: object) => dana.patch(`/api/lessons/${row.id}/cancellation`, { reason: 'Flu', ...body });
    for (const body of [{ by: 'teacher' }, { noticeAt: '2026-12-06T12:00:00Z' }])
      expect(refused(await change(body))).toEqual([
        409,
        'The family cancelled this lesson itself. Only the outcome can be changed.',
      ]);
    const waived = await change({ outcome: { charge: 0 } });
    expect(ok(waived).cancellation).toMatchObject({ by: 'family', outcome: { charge: 0 } });
    expect(refused(await change({ by: 'teacher' }))[0]).toBe(409);
    ok(await dana.post('/api/undo', { batchId: batchOf(waived) }));
    ok(await dana.post('/api/undo', { batchId: entry.batchId }));
    expect(await lessonOn(lena, '2026-12-08')).toMatchObject({ status: 'scheduled' });
    // It knows of its own cancellation, and not of the undo, although the calendar is as it was told.
    const [undone] = ok(await dana.get('/api/changes'));
    expect(plain(undone.message)).toContain('Ann’s lesson on Tuesday, December 8 at 4:00 PM takes place after all.');
    ok(await dana.post('/api/changes/told', { studentIds: [ann], until: undone.until }));
    expect(ok(await dana.get('/api/changes'))).toEqual([]);
  });

  test('is told where a lesson has moved, when it has begun, and that others are not on its page', async () => {
    ok(await agree());
    at('2026-12-07 15:00:00');
    const ref = await refOn(lena, '2026-12-08');
    const { expected } = ok(await outcome(lena, ref));
    ok(
      await dana.patch(`/api/lessons/${weekly}/reschedule`, {
        startTime: '16:30',
        originalDate: '2026-12-08',
        lessonDate: '2026-12-10',
      }),
    );
    const moved = await cancel(lena, ref, expected);
    expect(refusedWith(moved)).toEqual([409, 'This lesson is now on Thursday, December 10, at 4:30 PM.']);
    expect(moved.json.outcome.lesson).toMatchObject({ date: '2026-12-10', startTime: '16:30' });
    at('2026-12-10 16:30:00');
    const begun = [409, 'This lesson has already started.'];
    expect(refusedWith(await cancel(lena, ref, moved.json.outcome.expected))).toEqual(begun);
    expect(refusedWith(await outcome(lena, ref))).toEqual(begun);
    expect(await lessonOn(lena, '2026-12-10')).toMatchObject({ can: { cancel: false } });

    const gone = [404, 'This is no longer on your page.'];
    expect(refusedWith(await outcome(tom, ref))).toEqual(gone);
    expect(refusedWith(await outcome(lena, 'x'))).toEqual(gone);
    const other = await refOn(lena, '2026-12-17');
    expect(refusedWith(await cancel({ ...lena, proof: tom.proof.replace(/.$/, '_') }, other, 'x'))[0]).toBe(403);
    expect(refusedWith(await cancel(lena, other, 'x', { message: 'x'.repeat(301) }))[0]).toBe(400);
    ok(await dana.patch('/api/settings', { familyCancel: false }));
    expect((await pageOf(lena)).can).toEqual({ cancel: false, request: false });
    for (const answer of [await outcome(lena, other), await cancel(lena, other, 'x')])
      expect(refusedWith(answer)).toEqual([403, 'Please call or write to cancel.']);
  });

  test('is asked again when the policy has changed in between, and pays by the one that holds', async () => {
    at('2026-12-07 15:00:00');
    const ref = await refOn(lena, '2026-12-08');
    const shown = ok(await outcome(lena, ref));
    expect(shown).toMatchObject({ outcome: { charge: 0, text: 'Nothing is charged.' }, tiers: [], until: null });
    ok(await dana.post('/api/policy', { from: '2026-12-07', tiers }));
    const changed = await cancel(lena, ref, shown.expected);
    expect(refusedWith(changed)).toEqual([409, 'The outcome has changed: $25.00 of $50.00 is charged.']);
    expect(ok(await cancel(lena, ref, changed.json.outcome.expected)).outcome.charge).toBe(25);
    const body = { studentIds: [ann], startDate: '2026-12-01', endDate: '2026-12-31' };
    expect((await dana.post('/api/invoices/generate', body)).status).toBeLessThan(500);
  });

  test('writes at most ten times in an hour, whatever is refused of it, and no one else waits for it', async () => {
    at('2026-12-07 15:00:00');
    const ref = await refOn(lena, '2026-12-08');
    for (let writes = 0; writes < 10; writes += 1) expect((await cancel(lena, ref, 'x')).status).toBe(409);
    const { expected } = ok(await outcome(lena, ref));
    const refusal = await cancel(lena, ref, expected);
    expect(refusedWith(refusal)).toEqual([429, 'That was a lot for one hour. Please call or write to your teacher.']);
    expect(Number(refusal.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await lessonOn(lena, '2026-12-08')).toMatchObject({ status: 'scheduled' });
    expect((await cancel(tom, await refOn(tom, '2026-12-08'), 'x')).status).toBe(409);
  });
});
