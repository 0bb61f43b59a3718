import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testRondo, type TestRondo } from '../../testing/test-rondo.ts';
import { ok } from '../../testing/visitor.ts';

let rondo: TestRondo;
beforeAll(async () => {
  rondo = await testRondo(undefined, { PUBLIC_URL: 'https://rondo.example.com:8443' });
});
afterAll(() => rondo.stop());

const credentials = { email: 'dana@example.com', password: 'six-strings' };
const cookieOf = ({ headers }: { readonly headers: Headers }): string => headers.getSetCookie().join('\n');

test('the cookie is one that browsers take from this host over https alone, whatever the proxy says', async () => {
  for (const proto of [undefined, 'http', 'https', 'https, http']) {
    const dana = rondo.visitor();
    const said: Record<string, string> = proto === undefined ? {} : { 'X-Forwarded-Proto': proto };
    const guest = await dana.post('/api/guest-login', {}, said);
    expect(cookieOf(guest)).toMatch(
      /^__Host-rondo\.sid=[^;]+; Path=\/; Expires=[^;]+; HttpOnly; Secure; SameSite=Lax$/,
    );
    ok(await dana.get('/api/user', said));
    // Browsers refuse a cookie of this name without Secure, and would keep the old one.
    expect(cookieOf(await dana.post('/api/logout', {}, said))).toMatch(
      /^__Host-rondo\.sid=; Path=\/; Expires=[^;]*1970[^;]*; Secure$/,
    );
  }
});

test('a cookie of another name, which another host of the domain could set, opens nothing', async () => {
  const dana = rondo.visitor();
  ok(await dana.post('/api/register', credentials));
  const [, value = ''] = (dana.cookies['Cookie'] ?? '').split('__Host-');
  expect((await rondo.visitor().get('/api/user', { Cookie: value })).status).toBe(401);
  expect((await rondo.visitor().get('/api/user', { Cookie: `__Host-${value}` })).status).toBe(200);
});

test('every answer says that only https is used, files too', async () => {
  const files = await readdir(path.resolve(import.meta.dirname, '../../../web/dist/assets'));
  const file = files.find((name) => name.endsWith('.js') && !name.includes('worker')) ?? '';
  const worker = files.find((name) => name.endsWith('.js') && name.includes('worker')) ?? file;
  for (const at of [
    `/assets/${file}`,
    `/assets/${worker}`,
    '/',
    '/api/user',
    '/feeds/none.ics',
    '/livez',
    '/assets/none.js',
  ])
    expect([at, (await rondo.visitor().get(at)).headers.get('strict-transport-security')]).toEqual([
      at,
      expect.stringContaining('max-age=31536000'),
    ]);
});

test('a write is from the public address, with its scheme and port, or says nothing of where it is from', async () => {
  const write = async (headers: Record<string, string>) =>
    (await rondo.visitor().post('/api/login', { ...credentials, password: 'wrong-one' }, headers)).status;
  const host = new URL(rondo.url).host;
  for (const origin of [
    'http://rondo.example.com:8443',
    'https://rondo.example.com',
    'https://rondo.example.com:443',
    'https://rondo.example.com:8443.evil.example',
    'https://rondo.example.com:8443@evil.example',
    'https://evil.example',
    `http://${host}`,
    `https://${host}`,
    'blob:https://rondo.example.com:8443',
    'null',
    '',
  ])
    expect([origin, await write({ Origin: origin })]).toEqual([origin, 403]);
  expect(await write({ Origin: 'https://rondo.example.com:8443' })).toBe(401);
  expect(await write({})).toBe(401);
  expect(await write({ 'Sec-Fetch-Site': 'same-origin' })).toBe(401);
  expect(await write({ 'Sec-Fetch-Site': 'cross-site' })).toBe(403);
});
