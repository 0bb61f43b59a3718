import { expect, test } from 'vitest';
import { WrongConfiguration } from '../platform/kit/errors.ts';
import { startTestServer } from '@rondo/tools/eventstoredb-server/test-server.ts';
import { openEventStore } from './own-log.ts';
import { event, freshStream } from '../platform/log/testing/sample-events.ts';

const opening = (url: string) =>
  openEventStore({ EVENTSTORE_URL: url, EVENTSTORE_MAX_APPEND_SIZE: 262_144 }, 'postgres://nowhere');

test('EVENTSTORE_URL names the log, with the append size that its server accepts', async () => {
  const server = await startTestServer();
  const store = await opening(server.connectionString);
  await store.append(freshStream(), 'no_stream', [event()]);
  expect(server.calls.append).toBe(1);
  const large = event('Large', { text: 'x'.repeat(262_144) });
  await expect(store.append(freshStream(), 'no_stream', [large])).rejects.toThrow('limit of 262144 bytes');
  await store.close();
  await server.stop();
});

test.each([
  ['esdb://', 'esdb:// or esdb+discover://'],
  ['esdb://host', 'with TLS it needs a user and a password'],
  ['esdb://host?tls=false&pool=3', '"pool" is not an option of it'],
  ['esdb://127.0.0.1:1?tls=false', 'did not answer'],
])('%s fails the start with a sentence that names the setting', async (url, sentence) => {
  const error: unknown = await opening(url).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(WrongConfiguration);
  expect(String(error)).toContain('EVENTSTORE_URL: ');
  expect(String(error)).toContain(sentence);
});

const sentenceOf = async (url: string): Promise<string> =>
  String(
    await opening(url).then(
      async (store) => store.close(),
      (reason: unknown) => reason,
    ),
  );

test('a server with TLS and users: every wrong way to reach it is answered with what to do', async () => {
  const server = await startTestServer({ users: { rondo: 'six strings', guest: '' } });
  const as = (user: string) => server.connectionString.replace('esdb://', `esdb://${user}@`);
  expect(await sentenceOf(as('rondo:six%20strings'))).toBe('undefined');
  expect(await sentenceOf(as('rondo:wrong'))).toContain('does not know the user, or the password is wrong.');
  expect(await sentenceOf(as('nobody:x'))).toContain('does not know the user, or the password is wrong.');
  expect(await sentenceOf(as('guest:x'))).toContain(
    'lacks a right: give it those that "TLS and users" in docs/operations',
  );
  const address = `127.0.0.1:${server.port}`;
  expect(await sentenceOf(`esdb://rondo:x@${address}`)).toContain('an authority that is not trusted here');
  expect(await sentenceOf(`esdb://${address}?tls=false`)).toContain('if it has a certificate, remove tls=false.');
  await server.stop();
});

test('a server without TLS, and a follower without a leader', async () => {
  const plain = await startTestServer();
  expect(await sentenceOf(`esdb://rondo:x@127.0.0.1:${plain.port}`)).toContain('does not speak TLS');
  await plain.stop();
  const follower = await startTestServer({ members: () => [] });
  expect(await sentenceOf(follower.connectionString)).toContain('No node says that it is the leader');
  await follower.stop();
});
