import { epochMillisecondsOf } from '@rondo/contracts/calendar/instants.ts';
import type { Invoice } from '@rondo/contracts/events/invoice.ts';
import type { StudioSettings } from '@rondo/contracts/events/studio.ts';
import type { Mail } from '../../../platform/mail/mailer.ts';
import type { InvoicePrint } from '@rondo/contracts/events/invoice-print.ts';

type InvoiceMail = {
  readonly studioId: string;
  readonly invoice: Invoice;
  readonly mail: NonNullable<Invoice['mail']>;
  readonly printed: InvoicePrint;
  readonly settings: StudioSettings;
  readonly pdf: Buffer;
};

const paragraphs = (...given: readonly (string | null)[]): string =>
  `${given.filter((text) => text !== null && text !== '').join('\n\n')}\n`;

/** The email with an invoice. */
export const invoiceMail = ({ studioId, invoice, mail, printed, settings, pdf }: InvoiceMail): Mail => {
  const { number, due } = printed;
  const period = printed.facts.find(([fact]) => fact === 'Period')?.[1] ?? '';
  const from = settings.studioName === null ? '' : ` from ${settings.studioName}`;
  const isCredit = invoice.totalCents < 0;
  return {
    id: mail.mailId,
    owner: studioId,
    fromName: settings.studioName ?? 'Rondo',
    replyTo: settings.studioEmail,
    to: mail.email,
    subject: `${isCredit ? 'Credit' : 'Invoice'} ${number}${from}`,
    text: paragraphs(
      'Hello,',
      `Attached is invoice ${number} for the lessons of ${printed.billedTo[0] ?? ''}, ${period}.`,
      `${due.label}: ${due.amount}${due.by === '' ? '' : `, ${due.by}`}.`,
      ...printed.sections.map(([label, text]) => `${label}: ${text}`),
      [settings.studioName ?? '', ...printed.contact].filter((line) => line !== '').join('\n'),
    ),
    date: epochMillisecondsOf(mail.requestedAt),
    attachments: [{ filename: `${number}.pdf`, contentType: 'application/pdf', content: pdf }],
  };
};
