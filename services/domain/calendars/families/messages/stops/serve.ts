import { randomUUID } from 'node:crypto';
import express, { type Request, type RequestHandler, type Response } from 'express';
import { countsIn } from '../../../../../platform/http/callers/counts.ts';
import { placeOf } from '../../../../../platform/http/callers/place.ts';
import type { Services } from '../../../../../platform/kit/services.ts';
import { tokenPattern } from '../../../out/tokens.ts';
import { findStop, setStop, stoppedAt, type Stop } from './stops.ts';

// The page behind the address that ends a kind of mail. Opening it changes nothing: mail programs and scanners open addresses by themselves.
// A mail program's own button posts to it (RFC 8058).

const texts = {
  again: 'To get them again, open your page and turn them on there.',
  unknown: 'This link does not stop any mail. Please ask your teacher.',
  tooMany: 'Too many requests. Please wait a minute.',
  noForm: 'Please press the button on this page.',
} as const;

const misses = { most: 20, span: 60_000 };
const formTypes = ['application/x-www-form-urlencoded', 'multipart/form-data'];

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const pageOf = (title: string, body: string): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <link rel="icon" href="/icon.svg" type="image/svg+xml" />
    <link rel="stylesheet" href="/mail.css" />
    <title>${escaped(title)}</title>
  </head>
  <body>
    <main>
      <h1>${escaped(title)}</h1>
      ${body}
    </main>
  </body>
</html>
`;

const answer = (response: Response, status: number, title: string, body = ''): void =>
  void response.status(status).type('html').send(pageOf(title, body));

const paragraph = (text: string): string => `<p>${escaped(text)}</p>`;
/** What each kind of mail is, for who stops it. */
const about = {
  reminders: 'you the day before a lesson',
  notes: 'you what is written for you after lessons',
} as const satisfies Record<Stop['kind'], string>;
const formOf = ({ kind }: Stop): string =>
  `<form method="post"><input type="hidden" name="List-Unsubscribe" value="One-Click" /><button>Stop ${kind}</button></form>`;

/** True for the form that ends mail, as browsers and mail programs post it. */
const isOneClick = async (request: Request): Promise<boolean> => {
  if (!Buffer.isBuffer(request.body)) return false;
  const headers = { 'Content-Type': request.get('content-type') ?? '' };
  const fields = await new globalThis.Response(new Uint8Array(request.body), { headers }).formData().catch(() => null);
  return fields?.get('List-Unsubscribe') === 'One-Click';
};

type StopServices = Pick<Services, 'db' | 'handlers' | 'models' | 'store' | 'settingsOf'>;

/** Serves the addresses that end mail, below `/mail`. */
export const serveMailStops = (services: StopServices): RequestHandler => {
  const counts = countsIn({ ...misses, now: Date.now });
  const router = express.Router();

  /** What the address ends; answers itself where there is nothing. */
  const found = async (request: Request, response: Response): Promise<Stop | undefined> => {
    const [, secret = ''] = /^\/([^/]+)$/.exec(request.path) ?? [];
    const stop = tokenPattern.test(secret) ? await findStop(services, secret) : undefined;
    if (stop) return stop;
    const place = placeOf(request);
    const seconds = counts.wait(place);
    counts.add(place);
    if (seconds > 0) {
      response.set('Retry-After', `${seconds}`);
      answer(response, 429, texts.tooMany);
    } else answer(response, 404, texts.unknown);
    return undefined;
  };

  const done = async (response: Response, { studioId, kind }: Stop): Promise<void> => {
    const { familyPage } = (await services.settingsOf(studioId)).settings;
    answer(response, 200, `You will get no more ${kind} at this address.`, familyPage ? paragraph(texts.again) : '');
  };

  router.get('/{*path}', async (request, response) => {
    const stop = await found(request, response);
    if (!stop) return;
    const { studioId, email, kind } = stop;
    if ((await stoppedAt(services, studioId, email)).has(kind)) return done(response, stop);
    const { studioName } = (await services.settingsOf(studioId)).settings;
    const sentence = `${studioName ?? 'Your teacher'} mails ${about[kind]}. Other mail still comes.`;
    answer(response, 200, `Stop ${kind}?`, `${paragraph(sentence)}${formOf(stop)}`);
  });
  router.post('/{*path}', express.raw({ type: formTypes, limit: '4kb' }), async (request, response) => {
    const stop = await found(request, response);
    if (!stop) return;
    if (!(await isOneClick(request))) return answer(response, 400, texts.noForm, formOf(stop));
    const { studioId, recipientId, email, kind } = stop;
    const commandId = randomUUID();
    const context = {
      studioId,
      actor: `family:${recipientId}`,
      commandId,
      correlationId: commandId,
      causationId: commandId,
      passesFences: true,
    };
    await setStop(services, context, { recipientId, email, kind, stop: true });
    await done(response, stop);
  });
  return router;
};
