import { expect, test } from 'vitest';
import { googleLink, reachOf, webcalLink } from './links.ts';

const address = 'https://rondo.example/feeds/Qm7tV0_-.ics';

test('calendar apps subscribe by webcal, also when Rondo is served without encryption', () => {
  expect(webcalLink(address)).toBe('webcal://rondo.example/feeds/Qm7tV0_-.ics');
  expect(webcalLink('http://127.0.0.1:3000/feeds/a.ics')).toBe('webcal://127.0.0.1:3000/feeds/a.ics');
});

test('Google is asked to subscribe to the whole address', () => {
  const link = new URL(googleLink(address));
  expect(link.origin).toBe('https://calendar.google.com');
  expect(link.searchParams.get('cid')).toBe('webcal://rondo.example/feeds/Qm7tV0_-.ics');
});

test.each([
  ['computer', ['localhost', 'rondo.localhost', '127.0.0.1', '127.8.0.1', '[::1]']],
  ['network', ['studio', 'studio.local', '10.0.0.7', '172.20.1.1', '192.168.1.20', '[fd00::1]']],
  ['internet', ['rondo.example', '172.217.1.1', '100.20.3.4', '1.10.0.7', 'localhost.example']],
] as const)('the reach of an address is said: %s', (reach, hosts) =>
  expect(hosts.map((host) => reachOf(`http://${host}:3000/feeds/a.ics`))).toEqual(hosts.map(() => reach)),
);
