import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { readFeedAddress } from '@rondo/contracts/api/calendars/feed-address.ts';
import ipaddr from 'ipaddr.js';
import { FeedUnreadable, noCalendar } from './feed-unreadable.ts';

/** All addresses of a name, as the operating system's resolver gives them. */
export type Resolve = (hostname: string) => Promise<readonly LookupAddress[]>;

const systemResolve: Resolve = (hostname) => lookup(hostname, { all: true });

export type AddressPolicy = {
  /** Whether an address may be connected to. */
  readonly permits: (address: string) => boolean;
  readonly resolve: Resolve;
};

/** Where a feed is read. @param base the address that redirected to it @throws FeedUnreadable for an address that is none of a feed */
export const feedAddress = (text: string, base?: URL): URL => {
  const read = readFeedAddress(text, base?.href);
  if (typeof read === 'string') throw new FeedUnreadable(read);
  return read;
};

const benchmarking = ipaddr.IPv4.parseCIDR('198.18.0.0/15');
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/** True for an address on the public internet: not private, loopback, link-local, shared, multicast, reserved, or one that leads to such. */
export const isPublic = (address: string): boolean => {
  if (isIP(address) === 0) return false;
  const parsed = ipaddr.process(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed instanceof ipaddr.IPv4 ? !parsed.match(benchmarking) : parsed.match(globalUnicast);
};

/** @param allowsPrivate for tests: feeds may be in private networks */
export const addressPolicy = ({ allowsPrivate }: { allowsPrivate: boolean }): AddressPolicy => ({
  permits: allowsPrivate ? () => true : isPublic,
  resolve: systemResolve,
});

/** The host of a URL without the brackets of IPv6. */
const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '');

/** Refuses literal addresses, which are connected to without a lookup. The URL parser has normalized short, octal and hexadecimal ones. */
export const refuseLiteral = (url: URL, policy: AddressPolicy): void => {
  const host = hostOf(url);
  if (isIP(host) !== 0 && !policy.permits(host)) throw new FeedUnreadable(noCalendar);
};

/**
 * Resolves names for one connection, which is made to the addresses that were checked here: a name that later resolves to another
 * address does not matter. A name with a single refused address is refused.
 */
export const checkedLookup =
  (policy: AddressPolicy): LookupFunction =>
  (hostname, options, callback) => {
    policy.resolve(hostname).then(
      (found) => {
        const family = options.family === 4 || options.family === 6 ? options.family : 0;
        const usable = found.filter((one) => family === 0 || one.family === family);
        const [first] = usable;
        if (!first || found.some(({ address }) => !policy.permits(address)))
          return callback(new FeedUnreadable(noCalendar), '', 0);
        if (options.all === true) return callback(null, [...usable]);
        return callback(null, first.address, first.family);
      },
      (error: unknown) => callback(new FeedUnreadable(noCalendar, { cause: error }), '', 0),
    );
  };
