import { dayIn } from '../../studio/clock.ts';
import { billingEvents } from '@rondo/contracts/events/billing/billing.ts';
import { streamName } from '@rondo/contracts/events/stream-name.ts';
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import { readdir, readFile, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { derivedId } from '../../../platform/commands/ids.ts';
import { LogUnavailable, type EventStore } from '../../../platform/log/event-store.ts';
import { memoryEventStore } from '../../../platform/log/memory/memory-event-store.ts';
import { followersOf } from '../../lessons/testing/reacting.ts';
import { openMailer } from '../../../platform/mail/open-mailer.ts';
import { readModels } from '../../../platform/models/read-models.ts';
import { smtpInbox } from '../../../platform/mail/testing/smtp-inbox.ts';
import { requestMail } from '../decide.ts';
import { deleteInvoice } from '../deletion.ts';
import { renderPrints } from '../pdf/render.ts';
import { source, wording } from '../pdf/testing/invoices-to-print.ts';
import { writeSideOn } from '../../../testing/write-side.ts';
import { bare } from '../testing/students.ts';
import { deliverMail } from './deliver.ts';
import { deliveryQueue } from './delivery-queue.ts';
import { mailsReactor } from './reactor.ts';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

const inbox = async (...given: Parameters<typeof smtpInbox>) => {
  const server = await smtpInbox(...given);
  closing.push(server.stop);
  return server;
};

type Site = {
  readonly url?: string | undefined;
  readonly store?: EventStore;
  readonly now?: () => number;
  readonly settings?: Partial<typeof source.settings>;
  readonly directory?: string;
  readonly hasAccount?: () => Promise<boolean>;
};

/** Has no rows: what a mail says is in the event that requested it. */
const emptyDatabase = new Kysely<unknown>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

/** A process that delivers mails of the studios on a log, without a database. */
const startProcess = ({
  url,
  store = memoryEventStore(),
  now = Date.now,
  settings = {},
  directory = '',
  hasAccount = async () => true,
}: Site) => {
  const { handlers } = writeSideOn(store);
  const handler = handlers.billing;
  const shown = { ...source, settings: { ...source.settings, ...settings } };
  const said: string[] = [];
  const mailer = openMailer({
    url,
    tls: 'required',
    from: undefined,
    publicUrl: 'https://rondo.example',
    directory,
    say: (line) => said.push(line),
  });
  const problems: unknown[] = [];
  /** Mails that are tried no more. */
  const ended: string[] = [];
  const services = {
    handlers,
    models: readModels(emptyDatabase, { schemaOf: () => 'public', waitFor: async () => true }, () => store.head()),
    mailer,
    printer: {
      print: async (printed: Parameters<typeof renderPrints>[0]) => Buffer.from(await renderPrints(printed)),
    },
    settingsOf: () => Promise.resolve({ settings: shown.settings, revision: 0 }),
    hasAccount,
    machineNow: now,
    now,
  };
  const delivery = deliveryQueue({
    deliver: async (mail) => {
      await deliverMail(services, mail);
      ended.push(mail.mail_id);
    },
    locks: { hold: (_, task) => task() },
    report: (error) => problems.push(error),
    pauseAfter: () => 20,
  });
  closing.push(delivery.stop);
  const followers = followersOf(store, [mailsReactor(delivery.begin)]);
  let commands = 0;
  const execute = (studioId: string, decide: Parameters<typeof handler.execute>[2]['decide']) => {
    commands += 1;
    const commandId = derivedId('7d9f1a52-0000-4000-8000-000000000000', `${studioId} ${commands}`);
    return handler.execute(
      streamName(billingEvents, studioId),
      { studioId, actor: 'dana', commandId, correlationId: '', causationId: commandId },
      { input: commands, decide },
    );
  };
  const mailOf = async (studioId: string) => {
    const { state } = await handler.load(streamName(billingEvents, studioId));
    const invoice = state.invoices.get('one')?.invoice;
    return { ...invoice?.mail, status: invoice?.status, dueOn: invoice?.dueOn };
  };
  return {
    said,
    problems,
    endedMails: ended,
    mailer,
    mailOf,
    react: followers.catchUp,
    delete: (studioId: string) => execute(studioId, deleteInvoice('one')),
    /** An invoice of 50.00, with its mail queued. */
    send: async (studioId: string, email = 'kim@example.com') => {
      await execute(studioId, () => [bare('one', 1, { totalCents: 5000, subtotalCents: 5000 })]);
      const wish = {
        invoiceId: 'one',
        mailId: `mail-of-${studioId}`,
        email,
        today: '2026-12-01',
        termsDays: 14,
        sender: 'Whitfield Strings',
        wording,
        dayOf: dayIn('UTC'),
      };
      await execute(studioId, requestMail(wish));
      await followers.catchUp();
    },
    sendAgain: async (studioId: string, email: string) => {
      const wish = {
        invoiceId: 'one',
        mailId: `next-mail-of-${studioId}`,
        email,
        today: '2026-12-01',
        termsDays: 14,
        sender: 'Whitfield Strings',
        wording,
        dayOf: dayIn('UTC'),
      };
      await execute(studioId, requestMail(wish));
      await followers.catchUp();
    },
    ended: async (studioId: string, state: 'sent' | 'failed'): Promise<void> => {
      await expect.poll(async () => (await mailOf(studioId)).state).toBe(state);
    },
    stop: delivery.stop,
  };
};

test('a mail has the invoice as a PDF file, and once the server has it the invoice is sent', async () => {
  const server = await inbox();
  const site = startProcess({ url: server.url });
  await site.send('studio');
  await site.ended('studio', 'sent');
  expect(await site.mailOf('studio')).toMatchObject({ status: 'sent', dueOn: '2026-12-15', detail: null });
  expect(server.received).toHaveLength(1);
  const [{ to, headers, raw } = { to: '', headers: new Map<string, string>(), raw: '' }] = server.received;
  expect(to).toBe('kim@example.com');
  expect(Object.fromEntries(headers)).toMatchObject({
    from: '"Whitfield Strings & Keys" <rondo@rondo.example>',
    'reply-to': 'studio@whitfieldstrings.example',
    to: 'kim@example.com',
    subject: 'Invoice INV-2026-0001 from Whitfield Strings & Keys',
    'message-id': '<mail-of-studio@rondo.example>',
  });
  // Long lines are folded (quoted-printable).
  expect(raw.replaceAll('=\r\n', '')).toContain('Amount due: $50.00, by Tuesday, December 15, 2026.');
  expect(raw).toContain('filename=INV-2026-0001.pdf');
  expect(raw).toContain(Buffer.from('%PDF-1.7').toString('base64').slice(0, 10));
});

test('a mail waits for a server that is away, and is sent once', async () => {
  const first = await smtpInbox();
  await first.stop();
  const site = startProcess({ url: first.url });
  await site.send('studio');
  await expect.poll(() => site.problems.length).toBeGreaterThan(2);
  expect(await site.mailOf('studio')).toMatchObject({
    state: 'queued',
    status: 'draft',
    detail: 'The mail server does not answer.',
  });
  const back = await inbox(undefined, first.port);
  await site.ended('studio', 'sent');
  expect(back.received).toHaveLength(1);
  expect(await site.mailOf('studio')).toMatchObject({ status: 'sent', detail: null });
});

test('why a mail is not sent yet is recorded once, not at each attempt', async () => {
  const server = await inbox(() => Promise.resolve(451));
  const store = memoryEventStore();
  const site = startProcess({ url: server.url, store });
  await site.send('studio');
  await expect.poll(() => site.problems.length).toBeGreaterThan(3);
  await site.stop();
  const types = (await store.readStream(streamName(billingEvents, 'studio'))).map(({ type }) => type);
  expect(types).toEqual(['InvoiceGenerated', 'InvoiceSendRequested', 'InvoiceMailDelayed']);
  expect((await site.mailOf('studio')).detail).toBe('The mail server accepts it only later: 451 No such mailbox here.');
});

test('a mail that could not be sent yet is sent to another address instead', async () => {
  const server = await inbox((to) => Promise.resolve(to.startsWith('full') ? 452 : null));
  const site = startProcess({ url: server.url });
  await site.send('studio', 'full@example.com');
  await expect
    .poll(async () => (await site.mailOf('studio')).detail)
    .toContain('The mail server accepts it only later');
  await site.sendAgain('studio', 'kim@example.com');
  await site.ended('studio', 'sent');
  expect(await site.mailOf('studio')).toMatchObject({ email: 'kim@example.com', status: 'sent' });
  expect(server.received.map(({ to }) => to)).toEqual(['kim@example.com']);
});

test('an address that the server refuses fails at once, with the answer, and can be sent to another', async () => {
  const server = await inbox((to) => Promise.resolve(to.startsWith('nobody') ? 550 : null));
  const site = startProcess({ url: server.url });
  await site.send('studio', 'nobody@example.com');
  await site.ended('studio', 'failed');
  const { detail, status } = await site.mailOf('studio');
  expect(detail).toBe('The mail server refused it: 550 No such mailbox here.');
  expect(status).toBe('draft');
  expect(site.problems).toEqual([]);
});

test('an answer that may pass is tried again, for a day at most', async () => {
  const server = await inbox(() => Promise.resolve(451));
  let ahead = 0;
  const site = startProcess({ url: server.url, now: () => Date.now() + ahead });
  await site.send('studio');
  await expect.poll(() => site.problems.length).toBeGreaterThan(2);
  ahead = 25 * 60 * 60 * 1000;
  await site.ended('studio', 'failed');
  expect((await site.mailOf('studio')).detail).toBe(
    'It could not be sent for a day. The mail server accepts it only later: 451 No such mailbox here.',
  );
});

test('a slow mail does not hold up another studio’s', async () => {
  const { promise: released, resolve: release } = Promise.withResolvers<null>();
  const server = await inbox((to) => (to.startsWith('slow') ? released : Promise.resolve(null)));
  const site = startProcess({ url: server.url });
  await site.send('first', 'slow@example.com');
  await site.send('second');
  await site.ended('second', 'sent');
  expect(await site.mailOf('first')).toMatchObject({ state: 'queued' });
  release(null);
  await site.ended('first', 'sent');
});

/** A log that refuses to record outcomes: a process that dies after the mail server has taken the mail. */
const dyingBeforeOutcome = (store: EventStore): EventStore => ({
  ...store,
  append: (stream, expected, events) =>
    events.some(({ type }) => type === 'InvoiceMailSent')
      ? Promise.reject(new LogUnavailable('Killed.'))
      : store.append(stream, expected, events),
});

test('a process that dies before it records that a mail was sent has it sent again under the same id', async () => {
  const server = await inbox();
  const store = memoryEventStore();
  const dying = startProcess({ url: server.url, store: dyingBeforeOutcome(store) });
  await dying.send('studio');
  await expect.poll(() => dying.problems.length).toBeGreaterThan(0);
  await dying.stop();
  const sent = server.received.length;
  const next = startProcess({ url: server.url, store });
  await next.react();
  await next.ended('studio', 'sent');
  expect(server.received).toHaveLength(sent + 1);
  expect(new Set(server.received.map(({ headers }) => headers.get('message-id')))).toEqual(
    new Set(['<mail-of-studio@rondo.example>']),
  );
});

test('a replay of the log sends nothing again', async () => {
  const server = await inbox();
  const store = memoryEventStore();
  const first = startProcess({ url: server.url, store });
  await first.send('studio');
  await first.ended('studio', 'sent');
  const second = startProcess({ url: server.url, store });
  await second.react();
  await second.stop();
  expect(server.received).toHaveLength(1);
});

test('a mail that was queued when its studio was exported is not sent by the server that imports it', async () => {
  const away = await smtpInbox();
  await away.stop();
  const store = memoryEventStore();
  const exporting = startProcess({ url: away.url, store });
  await exporting.send('studio');
  await exporting.stop();
  const stream = streamName(billingEvents, 'studio');
  const exported = await store.readStream(stream);
  const elsewhere = memoryEventStore();
  const events = exported.map(({ eventId, type, data, metadata, recordedAt }) => ({
    eventId,
    type,
    data,
    metadata: { ...metadata, importedRecordedAt: recordedAt },
  }));
  await elsewhere.append(stream, 'no_stream', events);
  const server = await inbox();
  let isThere = false;
  const importing = startProcess({ url: server.url, store: elsewhere, hasAccount: async () => isThere });
  await importing.react();
  // While the studio is brought in, the outcome may be in a part of its file that is still to come.
  await expect.poll(() => importing.problems.length).toBeGreaterThan(1);
  expect(await elsewhere.readStream(stream)).toHaveLength(events.length);
  isThere = true;
  await importing.ended('studio', 'failed');
  expect((await importing.mailOf('studio')).detail).toContain('If it has not arrived, send it again.');
  expect(server.received).toEqual([]);
});

test('an invoice that is deleted before its mail is sent is not sent', async () => {
  const away = await smtpInbox();
  await away.stop();
  const site = startProcess({ url: away.url });
  await site.send('studio');
  await expect.poll(() => site.problems.length).toBeGreaterThan(0);
  await site.delete('studio');
  expect((await site.mailOf('studio')).detail).toBe('The invoice was deleted before it was sent.');
  // An attempt that began before the invoice was deleted may still send it, so none is left when the server is back.
  await expect.poll(() => site.endedMails).toEqual(['mail-of-studio']);
  const back = await inbox(undefined, away.port);
  await site.stop();
  expect(back.received).toEqual([]);
});

test('a studio’s name adds no header', async () => {
  const server = await inbox();
  const studioName = 'Strings\r\nBcc: eve@example.com\u2028, "Eve" <eve@example.com>';
  const site = startProcess({ url: server.url, settings: { studioName } });
  await site.send('studio');
  await site.ended('studio', 'sent');
  expect(server.received.map(({ to }) => to)).toEqual(['kim@example.com']);
  expect([...(server.received[0]?.headers.keys() ?? [])]).not.toContain('bcc');
  expect(server.received[0]?.headers.get('from')).toMatch(/<rondo@rondo\.example>$/);
});

describe('without a mail server', () => {
  test('a mail is saved as a file that only the server reads, which is said, and is gone with its studio', async () => {
    const directory = await mkdtemp(path.join(tmpdir(), 'rondo-mail-'));
    closing.push(() => rm(directory, { recursive: true }));
    const site = startProcess({ directory: path.join(directory, 'mail') });
    await site.send('studio');
    await site.ended('studio', 'sent');
    const file = path.join(directory, 'mail', 'studio.mail-of-studio.eml');
    expect((await site.mailOf('studio')).detail).toBe(
      'This server sends no email. It was saved as a file on the server instead.',
    );
    expect(site.said).toEqual([`No mail server is set: an email was saved as ${file}`]);
    expect(await readFile(file, 'utf8')).toContain('Message-ID: <mail-of-studio@rondo.example>\r\n');
    expect((await stat(file)).mode & 0o077).toBe(0);
    await site.mailer.forget('another');
    await site.mailer.forget('studio');
    expect(await readdir(path.dirname(file))).toEqual([]);
  });
});
