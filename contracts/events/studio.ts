import { z } from 'zod';
import { countries, distanceUnits } from '../mileage/rates.ts';
import { askForm } from '../people/ask-form.ts';
import { payLink } from '../money/pay-link.ts';
import { defineCategory, defineEvent, type EventOf } from './event.ts';
import { id, isoDate, minutesBetween } from './fields.ts';

/** Minutes between the start times that the optimizer and the suggestions may choose from. */
export const startGrid = z.union([z.literal(1), z.literal(5), z.literal(10), z.literal(15)]);

const opening = z.object({
  timeZone: z.string().min(1).max(64),
  startGrid,
  /** Studios opened by earlier versions have no time between lessons. */
  minutesBetween: minutesBetween.default(0),
});

const sharedWithFamilies = {
  /** Whether links to families' pages open. */
  familyPage: z.boolean(),
  /** What families can do on their pages. */
  familyCancel: z.boolean(),
  familyRequest: z.boolean(),
  /** What is mailed to families by itself. */
  sendReminders: z.boolean(),
  sendChanges: z.boolean(),
  sendPastDue: z.boolean(),
  /** When reminders go, on the day before. */
  reminderTime: z.string().regex(/^(1[2-9]:[0-5]\d|20:00)$/),
};
const nothingShared = {
  familyPage: false,
  familyCancel: false,
  familyRequest: false,
  sendReminders: false,
  sendChanges: false,
  sendPastDue: false,
  reminderTime: '17:00',
};

const ownDriveTimes = z.boolean();
const rate = z.number().min(0);

/** How drives are kept; rates are the studio's own, in its currency. */
const mileage = z.object({
  from: isoDate,
  country: z.enum(countries),
  unit: z.enum(distanceUnits),
  rates: z.array(
    z.object({
      from: isoDate,
      rate,
      above: z.object({ distance: z.number().min(0), rate }).nullable(),
      source: z.string().nullable(),
    }),
  ),
});

export const studioSettings = opening.extend({
  /** The longest time to plan one teacher's week; null: the server's default. */
  optimizerSeconds: z.number().min(0.1).max(120).nullable(),
  studioName: z.string().nullable(),
  studioAddress: z.string().nullable(),
  studioPhone: z.string().nullable(),
  studioEmail: z.string().nullable(),
  /** Days from sending an invoice to the day by which to pay it. */
  paymentTermsDays: z.number().int().min(0).max(365),
  paymentInstructions: z.string().nullable(),
  /** Studios of earlier versions have none. */
  payLink: payLink.nullable().default(null),
  /** ISO 4217; an invoice keeps the one it was generated in. */
  currency: z.string().length(3),
  // Studios of earlier versions share nothing with families.
  familyPage: sharedWithFamilies.familyPage.default(false),
  familyCancel: sharedWithFamilies.familyCancel.default(false),
  familyRequest: sharedWithFamilies.familyRequest.default(false),
  sendReminders: sharedWithFamilies.sendReminders.default(false),
  sendChanges: sharedWithFamilies.sendChanges.default(false),
  sendPastDue: sharedWithFamilies.sendPastDue.default(false),
  reminderTime: sharedWithFamilies.reminderTime.default(nothingShared.reminderTime),
  /** Whether the teachers' own drive times count on the road. Studios of earlier versions have the map's. */
  ownDriveTimes: ownDriveTimes.default(false),
  /** Studios of earlier versions keep no drives. */
  mileage: mileage.nullable().default(null),
  /** The question form; null: off, as in studios of earlier versions. */
  askForm: askForm.nullable().default(null),
});
export type StudioSettings = z.infer<typeof studioSettings>;
// Without the defaults: a change leaves what it does not name as it is.
const changes = studioSettings
  .extend({
    minutesBetween,
    payLink: payLink.nullable(),
    mileage: mileage.nullable(),
    askForm: askForm.nullable(),
    ownDriveTimes,
    ...sharedWithFamilies,
  })
  .partial();
export type SettingsChanges = z.infer<typeof changes>;

/** The settings of a studio that has just been opened. */
export const openingSettings = (opened: z.input<typeof opening>): StudioSettings => ({
  ...opening.parse(opened),
  optimizerSeconds: null,
  studioName: null,
  studioAddress: null,
  studioPhone: null,
  studioEmail: null,
  paymentTermsDays: 14,
  paymentInstructions: null,
  payLink: null,
  currency: 'USD',
  ...nothingShared,
  ownDriveTimes: false,
  mileage: null,
  askForm: null,
});

/** Settings after a change; what it does not name stays. */
export const settingsAfter = (before: StudioSettings, changed: SettingsChanges): StudioSettings =>
  studioSettings.parse({
    ...before,
    ...Object.fromEntries(Object.entries(changed).filter(([, value]) => value !== undefined)),
  });

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** What leads from some settings to others. */
export const settingsBetween = (from: StudioSettings, to: StudioSettings): SettingsChanges =>
  changes.parse(
    Object.fromEntries(
      studioSettings.keyof().options.flatMap((name) => (isSame(from[name], to[name]) ? [] : [[name, to[name]]])),
    ),
  );

/** `studio-<studio>`: the settings of one account's studio. */
export const studioEvents = defineCategory('studio', [
  defineEvent('StudioOpened', opening),
  defineEvent('StudioSettingsChanged', z.object({ changes }), {
    version: 8,
    upcasters: {
      1: (data) => data,
      2: (data) => data,
      3: (data) => data,
      4: (data) => data,
      5: (data) => data,
      6: (data) => data,
      7: (data) => data,
    },
  }),
  /** All ids in the sample derive from the seed, so that loading it twice concurrently has one effect. */
  defineEvent('SampleStudioLoaded', z.object({ seed: z.string() })),
  defineEvent('SampleStudioRemoved', z.object({ seed: z.string() })),
  /** The students' families know of every change up to this instant. */
  defineEvent(
    'FamiliesTold',
    z.object({
      studentIds: z.array(id),
      until: z.string().max(64),
      /** How many families the students are; null: each is one. */
      families: z.int().min(1).nullable().default(null),
    }),
  ),
  /** These students are not suggested as a family again. */
  defineEvent('HouseholdSuggestionDismissed', z.object({ studentIds: z.array(id) })),
  /** An undo has them suggested again. */
  defineEvent('HouseholdSuggestionReturned', z.object({ studentIds: z.array(id) })),
  /** An undo gives families the moments that they had before; null: they were never told. */
  defineEvent(
    'ToldMarksRestored',
    z.object({ marks: z.array(z.object({ studentId: id, until: z.string().max(64).nullable() })) }),
  ),
]);
export type StudioEvent = EventOf<typeof studioEvents>;

/** A studio's settings after an event; undefined before it is opened. The only fold of settings, shared by the aggregate and the read models. */
export const studioSettingsAfter = (
  before: StudioSettings | undefined,
  event: StudioEvent,
): StudioSettings | undefined => {
  if (event.type === 'StudioOpened') return openingSettings(event.data);
  return before && event.type === 'StudioSettingsChanged' ? settingsAfter(before, event.data.changes) : before;
};
