import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { configurationDoc, readConfig } from './config.ts';
import { WrongConfiguration } from '../../platform/kit/errors.ts';

const problem = (environment: Record<string, string>): string => {
  try {
    readConfig(environment);
  } catch (error) {
    if (error instanceof WrongConfiguration) return error.message;
  }
  return 'accepted';
};

describe('settings', () => {
  test('have defaults; empty counts as absent', () => {
    expect(readConfig({ PORT: '', HOST: '' })).toMatchObject({
      PORT: 3000,
      ROLES: ['api', 'projector'],
      LOG_LEVEL: 'info',
      EVENTSTORE_MAX_APPEND_SIZE: 1024 * 1024,
    });
  });

  test.each([
    ['PORT', 'many', 'a port number'],
    ['PORT', '70000', 'a port from 0 to 65535'],
    ['DATABASE_URL', 'mysql://x', 'postgres://'],
    ['EVENTSTORE_URL', 'http://x', 'esdb://'],
    ['EVENTSTORE_MAX_APPEND_SIZE', '8 MB', 'a number of bytes'],
    ['EVENTSTORE_MAX_APPEND_SIZE', '100', 'at least 262144 bytes'],
    ['ROLES', 'api,cook', 'some of api,projector'],
    ['PUBLIC_URL', 'rondo.example', 'http:// or https://'],
    ['TRUST_PROXY', 'everybody', 'loopback, linklocal or uniquelocal'],
    ['TRUST_PROXY', '10.0.0.0/33', 'networks such as 10.0.0.0/8'],
    ['SESSION_SECRET', 'short', 'at least 16 characters'],
    ['SMTP_URL', 'http://mail', 'smtp:// or smtps://'],
    ['MAIL_FROM', 'Dana', 'an email address'],
    ['MAPBOX_TOKEN', 'sk.secret', 'this is a secret token, which browsers must not see'],
    ['MAPBOX_TOKEN', 'secret', 'a public Mapbox token'],
    ['MAPBOX_SERVER_TOKEN', 'secret', 'a Mapbox token, pk. ... or sk. ...'],
    ['MAPBOX_SERVER_TOKEN', 'sk.secret', 'set MAPBOX_TOKEN too'],
    ['MAPBOX_API_URL', 'api.mapbox.com', 'http:// or https://'],
    ['MAPBOX_DAILY_LIMIT', '0', 'at least 1 call'],
    ['MAPBOX_DAILY_LIMIT', 'many', 'a number of calls'],
    ['NOW', 'yesterday', 'an instant such as'],
  ])('%s=%s is rejected by name, with what was expected', (name, value, expected) => {
    const sentence = problem({ [name]: value });
    expect(sentence).toContain(`${name}: `);
    expect(sentence).toContain(expected);
  });

  test('proxies are names, addresses or networks, or none', () => {
    expect(readConfig({}).TRUST_PROXY).toEqual(['loopback']);
    expect(readConfig({ TRUST_PROXY: 'uniquelocal, 203.0.113.7,fd00::/8' }).TRUST_PROXY).toEqual([
      'uniquelocal',
      '203.0.113.7',
      'fd00::/8',
    ]);
    expect(readConfig({ TRUST_PROXY: 'none' }).TRUST_PROXY).toBe(false);
  });

  test('a public token alone serves for everything; a slash behind the address does not count', () => {
    const config = readConfig({ MAPBOX_TOKEN: 'pk.public', MAPBOX_API_URL: 'http://127.0.0.1:4000/' });
    expect(config).toMatchObject({
      MAPBOX_TOKEN: 'pk.public',
      MAPBOX_API_URL: 'http://127.0.0.1:4000',
      MAPBOX_DAILY_LIMIT: 1000,
    });
    expect(readConfig({}).MAPBOX_API_URL).toBe('https://api.mapbox.com');
  });

  test('a refused token does not appear in the message', () => {
    expect(problem({ MAPBOX_TOKEN: 'sk.very-secret' })).not.toContain('very-secret');
  });

  test('all wrong ones are reported together', () => {
    expect(problem({ PORT: 'x', LOG_LEVEL: 'loud' })).toMatch(/PORT: .*\n.*LOG_LEVEL: /);
  });

  test('a fixed clock is rejected in production', () => {
    expect(problem({ NOW: '2026-11-23T12:00:00Z', NODE_ENV: 'production' })).toContain(
      'NOW: a fixed clock is not allowed',
    );
    expect(problem({ FEEDS_ALLOW_PRIVATE: 'true', NODE_ENV: 'production' })).toContain(
      'FEEDS_ALLOW_PRIVATE: reading feeds',
    );
    expect(readConfig({ FEEDS_ALLOW_PRIVATE: 'true' }).FEEDS_ALLOW_PRIVATE).toBe(true);
    expect(readConfig({}).FEEDS_ALLOW_PRIVATE).toBe(false);
    expect(readConfig({ NOW: '2026-11-23T12:00:00Z' }).now()).toBe(Date.parse('2026-11-23T12:00:00Z'));
  });

  test('are documented', async () => {
    const page = await readFile(path.resolve(import.meta.dirname, '../../../docs/configuration.md'), 'utf8');
    expect(page, 'run npm run docs:configuration').toBe(configurationDoc());
  });
});
