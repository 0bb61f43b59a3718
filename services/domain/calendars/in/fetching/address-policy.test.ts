import { describe, expect, test } from 'vitest';
import { feedAddress, isPublic, type Resolve } from './address-policy.ts';
import { noCalendar } from './feed-unreadable.ts';
import { fetchFeed } from './fetch-feed.ts';

const nameless: Resolve = async () => {
  throw new Error('ENOTFOUND');
};
const readFrom = (address: string, resolve: Resolve = nameless): Promise<unknown> =>
  fetchFeed(address, { permits: isPublic, resolve }).catch((error: unknown) =>
    error instanceof Error ? error.message : error,
  );

test.each([
  '127.0.0.1',
  '127.255.255.254',
  '0.0.0.0',
  '0.1.2.3',
  '10.0.0.1',
  '100.64.0.1',
  '100.127.255.255',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.1',
  '192.0.2.1',
  '192.88.99.1',
  '192.168.1.1',
  '198.18.0.1',
  '198.19.255.255',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.1',
  '239.255.255.255',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::127.0.0.1',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '::ffff:10.0.0.1',
  '::ffff:0:127.0.0.1',
  '64:ff9b::7f00:1',
  '64:ff9b:1::1',
  '100::1',
  '2001::1',
  '2001:db8::1',
  '2002:7f00:1::',
  'fc00::1',
  'fd12:3456:789a::1',
  'fe80::1',
  'fe80::1%eth0',
  'fec0::1',
  'ff02::1',
  'not an address',
])('%s is not on the public internet', (address) => expect(isPublic(address)).toBe(false));

test.each(['8.8.8.8', '1.1.1.1', '172.32.0.1', '100.128.0.1', '2606:4700:4700::1111', '::ffff:8.8.8.8'])(
  '%s is on the public internet',
  (address) => expect(isPublic(address)).toBe(true),
);

describe('an address is refused when it', () => {
  test.each([
    ['is loopback', 'http://127.0.0.1/a.ics'],
    ['is loopback as one number', 'http://2130706433/a.ics'],
    ['is loopback in hexadecimal', 'http://0x7f000001/a.ics'],
    ['is loopback in hexadecimal parts', 'http://0x7f.0x0.0x0.0x1/a.ics'],
    ['is loopback in octal', 'http://017700000001/a.ics'],
    ['is loopback in octal parts', 'http://0177.0.0.01/a.ics'],
    ['is loopback in short', 'http://127.1/a.ics'],
    ['is loopback with a trailing dot', 'http://127.0.0.1./a.ics'],
    ['is loopback in full-width digits', 'http://１２７.０.０.１/a.ics'],
    ['is loopback in circled digits', 'http://①②⑦.⓪.⓪.①/a.ics'],
    ['is loopback, percent-encoded', 'http://%31%32%37.0.0.1/a.ics'],
    ['is zero', 'http://0/a.ics'],
    ['is a loopback on an allowed port', 'http://127.0.0.1:8080/a.ics'],
    ['is IPv6 loopback', 'http://[::1]/a.ics'],
    ['is IPv6 unspecified', 'http://[::]/a.ics'],
    ['is a mapped address', 'http://[::ffff:127.0.0.1]/a.ics'],
    ['is a mapped address in hexadecimal', 'http://[::ffff:7f00:1]/a.ics'],
    ['is a compatible address', 'http://[::127.0.0.1]/a.ics'],
    ['is a translated address', 'http://[64:ff9b::169.254.169.254]/a.ics'],
    ['is the metadata service of a cloud', 'http://169.254.169.254/latest/meta-data/'],
    ['is that service as one number', 'http://2852039166/latest/meta-data/'],
    ['is in a private network', 'webcal://192.168.0.1/a.ics'],
    ['is shared by a carrier', 'http://100.64.0.1/a.ics'],
    ['is multicast', 'http://224.0.0.1/a.ics'],
  ])('%s', async (_, address) => expect(await readFrom(address)).toBe(noCalendar));

  test.each([
    ['localhost', '127.0.0.1'],
    ['localhost.localdomain', '127.0.0.1'],
    ['127.0.0.1.nip.io', '127.0.0.1'],
    ['7f000001.nip.io', '127.0.0.1'],
    ['10-0-0-1.sslip.io', '10.0.0.1'],
    ['metadata.google.internal', '169.254.169.254'],
    ['six.example', '::1'],
    ['mapped.example', '::ffff:192.168.1.1'],
  ])('%s leads to %s', async (name, address) => {
    const resolve: Resolve = async () => [{ address, family: address.includes(':') ? 6 : 4 }];
    expect(await readFrom(`http://${name}/a.ics`, resolve)).toBe(noCalendar);
  });

  test('leads to a public and to a private address', async () => {
    const resolve: Resolve = async () => [
      { address: '192.0.43.8', family: 4 },
      { address: '10.0.0.1', family: 4 },
    ];
    expect(await readFrom('http://both.example/a.ics', resolve)).toBe(noCalendar);
  });

  test.each([
    'http://example.com:22/',
    'http://example.com:6379/',
    'https://example.com:5432/',
    'http://example.com:0/',
    'webcal://example.com:25/',
  ])('has another port: %s', (address) =>
    expect(() => feedAddress(address)).toThrow(/only :80, :443, :8080 and :8443/),
  );

  test.each(['ftp://example.com/a.ics', 'file:///etc/passwd', 'gopher://example.com/', 'data:text/calendar,BEGIN'])(
    'has another scheme: %s',
    (address) => expect(() => feedAddress(address)).toThrow(/begins with https/),
  );

  test.each([
    'https://ann:secret@example.com/a.ics',
    'https://example.com@evil.example/a.ics',
    'http://calendar.example@127.0.0.1/a.ics',
  ])('names a person: %s', (address) => expect(() => feedAddress(address)).toThrow(/before an @/));

  test('is no address', () => expect(() => feedAddress('the studio calendar')).toThrow('This is not a web address.'));
});

test('webcal means https', () =>
  expect(feedAddress(' WEBCAL://example.com/a.ics ').href).toBe('https://example.com/a.ics'));
