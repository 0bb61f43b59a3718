import { describe, expect, test } from 'vitest';
import { readConnectionString, WrongConnectionString } from './connection-string.ts';

describe('a connection string', () => {
  test('names one node', () => {
    expect(readConnectionString('esdb://localhost?tls=false')).toMatchObject({
      settings: { endpoint: { address: 'localhost', port: 2113 }, throwOnAppendFailure: true },
      channel: { insecure: true },
      credentials: { username: '', password: '' },
    });
  });

  test('names a cluster by its nodes or by one name, and then looks for the leader', () => {
    expect(readConnectionString('esdb://user:pa%3Ass@a:2113,b:2114,c?nodePreference=follower').settings).toMatchObject({
      endpoints: [
        { address: 'a', port: 2113 },
        { address: 'b', port: 2114 },
        { address: 'c', port: 2113 },
      ],
      nodePreference: 'leader',
    });
    expect(readConnectionString('esdb+discover://user:pass@cluster.example')).toMatchObject({
      settings: { discover: { address: 'cluster.example', port: 2113 }, nodePreference: 'leader' },
      credentials: { username: 'user', password: 'pass' },
    });
  });

  test.each([
    ['http://x', 'esdb:// or esdb+discover://'],
    ['esdb://', 'esdb:// or esdb+discover://'],
    ['esdb://?tls=false', 'it should have host'],
    ['esdb://host:port?tls=false', 'port number'],
    ['esdb://host:99999?tls=false', '99999 is not a port'],
    ['esdb://host', 'needs a user and a password'],
    ['esdb://host?tls=no', 'it should have'],
    ['esdb://host?tls=false&pool=3', '"pool" is not an option'],
    ['esdb://user:secret@host?tlsCAFile=/nowhere/ca.crt', 'the tlsCAFile /nowhere/ca.crt cannot be read'],
  ])('%s is rejected with the reason', (text, sentence) => {
    expect(() => readConnectionString(text)).toThrow(WrongConnectionString);
    expect(() => readConnectionString(text)).toThrow(sentence);
  });

  test('that is rejected never reveals its password', () => {
    for (const text of [
      'esdb://user:secret@?tls=false',
      'esdb://user:secret@host:x',
      'esdb://user:secret@host?tls=maybe',
    ])
      expect(() => readConnectionString(text)).toThrow(/^(?!.*secret)/);
  });
});
