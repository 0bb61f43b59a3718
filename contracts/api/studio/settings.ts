import { z } from 'zod';
import { isTimeZone } from '../../calendar/zones.ts';
import { askForm } from '../../people/ask-form.ts';
import { decimalsOf } from '../../money/money.ts';
import { payLinkProblem } from '../../money/pay-link.ts';
import { askFormInput } from '../asking/ask-form.ts';
import { endpoint } from '../endpoint.ts';
import { mileage, mileageChange } from '../road/mileage-setting.ts';
import { clearableText, minutesBetween, revision, seenRevision, timeText } from '../shapes.ts';

const settings = z.object({
  /** IANA name. */
  timeZone: z.string(),
  /** Minutes between the start times that the optimizer may choose from. */
  startGrid: z.number(),
  /** Minutes between lessons at different addresses, besides the drive. A teacher may have other ones. */
  minutesBetween: z.number(),
  /** The longest time to plan one teacher's week. */
  optimizerSeconds: z.number(),
  studioName: z.string().nullable(),
  studioAddress: z.string().nullable(),
  studioPhone: z.string().nullable(),
  studioEmail: z.string().nullable(),
  /** Days from sending an invoice to the day by which to pay it. */
  paymentTermsDays: z.number(),
  paymentInstructions: z.string().nullable(),
  /** Where families pay online; `{amount}` and `{invoice}` are filled in on invoices. */
  payLink: z.string().nullable(),
  /** ISO 4217. An invoice keeps the currency in which it was generated. */
  currency: z.string(),
  /** Whether links to families’ pages open. */
  familyPage: z.boolean(),
  familyCancel: z.boolean(),
  familyRequest: z.boolean(),
  sendReminders: z.boolean(),
  sendChanges: z.boolean(),
  sendPastDue: z.boolean(),
  /** When reminders go, on the day before. */
  reminderTime: z.string(),
  /** Whether the teachers’ own drive times count for leaving, estimates and repairs, instead of the map’s. */
  ownDriveTimes: z.boolean(),
  /** How drives are kept; null: they are not. */
  mileage: mileage.nullable(),
  /** The question form; null: it is off. */
  askForm: askForm.nullable(),
  revision,
});
export type Settings = z.infer<typeof settings>;

export const getSettings = endpoint({
  method: 'GET',
  path: '/api/settings',
  summary: 'The studio’s settings.',
  response: settings,
  reads: ['studios'],
});

const hasOneLine = (text: string | null | undefined): boolean => !/[\r\n\u2028\u2029]/.test(text ?? '');
const clearableLine = (max: number) => clearableText(max).refine(hasOneLine, 'This must be a single line.');

const currencies = new Set(Intl.supportedValuesOf('currency'));
const termsError = 'The payment terms must be a whole number of days from 0 to 365.';
const secondsError = 'The planning time must be a number of seconds from 0.1 to 120.';

/** Lessons start on whole multiples of these minutes. */
export const startGrid = z.union([z.literal(1), z.literal(5), z.literal(10), z.literal(15)], {
  error: 'The start times must be 1, 5, 10 or 15 minutes apart.',
});

/** Some of the studio’s settings; the forms check them too. */
export const settingsChange = z
  .strictObject({
    timeZone: z
      .string()
      .max(64, 'The time zone must be an IANA name such as America/Chicago.')
      .refine(isTimeZone, 'The time zone must be an IANA name such as America/Chicago.'),
    startGrid,
    minutesBetween,
    /** Null: the time that this server allows by default. */
    optimizerSeconds: z.number(secondsError).min(0.1, secondsError).max(120, secondsError).nullable(),
    studioName: clearableLine(120),
    studioAddress: clearableText(300),
    studioPhone: clearableLine(50),
    studioEmail: clearableText(254).pipe(z.email('Please enter a valid email address.').nullish()),
    paymentTermsDays: z.int(termsError).min(0, termsError).max(365, termsError),
    paymentInstructions: clearableText(1000),
    payLink: clearableLine(500).superRefine((link, context) => {
      const problem = typeof link === 'string' && hasOneLine(link) ? payLinkProblem(link) : null;
      if (problem !== null) context.addIssue(problem);
    }),
    currency: z
      .string()
      .refine((code) => currencies.has(code), {
        error: 'The currency must be an ISO 4217 code such as USD or EUR.',
        abort: true,
      })
      // Amounts are whole hundredths.
      .refine(
        (code) => decimalsOf(code) <= 2,
        'Rondo cannot bill in this currency, because its amounts have more than two decimals.',
      ),
    familyPage: z.boolean(),
    familyCancel: z.boolean(),
    familyRequest: z.boolean(),
    sendReminders: z.boolean(),
    sendChanges: z.boolean(),
    sendPastDue: z.boolean(),
    reminderTime: timeText.refine(
      (time) => time >= '12:00' && time <= '20:00',
      'Reminders go between 12:00 PM and 8:00 PM.',
    ),
    ownDriveTimes: z.boolean(),
    mileage: mileageChange.nullable(),
    askForm: askFormInput.nullable(),
    revision: seenRevision,
  })
  .partial();

export const updateSettings = endpoint({
  method: 'PATCH',
  path: '/api/settings',
  summary: 'Changes some of the studio’s settings. A new time zone moves no lesson.',
  body: settingsChange.extend({
    /** What becomes of changes that families do not know of when mail about changes is turned on. */
    untold: z.enum(['send', 'told'], 'Changes are sent, or marked as told.').optional(),
  }),
  response: settings,
  updates: ['studios', 'history'],
});
