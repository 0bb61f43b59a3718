import { createTransport } from 'nodemailer';
import { z } from 'zod';
import { MailRefused, type Mailer } from './mailer.ts';
import { messageOf, type Sender } from './message.ts';

const submissionPort = 587;
const submissionsPort = 465;

const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, dnsTimeout: 10_000, socketTimeout: 30_000 };

const smtpError = z.object({ code: z.string().optional(), responseCode: z.number().optional() });

/** A permanent negative answer (RFC 5321, 4.2.1) to the addresses or the mail; one to the sign-in is a wrong setting, which can be mended. */
const isRefusal = (error: unknown): error is Error => {
  const { code, responseCode = 0 } = smtpError.safeParse(error).data ?? {};
  return error instanceof Error && (code === 'EENVELOPE' || code === 'EMESSAGE') && responseCode >= 500;
};

/** Sends mails through an SMTP server, `smtp://user:password@host:port` or `smtps://`. */
export const smtpMailer = (url: string, sender: Sender): Mailer => {
  const { protocol, hostname, port, username, password } = new URL(url);
  const secure = protocol === 'smtps:';
  const transport = createTransport({
    ...timeouts,
    host: hostname.replaceAll(/^\[|\]$/g, ''),
    port: port === '' ? (secure ? submissionsPort : submissionPort) : Number(port),
    secure,
    ...(username === '' ? {} : { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
  });
  return {
    sends: true,
    deliver: async (mail) => {
      try {
        await transport.sendMail(messageOf(mail, sender));
      } catch (error) {
        throw isRefusal(error) ? new MailRefused(error.message, { cause: error }) : error;
      }
      return { savedAs: null };
    },
    forget: () => Promise.resolve(),
  };
};
