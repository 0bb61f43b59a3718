import { createTransport } from 'nodemailer';
import { z } from 'zod';
import { isOwnHost } from '../kit/own-host.ts';
import { MailDelayed, MailRefused, type Mailer } from './mailer.ts';
import { messageOf, type Sender } from './message.ts';

const submissionPort = 587;
const submissionsPort = 465;

const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, dnsTimeout: 10_000, socketTimeout: 30_000 };

const smtpError = z.object({
  code: z.string().optional(),
  responseCode: z.number().optional(),
  response: z.string().optional(),
});

/**
 * Why a mail was not sent. A permanent negative answer (RFC 5321, 4.2.1) to the addresses or the mail refuses it; one to the sign-in is a wrong
 * setting, which can be mended. Senders are not told where the mail server is: they may be guests.
 */
const failureOf = (error: unknown): MailRefused | MailDelayed => {
  const { code, responseCode = 0, response = '' } = smtpError.safeParse(error).data ?? {};
  const answered = code === 'EENVELOPE' || code === 'EMESSAGE';
  const cause = { cause: error };
  const reply = response.trim();
  if (answered && responseCode >= 500) return new MailRefused(reply, cause);
  if (answered && reply !== '') return new MailDelayed(`The mail server accepts it only later: ${reply}`, cause);
  if (code === 'EAUTH' || code === 'ENOAUTH')
    return new MailDelayed(
      'The mail server does not accept the user or password that this server is set up with.',
      cause,
    );
  if (code === 'ETLS') return new MailDelayed('No secure connection to the mail server is possible.', cause);
  return new MailDelayed('The mail server does not answer.', cause);
};

/** `off`: mails also go out without TLS where the server offers none. */
export type Tls = 'required' | 'off';

/** Sends mails through an SMTP server, `smtp://user:password@host:port` or `smtps://`. */
export const smtpMailer = (url: string, sender: Sender, tls: Tls): Mailer => {
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
