import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { instantAt } from '@rondo/contracts/calendar/instants.ts';
import type { Cancellation } from '@rondo/contracts/policy/policy.ts';
import { messagesModel } from '@rondo/projections/messages/project.ts';
import { queuedAbout } from '@rondo/projections/messages/queries.ts';
import { derivedId } from '../../../../../platform/commands/ids.ts';
import type { OnPage } from '../../../../schedule/edit/cancelled-by-family.ts';
import { familiesOf } from '../../recipients.ts';
import { mailTo, reachOf, together, type Mailable } from '../reach.ts';
import type { ChangeRooms } from '../changes/untold.ts';
import type { ReminderServices } from '../reminders.ts';
import { mailedAt, newestStep } from './steps.ts';

/** An invoice that was sent and is not paid. */
export type OpenInvoice = {
  readonly id: string;
  readonly payerId: string;
  readonly number: string;
  readonly dueDate: IsoDate | null;
  /** The day on which it was sent. */
  readonly issuedOn: IsoDate | null;
  readonly open: number;
  readonly currency: string;
};

/** What of mail other rooms know. */
export type MailRooms = ChangeRooms & {
  readonly openInvoicesOf: (studioId: string) => Promise<readonly OpenInvoice[]>;
  /** What a date that is cancelled comes to, in what its reader may know. */
  readonly cancelledFor: (
    studioId: string,
    date: Pick<OnPage, 'studentId' | 'billedAs' | 'showsMoney'>,
    cancelled: Cancellation | null,
  ) => Promise<{ readonly text: string }>;
};

type Span = {
  readonly after: IsoDate | null;
  readonly upTo: IsoDate;
  /** Steps before this moment never count. */
  readonly since: number;
  /** The day of the mail. */
  readonly day: IsoDate;
};

/** What a message is about: a step of an invoice, once. */
const aboutOf = ({ id }: OpenInvoice, step: number): string => `${id} ${step}`;

/** The invoices that a message is about and that are still open. */
export const invoicesAbout = (about: readonly string[], open: readonly OpenInvoice[]): OpenInvoice[] =>
  open.filter(({ id }) => about.some((one) => one.startsWith(`${id} `)));

/** One mail for each recipient of a family's invoices: about those that have reached a step. */
export const pastDueMail = async (
  services: ReminderServices,
  { openInvoicesOf }: Pick<MailRooms, 'openInvoicesOf'>,
  studioId: string,
  { day, ...span }: Span,
): Promise<Mailable> => {
  const [{ settings }, families, open, whyUnreached] = await Promise.all([
    services.settingsOf(studioId),
    familiesOf(services, studioId),
    openInvoicesOf(studioId),
    reachOf(services, studioId),
  ]);
  const { timeZone } = settings;
  const due = open.flatMap((invoice) => {
    const { dueDate, issuedOn } = invoice;
    if (dueDate === null) return [];
    // What had passed when the invoice was sent is no news.
    const after = issuedOn !== null && (span.after === null || span.after < issuedOn) ? issuedOn : span.after;
    const step = newestStep(dueDate, { ...span, after, timeZone });
    return step === null ? [] : [{ payerId: invoice.payerId, about: aboutOf(invoice, step) }];
  });
  const byPayer = Map.groupBy(due, ({ payerId }) => payerId);
  const all = families.map((family) => {
    const own = byPayer.get(family.id);
    if (!own) return { messages: [], unreached: [] };
    const studentIds = family.students.map(({ id }) => id);
    const about = own.map((one) => one.about);
    return mailTo(
      family,
      { studentIds, about },
      {
        but: 'schedule',
        whyUnreached: (email) => whyUnreached(email, null),
        messageTo: (recipientId, email) => ({
          messageId: derivedId(studioId, `pastDue ${day} ${recipientId}`),
          kind: 'pastDue',
          key: day,
          email,
          studentIds,
          about,
          since: null,
          dueAt: instantAt(mailedAt(day, timeZone)),
          latestAt: null,
          clicked: false,
        }),
      },
    );
  });
  const { messages, unreached } = together(all);
  // A step that was queued before the day could be noted as done is not queued again the next day.
  const before = await queuedAbout(messagesModel.read(services.models), studioId, {
    kind: 'pastDue',
    since: instantAt(span.after === null ? span.since : mailedAt(span.after, timeZone)),
  });
  const known = new Set(
    before
      .filter(({ key }) => key !== day)
      .flatMap(({ recipientId, about }) => about.map((one) => `${recipientId} ${one}`)),
  );
  return {
    messages: messages.flatMap(({ recipientId, message }) => {
      const about = message.about.filter((one) => !known.has(`${recipientId} ${one}`));
      return about.length === 0 ? [] : [{ recipientId, message: { ...message, about } }];
    }),
    unreached,
  };
};
