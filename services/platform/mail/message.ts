import type { Mail } from './mailer.ts';

// A line break in a header would begin another header.
const oneLine = (text: string): string => text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();

export type Sender = { readonly address: string };

/** The same id for the same mail, at the sender's domain. */
const messageIdOf = ({ id }: Pick<Mail, 'id'>, { address }: Sender): string =>
  `<${id}@${address.slice(address.lastIndexOf('@') + 1)}>`;

/** A mail as nodemailer takes it. Names and addresses are given apart, so that none is parsed as a list. */
export const messageOf = (mail: Mail, sender: Sender) => ({
  messageId: messageIdOf(mail, sender),
  date: new Date(mail.date),
  from: { name: oneLine(mail.fromName), address: sender.address },
  ...(mail.replyTo === null ? {} : { replyTo: { name: '', address: oneLine(mail.replyTo) } }),
  to: { name: '', address: oneLine(mail.to) },
  subject: oneLine(mail.subject),
  text: mail.text,
  attachments: mail.attachments.map(({ filename, contentType, content }) => ({ filename, contentType, content })),
  // Nothing in a mail is the name of a file or an address to read.
  disableFileAccess: true,
  disableUrlAccess: true,
});
