import { fileMailer } from './file-mailer.ts';
import type { Mailer } from './mailer.ts';
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

/** Mails through the server that is set, else into files. */
export const openMailer = (settings: MailSettings): Mailer => {
  const { url, from, tls, directory, say } = settings;
  const sender = { address: from ?? defaultSender(settings) };
  return url === undefined ? fileMailer(directory, sender, say) : smtpMailer(url, sender, tls);
};
