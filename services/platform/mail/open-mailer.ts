import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createTransport } from 'nodemailer';
import type { Mailer } from './mailer.ts';
import { messageOf, type Sender } from './message.ts';
import { smtpMailer, type Tls } from './smtp-mailer.ts';

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
