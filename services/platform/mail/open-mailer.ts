import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createTransport } from 'nodemailer';
import { type Mailer, MailDelayed, MailRefused, type Mail } from './mailer.ts';
import { z } from 'zod';
import { isOwnHost } from '../kit/own-host.ts';

// A line break in a header would begin another header.
const oneLine = (text: string): string => text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();

type Sender = { readonly address: string };

/** The same id for the same mail, at the sender's domain. */
const messageIdOf = ({ id }: Pick<Mail, 'id'>, { address }: Sender): string =>
  `<${id}@${address.slice(address.lastIndexOf('@') + 1)}>`;

const headersOf = ({ isAutomatic = false, stopAddress = null }: Mail): Record<string, string> => ({
  ...(isAutomatic ? { 'Auto-Submitted': 'auto-generated' } : {}),
  ...(stopAddress === null
    ? {}
    : { 'List-Unsubscribe': `<${stopAddress}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
});

/** A mail as nodemailer takes it. Names and addresses are given apart, so that none is parsed as a list. */
const messageOf = (mail: Mail, sender: Sender) => ({
  messageId: messageIdOf(mail, sender),
  date: new Date(mail.date),
  from: { name: oneLine(mail.fromName), address: sender.address },
  ...(mail.replyTo === null ? {} : { replyTo: { name: '', address: oneLine(mail.replyTo) } }),
  to: { name: '', address: oneLine(mail.to) },
  subject: oneLine(mail.subject),
  text: mail.text,
  headers: headersOf(mail),
  attachments: mail.attachments.map(({ filename, contentType, content }) => ({ filename, contentType, content })),
  // Nothing in a mail is the name of a file or an address to read.
  disableFileAccess: true,
  disableUrlAccess: true,
});

const submissionPort = 587;
const submissionsPort = 465;

const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, dnsTimeout: 10_000, socketTimeout: 30_000 };

const smtpError = z.object({
  code: z.string().optional(),
  responseCode: z.number().optional(),
  response: z.string().optional(),
  command: z.string().optional(),
});

/** Codes of an unknown mailbox where the answer has no class (RFC 5321, 4.2.3). */
const unknownMailbox = new Set([550, 551, 553]);

/** True when the mail server refuses the recipient because there is no such mailbox (RFC 3463: 5.1.x, 5.2.1). */
const isUnknown = (command: string | undefined, code: number, reply: string): boolean => {
  if (command?.startsWith('RCPT') !== true) return false;
  const [, detail] = /^\d{3}[ -](5\.\d{1,3}\.\d{1,3})\b/.exec(reply) ?? [];
  return detail === undefined ? unknownMailbox.has(code) : detail.startsWith('5.1.') || detail === '5.2.1';
};

/**
 * Why a mail was not sent. A permanent negative answer (RFC 5321, 4.2.1) to the addresses or the mail refuses it; one to the sign-in is a wrong
 * setting, which can be mended. Senders are not told where the mail server is: they may be guests.
 */
const failureOf = (error: unknown): MailRefused | MailDelayed => {
  const { code, responseCode = 0, response = '', command } = smtpError.safeParse(error).data ?? {};
  const answered = code === 'EENVELOPE' || code === 'EMESSAGE';
  const cause = { cause: error };
  const reply = response.trim();
  if (answered && responseCode >= 500)
    return new MailRefused(reply, { ...cause, isUnknownMailbox: isUnknown(command, responseCode, reply) });
  if (answered && reply !== '')
    return new MailDelayed(`The mail server accepts it only later: ${reply}`, { ...cause, isAnswer: true });
  if (code === 'EAUTH' || code === 'ENOAUTH')
    return new MailDelayed(
      'The mail server does not accept the user or password that this server is set up with.',
      cause,
    );
  if (code === 'ETLS') return new MailDelayed('No secure connection to the mail server is possible.', cause);
  return new MailDelayed('The mail server does not answer.', cause);
};

/** `off`: mails also go out without TLS where the server offers none. */
type Tls = 'required' | 'off';

/** Sends mails through an SMTP server, `smtp://user:password@host:port` or `smtps://`. */
const smtpMailer = (url: string, sender: Sender, tls: Tls): Mailer => {
  const { protocol, hostname, port, username, password } = new URL(url);
  const secure = protocol === 'smtps:';
  const host = hostname.replaceAll(/^\[|\]$/g, '');
  const transport = createTransport({
    ...timeouts,
    host,
    port: port === '' ? (secure ? submissionsPort : submissionPort) : Number(port),
    secure,
    requireTLS: tls === 'required' && !isOwnHost(host),
    ...(username === '' ? {} : { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
  });
  return {
    sends: true,
    from: sender.address,
    deliver: async (mail) => {
      try {
        await transport.sendMail(messageOf(mail, sender));
      } catch (error) {
        throw failureOf(error);
      }
      return { savedAs: null };
    },
    forget: () => Promise.resolve(),
  };
};

export type MailSettings = {
  /** The SMTP server; without one, mails are saved as files. */
  readonly url: string | undefined;
  /** Whether mails may go out without TLS only to this machine, or to any server. */
  readonly tls: Tls;
  /** The address that mails come from, if it is set. */
  readonly from: string | undefined;
  /** The public address of this server. */
  readonly publicUrl: string | undefined;
  /** For mails that are saved. */
  readonly directory: string;
  readonly say: (line: string) => void;
};

/** The user of the mail server if that is an address, else one at the server's own domain. */
const defaultSender = ({ url, publicUrl }: MailSettings): string => {
  const user = url === undefined ? '' : decodeURIComponent(new URL(url).username);
  if (user.includes('@')) return user;
  return `rondo@${publicUrl === undefined ? 'localhost' : new URL(publicUrl).hostname}`;
};

/** Saves each mail as an `.eml` file, which mail programs can open, and reports its path to `say`. */
const fileMailer = (directory: string, sender: Sender, say: (line: string) => void): Mailer => {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return {
    sends: false,
    from: sender.address,
    deliver: async (mail) => {
      const { message } = await transport.sendMail(messageOf(mail, sender));
      const name = `${mail.owner}.${mail.id}.eml`;
      const file = path.join(directory, name);
      await mkdir(directory, { recursive: true, mode: 0o700 });
      // Mails have addresses in them: only the account of the server reads them.
      await writeFile(`${file}.part`, message, { mode: 0o600 });
      await rename(`${file}.part`, file);
      say(`No mail server is set: an email was saved as ${file}`);
      return { savedAs: name };
    },
    forget: async (owner) => {
      const files = await readdir(directory).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return [];
        throw error;
      });
      const own = files.filter((name) => name.startsWith(`${owner}.`));
      await Promise.all(own.map((name) => rm(path.join(directory, name), { force: true })));
    },
  };
};

/** Mails through the server that is set, else into files. */
export const openMailer = (settings: MailSettings): Mailer => {
  const { url, from, tls, directory, say } = settings;
  const sender = { address: from ?? defaultSender(settings) };
  return url === undefined ? fileMailer(directory, sender, say) : smtpMailer(url, sender, tls);
};

/** The same mailer, with a line in the log for each mail that was handed over or saved: whose it is, never to whom. */
export const tracedMailer = (
  mailer: Mailer,
  traceMail: (event: 'mail', details: { studioId: string; count: number }) => void,
): Mailer => ({
  ...mailer,
  deliver: async (mail) => {
    const delivered = await mailer.deliver(mail);
    traceMail('mail', { studioId: mail.owner, count: 1 });
    return delivered;
  },
});
