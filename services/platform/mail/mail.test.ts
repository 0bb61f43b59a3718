import { afterEach, describe, expect, test } from 'vitest';
import { MailDelayed, MailRefused, type Mail } from './mailer.ts';
import { openMailer, type MailSettings } from './open-mailer.ts';
import { smtpInbox } from './testing/smtp-inbox.ts';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

const mail: Mail = {
  id: 'one',
  owner: 'studio',
  fromName: 'Whitfield Strings',
  replyTo: null,
  to: 'kim@example.com',
  subject: 'Τιμολόγιο №1, a subject that is long enough to be folded into more than one line of the header',
  text: 'Hello.\n',
  date: Date.parse('2026-11-29T18:00:00Z'),
  attachments: [],
};
const settings: Omit<MailSettings, 'url'> = {
  tls: 'required',
  from: undefined,
  publicUrl: undefined,
  directory: '',
  say: () => undefined,
};

const signedIn = async (password: string) => {
  const server = await smtpInbox(undefined, 0, 'six strings');
  closing.push(server.stop);
  const url = server.url.replace('smtp://', `smtp://post%40rondo.example:${encodeURIComponent(password)}@`);
  return { server, mailer: openMailer({ ...settings, url }) };
};

test('a mail comes from the user of the mail server, who signs in', async () => {
  const { server, mailer } = await signedIn('six strings');
  await mailer.deliver(mail);
  expect(server.received.map(({ headers }) => headers.get('from'))).toEqual(['Whitfield Strings <post@rondo.example>']);
});

test('a wrong password is no refusal of the mail: it can be mended', async () => {
  const { server, mailer } = await signedIn('five strings');
  const failed = await mailer.deliver(mail).catch((error: unknown) => error);
  expect(failed).toBeInstanceOf(Error);
  expect(failed).not.toBeInstanceOf(MailRefused);
  expect(server.received).toEqual([]);
});

test('an address is never read as a list of them', async () => {
  const server = await smtpInbox();
  closing.push(server.stop);
  const mailer = openMailer({ ...settings, url: server.url });
  await mailer.deliver({ ...mail, to: 'kim@example.com, eve@example.com' }).catch(() => undefined);
  expect(server.received.map(({ to }) => to)).not.toContain('eve@example.com');
});

describe('a mail server that offers no TLS', () => {
  /** The mail server of this machine, under an address that need not be this machine's. */
  const sentTo = async (host: string, tls: MailSettings['tls']) => {
    const server = await smtpInbox();
    closing.push(server.stop);
    const mailer = openMailer({ ...settings, tls, url: server.url.replace('127.0.0.1', host) });
    const outcome = await mailer.deliver(mail).catch((error: unknown) => error);
    return { outcome, received: server.received.length };
  };

  test('gets no mail, unless that is set', async () => {
    const refused = await sentTo('0.0.0.0', 'required');
    expect(refused.outcome).toBeInstanceOf(MailDelayed);
    expect(refused).toMatchObject({
      outcome: { message: 'No secure connection to the mail server is possible.' },
      received: 0,
    });
    expect(await sentTo('0.0.0.0', 'off')).toEqual({ outcome: { savedAs: null }, received: 1 });
  });

  test('gets mail on this machine: what is sent stays here', async () => {
    for (const host of ['127.0.0.1', 'localhost', '[::ffff:127.0.0.1]'])
      expect([host, await sentTo(host, 'required')]).toEqual([host, { outcome: { savedAs: null }, received: 1 }]);
  });
});
