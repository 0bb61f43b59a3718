import { epochMillisecondsOf } from '@rondo/contracts/calendar/instants.ts';
import type { CreditedPrint } from '@rondo/contracts/events/billing/invoice-print.ts';
import type { Invoice } from '@rondo/contracts/events/billing/invoice.ts';
import type { StudioSettings } from '@rondo/contracts/events/studio.ts';
import { familyInWords } from '@rondo/contracts/people/family-name.ts';
import type { Services } from '../../../platform/kit/services.ts';
import type { Mail } from '../../../platform/mail/mailer.ts';
import { studentStream } from '../../people/roster.ts';
import type { QueuedStatement } from '../state.ts';

// What mails with invoices and statements say.

type InvoiceLetter = {
  readonly invoice: Invoice;
  readonly mail: NonNullable<Invoice['mail']>;
  readonly printed: CreditedPrint;
  readonly settings: StudioSettings;
  readonly greeting: string;
  readonly pdf: Buffer;
};

export const invoiceMail = (
  studioId: string,
  { invoice, mail, printed, settings, greeting, pdf }: InvoiceLetter,
): Mail => {
  const { number, due } = printed;
  const period = printed.facts.find(([fact]) => fact === 'Period')?.[1] ?? '';
  const from = settings.studioName === null ? '' : ` from ${settings.studioName}`;
  const paragraphs = [
    greeting,
    `Attached is invoice ${number} for the lessons of ${familyInWords(printed.billedTo[0] ?? '')}, ${period}.`,
    ...(printed.credit ?? []).slice(0, 1).map(([label, amount]) => `${label}: ${amount}.`),
    `${due.label}: ${due.amount}${due.by === '' ? '' : `, ${due.by}`}.`,
    ...(printed.payOnline === undefined ? [] : [`Pay online: ${printed.payOnline}`]),
    ...printed.sections.map(([label, text]) => `${label}: ${text}`),
    [settings.studioName ?? '', ...printed.contact].filter((line) => line !== '').join('\n'),
  ];
  return {
    id: mail.mailId,
    owner: studioId,
    fromName: settings.studioName ?? 'Rondo',
    replyTo: settings.studioEmail,
    to: mail.email,
    subject: `${invoice.totalCents < 0 ? 'Credit' : 'Invoice'} ${number}${from}`,
    text: `${paragraphs.filter((text) => text !== '').join('\n\n')}\n`,
    date: epochMillisecondsOf(mail.requestedAt),
    attachments: [{ filename: `${number}.pdf`, contentType: 'application/pdf', content: pdf }],
  };
};

type StatementLetter = {
  readonly statement: QueuedStatement;
  readonly settings: StudioSettings;
  readonly greeting: string;
  readonly pdf: Buffer;
};

export const statementMail = (
  studioId: string,
  { statement: { mail, print }, settings, greeting, pdf }: StatementLetter,
): Mail => {
  const { closing, facts } = print;
  const period = facts[0]?.[1] ?? '';
  const paragraphs = [
    greeting,
    `Attached is your statement for ${period}.`,
    `${closing.label} ${closing.by}: ${closing.amount}.`,
    ...(print.payOnline === undefined ? [] : [`Pay online: ${print.payOnline}`]),
    ...print.sections.map(([label, text]) => `${label}: ${text}`),
    [settings.studioName ?? '', ...print.contact].filter((line) => line !== '').join('\n'),
  ];
  return {
    id: mail.mailId,
    owner: studioId,
    fromName: settings.studioName ?? 'Rondo',
    replyTo: settings.studioEmail,
    to: mail.email,
    subject: `Statement for ${period}${settings.studioName === null ? '' : ` from ${settings.studioName}`}`,
    text: `${paragraphs.filter((text) => text !== '').join('\n\n')}\n`,
    date: epochMillisecondsOf(mail.requestedAt),
    attachments: [{ filename: `statement-${mail.from}-${mail.to}.pdf`, contentType: 'application/pdf', content: pdf }],
  };
};

type Handlers = Pick<Services, 'handlers'>;

/** "Hello Park family,": to the family, or else by the last name of the student who is billed, as it is printed. */
export const greetingOf = async (
  { handlers }: Handlers,
  studioId: string,
  { payerId, billed }: { readonly payerId: string; readonly billed: string },
): Promise<string> => {
  const { state, revision } = await handlers.student.load(studentStream(studioId, payerId));
  const own = state?.details;
  if (own && `${own.firstName} ${own.lastName}` === billed) return `Hello ${own.lastName} family,`;
  // A family.
  if (revision < 0) return `Hello ${billed},`;
  const [, ...rest] = billed.split(' ');
  return rest.length === 0 ? `Hello ${billed},` : `Hello ${rest.at(-1)} family,`;
};
