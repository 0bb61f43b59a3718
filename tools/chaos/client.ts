import { setTimeout as delay } from 'node:timers/promises';
import { allEndpoints } from '@rondo/contracts/api/all.ts';
import { z } from 'zod';
import { commandIdOf, derivedId } from '@rondo/services/platform/commands/ids.ts';
import type { Random } from '@rondo/services/optimizer/search/random.ts';
import { fileForm } from '@rondo/services/testing/visitor.ts';
import type { HealthyClock } from './health.ts';
import type { Answered, Ledger, Sent } from './ledger.ts';
import { nextWish } from './plays/all-plays.ts';
import { oneOf, rememberBatch, type StudioView, type Wish } from './plays/play.ts';
import type { RondoProcess } from './processes.ts';

/** A signed-in user's studio: its cookies are valid at every process. */
export type Studio = { readonly studioId: string; readonly cookie: string; readonly view: StudioView };

/** What all clients share. */
export type Stage = {
  readonly processes: readonly RondoProcess[];
  readonly ledger: Ledger;
  readonly health: HealthyClock;
  readonly tally: Tally;
  /** Aborted when clients should start nothing new and finish what they started. */
  readonly stopping: AbortSignal;
};

/** Observations of the clients that are not in the ledger. */
export type Tally = {
  /** Answers that report an internal error of Rondo. */
  faults: { what: string; text: string }[];
  /** Longest wait for a final outcome, in milliseconds of healthy time. */
  longest: number;
  /** Commands without a final outcome after `patience` of healthy time. */
  stuck: string[];
  /** Reads that failed during healthy time. */
  readsFailed: number;
};

/** Healthy time that a command may take to its final outcome. */
const patience = 30_000;
/** How long a client waits for one answer before it retries. */
const answerWithin = 8000;
/** Lost answers that a client never retries. */
const givesUp = 0.08;

const madeId = z.object({ id: z.string() });

type Reply = { readonly status: number; readonly text: string; readonly batch: string | null; readonly json: unknown };

/** What is sent: JSON, or a form with a file, which says itself what it is. */
const contentOf = ({ body, options }: Wish): { headers: Record<string, string>; body?: string | FormData } => {
  if (options === undefined)
    return {
      headers: { 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    };
  const form = fileForm(String(body), 'families.csv');
  form.set('options', JSON.stringify(options));
  return { headers: {}, body: form };
};

const ask = async (url: string, studio: Studio, wish: Wish, key: string): Promise<Reply> => {
  const { headers, ...content } = contentOf(wish);
  const response = await fetch(url + wish.path, {
    method: wish.method,
    headers: { Cookie: studio.cookie, 'Idempotency-Key': key, ...headers },
    ...content,
    signal: AbortSignal.timeout(answerWithin),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json') === true;
  return {
    status: response.status,
    text,
    batch: response.headers.get('rondo-batch'),
    json: isJson ? JSON.parse(text) : undefined,
  };
};

const now = (): string => new Date().toISOString();

const toAnswered = (key: string, attempt: number, { status, text, batch, json }: Reply): Answered => {
  const made = madeId.safeParse(json);
  const said = status < 300 ? '' : text.slice(0, 300);
  return { kind: 'answered', key, attempt, status, batch, made: made.data?.id ?? null, text: said, at: now() };
};

/** A final answer is the command's outcome; anything else is retried. */
const isFinal = ({ status }: Reply): boolean => status < 500 && status !== 429;

/** Nothing was sent: no process is listening there. */
const wasRefused = (error: unknown): boolean => {
  const cause = z.object({ cause: z.object({ code: z.string() }) }).safeParse(error);
  return cause.data?.cause.code === 'ECONNREFUSED';
};

/** Sends one command until its outcome is known. Retries go to any process that answers the API, under the same key. */
const carryOut = async (
  stage: Stage,
  studio: Studio,
  random: Random,
  command: Omit<Sent, 'attempt' | 'at'>,
  wish: Wish,
) => {
  const { ledger, health, tally, processes } = stage;
  const { key } = command;
  const began = health.elapsed();
  for (let attempt = 1; health.elapsed() - began < patience; attempt += 1) {
    const target = oneOf(
      random,
      processes.filter(({ api }) => api),
    );
    if (!target) throw new Error('No process answers the API.');
    ledger.write({ ...command, attempt, at: now() });
    try {
      const reply = await ask(target.url, studio, wish, key);
      ledger.write(toAnswered(key, attempt, reply));
      if (reply.status >= 500 && reply.status !== 503)
        tally.faults.push({ what: `${command.play} ${reply.status}`, text: reply.text.slice(0, 200) });
      if (isFinal(reply)) {
        tally.longest = Math.max(tally.longest, health.elapsed() - began);
        if (reply.status < 300) wish.learn?.(reply.json);
        if (reply.status < 300) rememberBatch(studio.view, reply.batch);
        return;
      }
    } catch (error) {
      const why = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
      ledger.write({ kind: 'lost', key, attempt, why, at: now() });
      if (!wasRefused(error) && random() < givesUp) return;
    }
    await delay(50 + random() * 250);
  }
  tally.stuck.push(`${command.play} ${key}`);
};

const lists = [
  '/api/students',
  '/api/teachers',
  '/api/lessons',
  '/api/assignments',
  '/api/invoices',
  '/api/households',
  '/api/accounts',
  '/api/lessons/billing/studio?startDate=2026-01-01&endDate=2026-12-31',
];

/** An occasional read: only its status is checked here; the content is checked at the end. */
const look = async ({ processes, health, tally }: Stage, studio: Studio, random: Random): Promise<void> => {
  const target = oneOf(
    random,
    processes.filter(({ api }) => api),
  );
  const path = oneOf(random, lists) ?? '/api/students';
  const before = health.elapsed();
  const began = performance.now();
  try {
    const response = await fetch(`${target?.url}${path}`, {
      headers: { Cookie: studio.cookie },
      signal: AbortSignal.timeout(answerWithin),
    });
    await response.text();
    if (response.status >= 500 && response.status !== 503)
      tally.faults.push({ what: `GET ${path} ${response.status}`, text: '' });
  } catch {
    const inHealth = health.elapsed() - before;
    if (inHealth > 0.95 * (performance.now() - began)) tally.readsFailed += 1;
  }
};

/** The declared call of a request: the first whose path matches. */
const routeOf = ({ method, path }: Wish): string => {
  const steps = path.split('?', 1)[0]?.split('/') ?? [];
  const fits = (declared: string): boolean => {
    const parts = declared.split('/');
    return parts.length === steps.length && parts.every((part, i) => part.startsWith(':') || part === steps[i]);
  };
  const endpoint = allEndpoints.find((one) => one.method === method && fits(one.path));
  if (!endpoint) throw new Error(`${method} ${path} is no declared call.`);
  return `${endpoint.method} ${endpoint.path}`;
};

/** One person at work in a studio until the stage ends. @param name prefixes the keys of its commands */
export const work = async (stage: Stage, studio: Studio, random: Random, name: string): Promise<void> => {
  for (let n = 1; !stage.stopping.aborted; n += 1) {
    const key = `${name}-${n}`;
    const { play, wish } = nextWish(studio.view, random, `mark-${key}-end`);
    const requestId = commandIdOf(studio.studioId, routeOf(wish), key);
    const command = {
      kind: 'sent' as const,
      key,
      studioId: studio.studioId,
      play: play.name,
      method: wish.method,
      path: wish.path,
      body: wish.body ?? null,
      commandId: wish.part === undefined ? requestId : derivedId(requestId, wish.part),
      alwaysChanges: wish.alwaysChanges,
      inParts: wish.inParts ?? false,
    };
    await carryOut(stage, studio, random, command, wish);
    if (random() < 0.3) await look(stage, studio, random);
  }
};
