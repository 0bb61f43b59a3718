import { defaultAppendBytes } from '../../platform/log/event-store.ts';
import { WrongConfiguration } from '../../platform/kit/errors.ts';
import { isIP } from 'node:net';
import path from 'node:path';
import { z } from 'zod';
import {
  accountSettings,
  callSettings,
  counted,
  plannerSettings,
  seconds,
  sizeSettings,
  turnSettings,
} from './limits.ts';

const roles = ['api', 'projector'] as const;

const url = (protocols: readonly string[]) =>
  z.string().refine((text) => URL.canParse(text) && protocols.includes(new URL(text).protocol), {
    error: `expected an address beginning with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
  });

/** A name that Express knows, an address or a network. */
const isProxy = (text: string): boolean => {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true;
  const [address = '', bits, ...more] = text.split('/');
  const version = isIP(address);
  if (version === 0 || more.length > 0) return false;
  return (
    bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) > 0 && Number(bits) <= (version === 4 ? 32 : 128))
  );
};

/** Every setting, read from the environment. `docs/configuration.md` is generated from these descriptions. */
export const configSchema = z.object({
  PORT: z.coerce
    .number('expected a port number')
    .int('expected a whole number')
    .min(0, 'expected a port from 0 to 65535')
    .max(65_535, 'expected a port from 0 to 65535')
    .default(3000)
    .describe('Port of the web server. 0 picks a free one.'),
  HOST: z.string().min(1).optional().describe('Address to listen on. All interfaces if not set.'),
  DATA_DIR: z
    .string()
    .min(1)
    .default('.data')
    .describe(
      'Directory of the embedded PostgreSQL and the session secret. Created if missing. When Rondo runs as root, a database that its user could not reach there is stored under /var/lib/rondo, with a link here.',
    ),
  DATABASE_URL: url(['postgres:', 'postgresql:'])
    .optional()
    .describe(
      'An external PostgreSQL, postgres://user:password@host:port/database. The embedded one is then not started.',
    ),
  // Several nodes are not a valid URL for the platform. The rest of the address is parsed when the log is opened.
  EVENTSTORE_URL: z
    .string()
    .regex(/^esdb(\+discover)?:\/\//, 'expected an address beginning with esdb:// or esdb+discover://')
    .optional()
    .describe(
      'An EventStoreDB for the event log: esdb://user:password@host:2113, several hosts separated by commas, or esdb+discover://name. In development, with ?tls=false, no user is needed. If not set, the log is stored in PostgreSQL.',
    ),
  EVENTSTORE_MAX_APPEND_SIZE: z.coerce
    .number('expected a number of bytes')
    .int('expected a whole number of bytes')
    .min(262_144, 'expected at least 262144 bytes, which the largest plan may take')
    .max(16_777_216, 'expected at most 16777216 bytes')
    .default(defaultAppendBytes)
    .describe(
      'The largest append that the EventStoreDB server accepts, in bytes: the value of the server setting with this name. A larger append is rejected before it is sent.',
    ),
  ROLES: z
    .string()
    .default(roles.join(','))
    .transform((text) => text.split(',').map((role) => role.trim()))
    .pipe(z.array(z.enum(roles, `expected some of ${roles.join(',')}`)).min(1))
    .describe('What this process does: api, projector, or both, separated by a comma.'),
  OPTIMIZER_SECONDS: seconds(3).describe(
    'The longest time to plan one week, in seconds. Planning ends sooner once the week is proven optimal.',
  ),
  NEW_STUDIO_MINUTES_BETWEEN: z.coerce
    .number('expected a number of minutes')
    .int('expected a whole number of minutes')
    .min(0, 'expected 0 to 30 minutes')
    .max(30, 'expected 0 to 30 minutes')
    .default(5)
    .describe(
      'Minutes between lessons, besides the drive, that a new studio begins with; the teacher changes them in Settings.',
    ),
  ...plannerSettings,
  ...turnSettings,
  ...callSettings,
  PUBLIC_URL: url(['http:', 'https:'])
    .optional()
    .describe(
      'The public address of Rondo, which addresses of shared calendars and links in emails begin with. If not set, calendars begin with the one that the browser uses, and links in emails with HOST (or localhost) and PORT. With https, cookies are Secure and HSTS is sent.',
    ),
  TRUST_PROXY: z
    .string()
    .default('loopback')
    .transform((text) => text.split(',').map((who) => who.trim()))
    .refine((proxies) => proxies.every(isProxy) || proxies.join() === 'none', {
      error:
        'expected none, or addresses, networks such as 10.0.0.0/8, loopback, linklocal or uniquelocal, separated by commas',
    })
    .transform((proxies) => (proxies.join() === 'none' ? false : proxies))
    .describe(
      'The reverse proxies whose X-Forwarded-For header is trusted when sign-ins and password changes are limited by client address: addresses or networks, separated by commas. loopback, linklocal (169.254.0.0/16) and uniquelocal (10.0.0.0/8, 172.16.0.0/12, 192.168.0.0/16) are names of networks. none if there is no proxy.',
    ),
  SESSION_SECRET: z
    .string()
    .min(16, 'expected at least 16 characters')
    .optional()
    .describe(
      'Key that signs session cookies and makes the addresses of shared calendars. A new one ends all sessions; addresses that are in use stay valid. If not set, one is created and stored in DATA_DIR.',
    ),
  METRICS_TOKEN: z
    .string()
    .min(16, 'expected at least 16 characters')
    .optional()
    .describe(
      'What programs send as Authorization: Bearer ... to read /metrics and the details of /readyz. Without it, only callers on this machine read them, and only while PUBLIC_URL is not set or names this machine.',
    ),
  SMTP_URL: url(['smtp:', 'smtps:'])
    .optional()
    .describe(
      'Mail server for invoices and password links, smtp://user:password@host:port or smtps://. If not set, emails are saved as files in the folder mail of DATA_DIR.',
    ),
  MAIL_FROM: z
    .email('expected an email address')
    .optional()
    .describe(
      'Address that emails come from; answers go to the studio’s own address. If not set, the user of SMTP_URL if that is an email address, else rondo at the host of PUBLIC_URL.',
    ),
  ...accountSettings,
  MAPBOX_TOKEN: z
    .string()
    .refine((token) => !token.startsWith('sk.'), {
      error:
        'this is a secret token, which browsers must not see; expected a public Mapbox token, pk. ..., and the secret one in MAPBOX_SERVER_TOKEN',
      abort: true,
    })
    .regex(/^pk\.[\w.-]+$/, 'expected a public Mapbox token, pk. ...')
    .optional()
    .describe(
      'Public Mapbox token: maps, addresses and drive times are Mapbox’s. Browsers see it; restrict it to the addresses of this server. If not set, maps are drawn offline as schematics, and drive times are estimates.',
    ),
  MAPBOX_SERVER_TOKEN: z
    .string()
    .regex(/^[ps]k\.[\w.-]+$/, 'expected a Mapbox token, pk. ... or sk. ...')
    .optional()
    .describe(
      'Mapbox token for the calls of the server. Needed when MAPBOX_TOKEN is restricted to web addresses. If not set, MAPBOX_TOKEN is used.',
    ),
  MAPBOX_API_URL: url(['http:', 'https:'])
    .default('https://api.mapbox.com')
    .transform((text) => text.replace(/\/+$/, ''))
    .describe('Address of the Mapbox API, for tests.'),
  MAPBOX_DAILY_LIMIT: counted('calls', 1000, 1_000_000).describe(
    'The most calls of the server to Mapbox on one day (UTC), of all studios and processes together. After that, places and times are estimates until the next day.',
  ),
  ...sizeSettings,
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    .default('info')
    .describe('The lowest level that is logged to standard output.'),
  FEEDS_ALLOW_PRIVATE: z
    .enum(['true', 'false'], 'expected true or false')
    .default('false')
    .transform((text) => text === 'true')
    .describe(
      'For tests: with true, calendar feeds may be read from private addresses such as localhost. Not allowed in production.',
    ),
  FEED_REQUESTS_TO_STRANGERS: counted('requests', 20).describe(
    'The most requests within a minute to the host of a calendar feed, redirects included, until it gives a calendar. Once it has, it has no such limit for 30 days.',
  ),
  NODE_ENV: z
    .enum(['production', 'development', 'test'])
    .default('development')
    .describe('In production, NOW and FEEDS_ALLOW_PRIVATE are not allowed.'),
  NOW: z.iso
    .datetime({ offset: true, error: 'expected an instant such as 2026-11-21T15:00:00Z' })
    .optional()
    .describe('A fixed clock for tests. Not allowed in production.'),
});

export type Config = Omit<z.infer<typeof configSchema>, 'DATA_DIR'> & {
  readonly DATA_DIR: string;
  /** The clock, in epoch milliseconds. */
  readonly now: () => number;
};

/** The first setting that does not go with the others. */
const contradictions = (settings: z.infer<typeof configSchema>): string[] => {
  const isProduction = settings.NODE_ENV === 'production';
  if (settings.NOW !== undefined && isProduction) return ['NOW: a fixed clock is not allowed in production'];
  if (settings.FEEDS_ALLOW_PRIVATE && isProduction)
    return ['FEEDS_ALLOW_PRIVATE: reading feeds from private addresses is not allowed in production'];
  if (settings.MAPBOX_SERVER_TOKEN !== undefined && settings.MAPBOX_TOKEN === undefined)
    return ['MAPBOX_SERVER_TOKEN: it is used only beside a public token; set MAPBOX_TOKEN too'];
  return [];
};

/**
 * Reads the settings; empty variables count as absent.
 * @throws WrongConfiguration naming every wrong variable and what was expected
 */
export const readConfig = (environment: Readonly<Record<string, string | undefined>>): Config => {
  const set = Object.fromEntries(
    Object.keys(configSchema.shape).flatMap((name) => {
      const value = environment[name];
      return value === undefined || value === '' ? [] : [[name, value]];
    }),
  );
  const read = configSchema.safeParse(set);
  const wrong = read.success
    ? contradictions(read.data)
    : read.error.issues.map(({ path: [name], message }) => `${String(name)}: ${message}`);
  if (!read.success || wrong.length > 0)
    throw new WrongConfiguration(`These settings are wrong:\n${wrong.map((line) => `  ${line}`).join('\n')}`);
  const fixed = read.data.NOW === undefined ? undefined : Date.parse(read.data.NOW);
  return {
    ...read.data,
    DATA_DIR: path.resolve(read.data.DATA_DIR),
    now: () => fixed ?? Date.now(),
  };
};

const property = z.looseObject({
  description: z.string().default(''),
  default: z.union([z.string(), z.number()]).optional(),
});
const document = z.looseObject({ properties: z.record(z.string(), property) });

/** The settings page in Markdown, generated from the schema that reads them. */
export const configurationDoc = (): string => {
  const { properties } = document.parse(z.toJSONSchema(configSchema, { io: 'input', unrepresentable: 'any' }));
  const rows = Object.entries(properties).map(([name, { description, default: standard }]) => {
    const byDefault = standard === undefined ? '' : `\`${standard}\``;
    return `| \`${name}\` | ${byDefault} | ${description} |`;
  });
  return `# Settings

Rondo reads its settings from the environment and checks them at startup. It reports each invalid setting and what it expected. This page is
generated from the same schema: \`npm run docs:configuration\`.

| variable | default | what it does |
|---|---|---|
${rows.join('\n')}
`;
};
