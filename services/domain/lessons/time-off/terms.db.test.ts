import { expect, test } from 'vitest';
import { dana, inOwnStudio } from '../../../testing/own-studio.ts';
import { batchOf, ok, refused } from '../../../testing/visitor.ts';

inOwnStudio();

const fall = { name: 'Fall 2026', from: '2026-09-01', to: '2026-12-20' };
const spring = { name: 'Spring 2027', from: '2027-01-04', to: '2027-05-28' };
const terms = async () => ok(await dana.get('/api/terms'));

test('terms are entered, changed and removed, each can be undone, and no two have a day in common', async () => {
  const second = ok(await dana.post('/api/terms', spring));
  const first = ok(await dana.post('/api/terms', { ...fall, name: '  Fall 2026 ' }));
  expect(await terms()).toMatchObject([fall, spring]);
  const bad: [object, number, string][] = [
    [{ ...fall, name: '' }, 400, 'Please enter a name.'],
    [{ ...fall, to: '2026-08-31' }, 400, "The last day can't be before the first."],
    [{ ...fall, from: '2027-06-01', to: '2028-07-06' }, 400, 'A term can last at most 400 days.'],
    [{ ...fall, from: '2026-12-20', to: '2026-12-24' }, 409, 'Fall 2026 covers some of these days.'],
  ];
  for (const [body, status, message] of bad)
    expect(refused(await dana.post('/api/terms', body))).toEqual([status, expect.stringContaining(message)]);
  const path = `/api/terms/${first.id}`;
  const shorter = await dana.patch(path, { to: '2026-12-18', revision: first.revision });
  expect(ok(shorter)).toMatchObject({ ...fall, to: '2026-12-18' });
  expect(refused(await dana.patch(path, { name: 'Autumn', revision: first.revision }))[0]).toBe(412);
  expect(refused(await dana.patch(path, { to: '2027-01-04' }))[0]).toBe(409);
  ok(await dana.post('/api/undo', { batchId: batchOf(shorter) }));
  expect(await terms()).toMatchObject([fall, spring]);
  const removed = await dana.delete(path);
  expect(await terms()).toMatchObject([spring]);
  expect(refused(await dana.delete(path))[0]).toBe(404);
  ok(await dana.post('/api/undo', { batchId: batchOf(removed) }));
  expect(await terms()).toMatchObject([fall, spring]);
  expect((await dana.get('/api/history?kind=timeoff')).text).toContain('Removed the term Fall 2026');
  expect(second.id).not.toBe(first.id);
});
