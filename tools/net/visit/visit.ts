import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { answerOf, type Answer } from './answers.ts';
import { fixedIds, fixedTime } from './fixed-time.ts';
import { names, type Names } from './names.ts';
import { written, type Sent } from './written.ts';
import { eventually, type World } from './world.ts';

const minute = 60_000;

/** One call as it was made and answered. */
export type Call = { readonly method: string; readonly path: string; readonly status: number };

/** How a call differs from a plain one of a browser. */
export type More = {
  readonly headers?: Readonly<Record<string, string>>;
  /** The Idempotency-Key; null for none. Each write has its own otherwise. */
  readonly key?: string | null;
  /** Sent as it is, with this type. */
  readonly raw?: { readonly type: string; readonly text: string };
  /** A file to upload. */
  readonly file?: { readonly name: string; readonly text: string };
  /** Something else goes on meanwhile: the read models are not waited for. */
  readonly isUnderWay?: true;
  /** The record says how long the answer is and that it is the same, not all of it. */
  readonly isBrief?: true;
};

export type Visit = {
  readonly world: World;
  readonly names: Names;
  readonly calls: readonly Call[];
  readonly chapters: ReadonlyMap<string, string>;
  /** Begins a chapter of the record, at a later moment. */
  readonly chapter: (name: string, at: string) => void;
  /** Moves on to a later moment within a chapter. */
  readonly passTo: (at: string) => Promise<void>;
  /** Lets go on what waits for a time that has come, such as the reading of calendar feeds every few minutes. */
  readonly endWaits: () => void;
  readonly call: (by: Caller, title: string, method: string, to: string, sent: Sent & More) => Promise<Answer>;
  /** Writes something else into the chapter. */
  readonly note: (text: string) => void;
  /** Waits for what goes on without a call, such as the delivery of a mail, until a query finds a row. A call would make ids meanwhile. */
  readonly until: (what: string, query: string, values?: readonly unknown[]) => Promise<void>;
  /** Waits until so many mails to an address are saved. */
  readonly mailed: (address: string, count: number) => Promise<void>;
  /** The saved mails to an address, the first one first. */
  readonly mailsTo: (address: string) => Promise<string[]>;
};

/** Who calls, with the cookie of the session. */
type Caller = {
  readonly name: string;
  readonly url: string;
  readonly agent: string;
  cookie: string | undefined;
};

const chrome =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

const bodyOf = ({ body, raw, file }: Sent & More): { type?: string; body?: string | FormData } => {
  if (file) {
    const form = new FormData();
    form.set('file', new File([file.text], file.name));
    return { body: form };
  }
  if (raw) return { type: raw.type, body: raw.text };
  return body === undefined ? {} : { type: 'application/json', body: JSON.stringify(body) };
};

const secondsOfMail = (mail: string): number => Date.parse(/^Date: (.*)$/m.exec(mail)?.[1] ?? '');

export const openVisit = (world: World): Visit => {
  const known = names();
  known.fix(`127.0.0.1:${new URL(world.url).port}`, 'rondo.test');
  const calls: Call[] = [];
  const chapters = new Map<string, string>();
  let chapter = '';
  let count = 0;
  let now = 0;
  let first: ReadonlyMap<string, string> | undefined;

  const note = (text: string): void => void chapters.set(chapter, `${chapters.get(chapter) ?? ''}${text}\n`);

  const step = async (): Promise<string> => {
    count += 1;
    now += minute;
    const label = `${chapter}-${count}`;
    fixedIds.begin(createHash('sha256').update(label).digest('hex').slice(0, 8));
    known.enter(label);
    await world.moveTo(now);
    return label;
  };

  const mailsTo = async (address: string): Promise<string[]> => {
    const folder = path.join(world.dataDir, 'mail');
    const files = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml'));
    const mails = await Promise.all(files.map((name) => readFile(path.join(folder, name), 'utf8')));
    return mails
      .filter((mail) => mail.includes(`To: ${address}\r\n`))
      .toSorted((a, b) => secondsOfMail(a) - secondsOfMail(b));
  };

  return {
    world,
    names: known,
    calls,
    chapters,
    note,
    chapter: (name, at) => {
      chapter = name;
      count = 0;
      if (Date.parse(at) <= now) throw new Error(`${name} begins before the chapter before it ends.`);
      now = Date.parse(at);
      chapters.set(name, '');
    },
    passTo: async (at) => {
      now = Date.parse(at);
      await world.moveTo(now);
    },
    endWaits: fixedTime.endWaits,
    call: async (by, title, method, to, sent) => {
      const label = await step();
      const { key = method === 'GET' || method === 'HEAD' ? null : `net ${label}` } = sent;
      const { type, body } = bodyOf(sent);
      const headers = {
        Accept: 'application/json, application/problem+json',
        'User-Agent': by.agent,
        ...(by.cookie === undefined ? {} : { Cookie: by.cookie }),
        ...(type === undefined ? {} : { 'Content-Type': type }),
        ...(key === null ? {} : { 'Idempotency-Key': key }),
        ...sent.headers,
      };
      const response = await fetch(by.url + to, {
        method,
        headers,
        redirect: 'manual',
        signal: AbortSignal.timeout(600_000),
        ...(body === undefined ? {} : { body }),
      });
      const bytes = Buffer.from(await response.arrayBuffer());
      for (const cookie of response.headers.getSetCookie()) by.cookie = cookie.split(';', 1)[0];
      const answer = answerOf(response, bytes);
      calls.push({ method, path: to.split('?', 1)[0] ?? '', status: answer.status });
      if (sent.isUnderWay !== true) await world.settled();
      const recorded = await written(
        { label, title, by: by.name, at: fixedTime.now(), method, to, sent, bytes, answer, usual: first },
        known,
      );
      first ??= recorded.headers;
      note(recorded.text);
      return answer;
    },
    until: async (what, query, values = []) => {
      await eventually(what, async () => (await world.database.client.query(query, [...values])).rows.length > 0);
      await world.settled();
    },
    mailed: (address, count) =>
      eventually(`${count} mails to ${address}`, async () => (await mailsTo(address)).length >= count),
    mailsTo,
  };
};

/** A caller of the API with a cookie jar, whose calls are recorded under a title. */
export const callerOf = (visit: Visit, name: string, agent = chrome) => {
  const caller: Caller = { name, url: visit.world.url, agent, cookie: undefined };
  const call =
    (method: string) =>
    (title: string, to: string, body?: unknown, more: More = {}): Promise<Answer> =>
      visit.call(caller, title, method, to, { ...(body === undefined ? {} : { body }), ...more });
  return {
    caller,
    call: (method: string, title: string, to: string, body?: unknown, more?: More) =>
      call(method)(title, to, body, more),
    get: (title: string, to: string, more: More = {}) => call('GET')(title, to, undefined, more),
    post: call('POST'),
    put: call('PUT'),
    patch: call('PATCH'),
    delete: call('DELETE'),
    /** A read that is not recorded. */
    peek: async (to: string): Promise<unknown> => {
      const headers = caller.cookie === undefined ? {} : { Cookie: caller.cookie };
      const response = await fetch(caller.url + to, { headers });
      return response.ok ? response.json() : undefined;
    },
  };
};
export type Visitor = ReturnType<typeof callerOf>;
