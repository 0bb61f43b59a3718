import { expect, test } from 'vitest';
import { dana, inOneStudio, rondo } from '../../../testing/own-studio.ts';
import { batchOf, ok, type Visitor } from '../../../testing/visitor.ts';

inOneStudio();

const day = 24 * 60 * 60 * 1000;
const began = Date.parse('2026-11-23T15:00:00Z');

const secretOf = async (id: string): Promise<string> =>
  ok(await dana.post('/api/families/links', { recipientIds: [id] }))[0].url.split('#k=')[1];
const opens = async (k: string): Promise<Visitor> => {
  const family = rondo.visitor();
  ok(await family.post('/api/family/session', { k }));
  return family;
};
const status = async (family: Visitor): Promise<number> => (await family.get('/api/family')).status;

test('a link opens while its recipient is there, its page is on and someone uses it', async () => {
  ok(await dana.patch('/api/settings', { familyPage: true }));
  const ann = ok(
    await dana.post('/api/students', { firstName: 'Ann', lastName: 'Lee', address: '4508 Banister Ln' }),
  ).id;
  const k = await secretOf(ann);
  const family = await opens(k);
  expect(await status(family)).toBe(200);

  const off = await dana.patch('/api/settings', { familyPage: false });
  expect(await status(family)).toBe(404);
  ok(await dana.post('/api/undo', { batchId: batchOf(off) }));
  expect(await status(family)).toBe(200);

  const removed = await dana.delete(`/api/students/${ann}`);
  expect(await status(family)).toBe(404);
  ok(await dana.post('/api/undo', { batchId: batchOf(removed) }));
  expect(await status(family)).toBe(200);

  const joined = await dana.post('/api/households', { studentIds: [ann] });
  expect(await status(family)).toBe(404);
  ok(await dana.post('/api/undo', { batchId: batchOf(joined) }));
  expect(await status(family)).toBe(200);

  // A read gives the cookie of yesterday again; one of 30 days is none.
  const old = family.cookies;
  rondo.setNow(began + 2 * day);
  const again = await family.get('/api/family');
  expect(again.headers.getSetCookie()).toHaveLength(1);
  expect((await family.get('/api/family')).headers.getSetCookie()).toHaveLength(0);
  rondo.setNow(began + 30 * day);
  expect(await status(family)).toBe(200);
  expect((await rondo.visitor().get('/api/family', old)).status).toBe(404);
  const [name, value = ''] = (old['Cookie'] ?? '').split('=');
  const changed = `${name}=${value.slice(0, -1)}${value.endsWith('A') ? 'B' : 'A'}`;
  expect((await rondo.visitor().get('/api/family', { Cookie: changed })).status).toBe(404);

  rondo.setNow(began + 440 * day);
  expect((await rondo.visitor().post('/api/family/session', { k })).status).toBe(404);
});

test('renewing and revoking end a link and its cookies at the next call', async () => {
  rondo.setNow(began);
  const ben = ok(
    await dana.post('/api/students', { firstName: 'Ben', lastName: 'Ito', address: '4508 Banister Ln' }),
  ).id;
  const first = await opens(await secretOf(ben));
  const { url } = ok(await dana.post(`/api/families/links/${ben}/renew`));
  expect(await status(first)).toBe(404);
  const second = await opens(url.split('#k=')[1]);
  ok(await dana.delete(`/api/families/links/${ben}`));
  expect(await status(second)).toBe(404);
  const family = ok(await dana.get('/api/families')).find(({ id }: { id: string }) => id === ben);
  expect(family.recipients[0].link.state).toBe('revoked');
  expect(url).not.toContain(await secretOf(ben));
});
