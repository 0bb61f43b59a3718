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

/** What a mail with a printed document says, besides what every one of them has. */
type Letter = {
  readonly settings: StudioSettings;
  readonly greeting: string;
  readonly print: Pick<CreditedPrint, 'payOnline' | 'sections' | 'contact'>;
  /** Between the greeting and how to pay. */
  readonly paragraphs: readonly string[];
  /** Without the sender, whom it names when the studio has a name. */
  readonly subject: string;
  readonly filename: string;
  readonly pdf: Buffer;
};

const letterOf = (
  studioId: string,
  { mailId, email, requestedAt }: Pick<NonNullable<Invoice['mail']>, 'mailId' | 'email' | 'requestedAt'>,
  { settings, greeting, print, paragraphs, subject, filename, pdf }: Letter,
): Mail => {
  const { studioName, studioEmail } = settings;
  const all = [
    greeting,
    ...paragraphs,
    ...(print.payOnline === undefined ? [] : [`Pay online: ${print.payOnline}`]),
    ...print.sections.map(([label, text]) => `${label}: ${text}`),
    [studioName ?? '', ...print.contact].filter((line) => line !== '').join('\n'),
  ];
  return {
    id: mailId,
    owner: studioId,
    fromName: studioName ?? 'Rondo',
    replyTo: studioEmail,
    to: email,
    subject: studioName === null ? subject : `${subject} from ${studioName}`,
    text: `${all.filter((text) => text !== '').join('\n\n')}\n`,
    date: epochMillisecondsOf(requestedAt),
    attachments: [{ filename, contentType: 'application/pdf', content: pdf }],
  };
};

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
  return letterOf(studioId, mail, {
    settings,
    greeting,
    print: printed,
    paragraphs: [
      `Attached is invoice ${number} for the lessons of ${familyInWords(printed.billedTo[0] ?? '')}, ${period}.`,
      ...(printed.credit ?? []).slice(0, 1).map(([label, amount]) => `${label}: ${amount}.`),
      `${due.label}: ${due.amount}${due.by === '' ? '' : `, ${due.by}`}.`,
    ],
    subject: `${invoice.totalCents < 0 ? 'Credit' : 'Invoice'} ${number}`,
    filename: `${number}.pdf`,
    pdf,
  });
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
  return letterOf(studioId, mail, {
    settings,
    greeting,
    print,
    paragraphs: [`Attached is your statement for ${period}.`, `${closing.label} ${closing.by}: ${closing.amount}.`],
    subject: `Statement for ${period}`,
    filename: `statement-${mail.from}-${mail.to}.pdf`,
    pdf,
  });
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
