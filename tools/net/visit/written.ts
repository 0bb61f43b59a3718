import { readPdf } from '@rondo/services/domain/billing/pdf/testing/read-pdf.ts';
import { createHash } from 'node:crypto';
import type { Answer } from './answers.ts';
import type { Names } from './names.ts';
import { printed } from './printed.ts';

/** What a call sends. */
export type Sent = {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly raw?: { readonly type: string; readonly text: string };
  readonly file?: { readonly name: string; readonly text: string };
  readonly key?: string | null;
  readonly isBrief?: true;
};

type Exchange = {
  readonly label: string;
  readonly title: string;
  readonly by: string;
  readonly at: number;
  readonly method: string;
  readonly to: string;
  readonly sent: Sent;
  readonly bytes: Buffer;
  readonly answer: Answer;
  /** The headers of the first answer, which are not repeated. */
  readonly usual: ReadonlyMap<string, string> | undefined;
};

/** About this request or this connection alone. */
const ignored = new Set(['date', 'connection', 'keep-alive', 'x-request-id', 'content-length', 'transfer-encoding']);

const headersOf = ({ headers }: Answer, names: Names): Map<string, string> => {
  const all = new Map<string, string>();
  // Tag and time of a page are those of a file of the build.
  const isPage = headers.get('content-type')?.startsWith('text/html') === true;
  for (const [name, value] of headers)
    if (!ignored.has(name) && !(isPage && name === 'last-modified')) {
      const before = all.get(name);
      all.set(name, before === undefined ? headerOf(name, value, names) : `${before}; ${headerOf(name, value, names)}`);
    }
  return all;
};

const headerOf = (name: string, value: string, names: Names): string => {
  // Express makes a weak one of any body.
  if (name === 'etag') return value.startsWith('W/') ? 'weak' : names.of('tag', value);
  // How many calls are left depends on those before.
  if (name === 'ratelimit') return value.replaceAll(/(remaining|reset)=\d+/g, '$1=...');
  if (name === 'rondo-position') return names.of('position', value);
  if (name === 'set-cookie')
    return value.replace(
      /^([^=]+)=([^;]+)/,
      (_, cookie: string, content: string) => `${cookie}=${names.of('cookie', content)}`,
    );
  // The hashes of the scripts in the pages, which the part "pages" records.
  return names.inText(value).replaceAll(/'sha256-[^']+'/g, "'sha256-...'");
};

const digest = (content: string | Buffer): string => createHash('sha256').update(content).digest('hex').slice(0, 16);

const lineEnds = (text: string): string => (text.includes('\r\n') ? 'with CRLF' : 'with LF');

const printedText = (text: string, names: Names): string =>
  `(text ${lineEnds(text)})\n${names.inText(text).replaceAll('\r\n', '\n').replaceAll(/^/gm, '| ').trimEnd()}`;

/** The number of messages about the progress depends on how fast this machine is. */
const printedEvents = (text: string, names: Names): string =>
  text
    .split('\n\n')
    .map((block) => /^event: (.*)\ndata: (.*)$/.exec(block))
    .flatMap((found) => (found ? [{ event: found[1] ?? '', data: found[2] ?? '' }] : []))
    .filter(({ event }, i, all) => event !== 'progress' || all[i - 1]?.event !== 'progress')
    .map(({ event, data }) =>
      event === 'progress' ? 'event: progress ...' : `event: ${event}\n${printed(names.inJson(JSON.parse(data)))}`,
    )
    .join('\n');

const printedPdf = async (bytes: Buffer, names: Names): Promise<string> => {
  const { pages, info } = await readPdf(bytes);
  const texts = pages.map((lines, i) => `(page ${i + 1})\n${lines.map((line) => `| ${line}`).join('\n')}`);
  return [`(PDF ${digest(bytes)})`, printed(names.inJson(info)), ...texts.map((text) => names.inText(text))].join('\n');
};

/** What is in none of the calls gets no name here: the whole text would change with each that is added. */
const printedBriefly = ({ text, headers }: Answer, names: Names): string => {
  const lines = text.trimEnd().split('\n');
  const isJson = headers.get('content-type')?.includes('json') === true;
  const known = lines.map((line) =>
    isJson || line.startsWith('{') ? printed(names.knownInJson(JSON.parse(line))) : String(names.knownInJson(line)),
  );
  return `(${lines.length} lines ${digest(known.join('\n'))})`;
};

const printedBody = async ({ bytes, answer, sent }: Exchange, names: Names): Promise<string> => {
  const type = answer.headers.get('content-type') ?? '';
  if (bytes.length === 0) return '(empty)';
  if (sent.isBrief === true) return printedBriefly(answer, names);
  if (type.includes('json') && answer.json !== undefined) return printed(names.inJson(answer.json));
  if (type.startsWith('text/event-stream')) return printedEvents(answer.text, names);
  if (type.startsWith('application/pdf')) return printedPdf(bytes, names);
  if (type.startsWith('text/html')) return '(a page)';
  return printedText(answer.text, names);
};

const printedRequest = ({ sent }: Exchange, names: Names): string[] => [
  ...Object.entries(sent.headers ?? {}).map(([name, value]) => `> ${name}: ${names.inText(value)}`),
  ...(sent.key === undefined ? [] : [`> key: ${sent.key ?? 'none'}`]),
  ...(sent.file ? [`> file ${sent.file.name}, ${sent.file.text.length} characters`] : []),
  ...(sent.raw
    ? [
        `> ${sent.raw.type} ${sent.raw.text.length > 500 ? `${sent.raw.text.length} characters` : names.inText(sent.raw.text)}`,
      ]
    : []),
  ...(sent.body === undefined ? [] : [`> ${printed(names.inJson(sent.body), '> ')}`]),
];

/** A call and its answer as the record has them. */
export const written = async (
  exchange: Exchange,
  names: Names,
): Promise<{ text: string; headers: ReadonlyMap<string, string> }> => {
  const { label, title, by, at, method, to, answer, usual } = exchange;
  const request = printedRequest(exchange, names);
  const path = names.inText(to);
  const headers = headersOf(answer, names);
  const unusual = [...headers].filter(([name, value]) => usual?.get(name) !== value);
  const missing = [...(usual?.keys() ?? [])].filter((name) => !headers.has(name));
  const lines = [
    `=== ${label}: ${title}`,
    `${method} ${path} by ${by}, ${new Date(at).toISOString()}`,
    ...request,
    `< ${answer.status}`,
    ...unusual.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([name, value]) => `< ${name}: ${value}`),
    ...missing.toSorted().map((name) => `< without ${name}`),
    await printedBody(exchange, names),
    '',
  ];
  return { text: lines.join('\n'), headers };
};
