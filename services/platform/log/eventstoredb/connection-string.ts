import { readFileSync } from 'node:fs';
import {
  LEADER,
  type ChannelCredentialOptions,
  type Credentials,
  type DNSClusterOptions,
  type GossipClusterOptions,
  type SingleNodeOptions,
} from '@eventstore/db-client';
import { parseConnectionString, type ConnectionOptions } from './client-insides.ts';

export type Target = {
  readonly settings: SingleNodeOptions | GossipClusterOptions | DNSClusterOptions;
  readonly channel: ChannelCredentialOptions;
  readonly credentials: Credentials;
};

/** Says in one sentence, without the user and the password, what is wrong with a connection string. */
export class WrongConnectionString extends Error {
  constructor(what: string) {
    super(`The event store's connection string is wrong: ${what}.`);
  }
}

/** Options supported here. The client itself only warns about others and continues. */
const known = [
  'connectionname',
  'discoveryinterval',
  'gossiptimeout',
  'keepaliveinterval',
  'keepalivetimeout',
  'maxdiscoverattempts',
  'nodepreference',
  'tls',
  'tlscafile',
];
/** Options that this engine sets itself; they are allowed, for other clients. */
const ours = ['defaultdeadline', 'throwonappendfailure'];

const parse = (text: string): ConnectionOptions => {
  const keys = [...text.matchAll(/[?&]([^=&?]+)=/g)].map(([, key = '']) => key);
  const unknown = keys.find((key) => ![...known, ...ours].includes(key.toLowerCase().replaceAll(/[_-]/g, '')));
  if (unknown !== undefined) throw new WrongConnectionString(`"${unknown}" is not an option of it`);
  try {
    return parseConnectionString(text);
  } catch (error) {
    // The client's message quotes its input, which may contain a password.
    const [, at, expected] = /at position (\d+), expected ([^]*?)\.?$/.exec(String(error)) ?? [];
    throw new WrongConnectionString(
      expected === undefined ? 'it cannot be read' : `at character ${Number(at) + 1} it should have ${expected}`,
    );
  }
};

const readAuthority = (file: string): Buffer => {
  try {
    return readFileSync(file);
  } catch {
    throw new WrongConnectionString(`the tlsCAFile ${file} cannot be read`);
  }
};

/**
 * Reads `esdb://host:2113?tls=false`, several hosts, or `esdb+discover://name`.
 * @throws WrongConnectionString
 */
export const readConnectionString = (text: string): Target => {
  const options = parse(text);
  const { hosts, dnsDiscover, defaultCredentials, tls = true, tlsCAFile } = options;
  const [host] = hosts;
  if (!host || hosts.some(({ address }) => address === '')) throw new WrongConnectionString('it names no host');
  const wrong = hosts.find(({ port }) => port < 1 || port > 65_535);
  if (wrong) throw new WrongConnectionString(`${wrong.port} is not a port`);
  if (tls && !defaultCredentials)
    throw new WrongConnectionString('with TLS it needs a user and a password (or tls=false in development)');
  const { connectionName = 'rondo', keepAliveInterval, keepAliveTimeout } = options;
  const { discoveryInterval, gossipTimeout = 2, maxDiscoverAttempts = 3 } = options;
  // With `throwOnAppendFailure=false`, a rejected append would look like a successful one.
  const common = {
    connectionName,
    throwOnAppendFailure: true,
    ...(keepAliveInterval === undefined ? {} : { keepAliveInterval }),
    ...(keepAliveTimeout === undefined ? {} : { keepAliveTimeout }),
  };
  const discovery = {
    nodePreference: LEADER,
    gossipTimeout,
    maxDiscoverAttempts,
    ...(discoveryInterval === undefined ? {} : { discoveryInterval }),
  } as const;
  const settings = dnsDiscover
    ? { ...common, ...discovery, discover: host }
    : hosts.length > 1
      ? { ...common, ...discovery, endpoints: hosts }
      : { ...common, endpoint: host };
  return {
    settings,
    channel: { insecure: !tls, ...(tls && tlsCAFile ? { rootCertificate: readAuthority(tlsCAFile) } : {}) },
    credentials: defaultCredentials ?? { username: '', password: '' },
  };
};
