import { afterEach, expect, test } from 'vitest';
import { testRondo, type TestRondo } from '../../../testing/test-rondo.ts';

let rondo: TestRondo;
afterEach(() => rondo.stop());

const token = 'sixteen-letters-or-more';
const elsewhere = { 'X-Forwarded-For': '203.0.113.9' };
const bearer = (text: string) => ({ Authorization: `Bearer ${text}` });

/** What a caller sees: the status of the metrics, and the fields of the readiness. */
const seen = async (headers: Readonly<Record<string, string>> = {}) => {
  const [figures, ready] = [
    await rondo.visitor().get('/metrics', headers),
    await rondo.visitor().get('/readyz', headers),
  ];
  return [figures.status, ready.status, Object.keys(ready.json).join()];
};
const everything = [200, 200, 'ready,parts,log'];
const nothing = [404, 200, 'ready'];

test('a published server shows figures and details to programs with the token alone', async () => {
  rondo = await testRondo(undefined, { PUBLIC_URL: 'https://rondo.example.com', METRICS_TOKEN: token });
  expect(await seen()).toEqual(nothing);
  expect(await seen(bearer(token))).toEqual(everything);
  expect(await seen({ ...elsewhere, ...bearer(token) })).toEqual(everything);
  for (const wrong of ['', token.slice(0, -1), `${token} `.repeat(2), 'undefined'])
    expect(await seen(bearer(wrong))).toEqual(nothing);
  expect(await seen({ Authorization: token })).toEqual(nothing);
  expect(await seen({ 'X-Forwarded-For': '127.0.0.1' })).toEqual(nothing);
});

test('a server that is not published shows them on its own machine', async () => {
  rondo = await testRondo(undefined, { PUBLIC_URL: 'http://localhost:3000' });
  expect(await seen()).toEqual(everything);
  expect(await seen({ 'X-Forwarded-For': '::1' })).toEqual(everything);
  expect(await seen(elsewhere)).toEqual(nothing);
  expect(await seen({ ...elsewhere, ...bearer('undefined') })).toEqual(nothing);
});

test('the process that only projects does the same', async () => {
  rondo = await testRondo(undefined, { ROLES: 'projector', METRICS_TOKEN: token });
  expect(await seen()).toEqual(everything);
  expect(await seen(elsewhere)).toEqual(nothing);
  expect(await seen({ ...elsewhere, ...bearer(token) })).toEqual(everything);
});
