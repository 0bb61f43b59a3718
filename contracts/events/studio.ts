import { z } from 'zod';
import { payLink } from '../money/pay-link.ts';
import { defineCategory, defineEvent, type EventOf } from './event.ts';
import { id, minutesBetween } from './fields.ts';

/** Minutes between the start times that the optimizer and the suggestions may choose from. */
export const startGrid = z.union([z.literal(1), z.literal(5), z.literal(10), z.literal(15)]);

const opening = z.object({
  timeZone: z.string().min(1).max(64),
  startGrid,
  /** Studios opened by earlier versions have no time between lessons. */
  minutesBetween: minutesBetween.default(0),
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
});
export type StudioSettings = z.infer<typeof studioSettings>;
// Without the defaults: a change leaves what it does not name as it is.
const changes = studioSettings.extend({ minutesBetween, payLink: payLink.nullable() }).partial();
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
});

/** Settings after a change; what it does not name stays. */
export const settingsAfter = (before: StudioSettings, changed: SettingsChanges): StudioSettings =>
  studioSettings.parse({
    ...before,
    ...Object.fromEntries(Object.entries(changed).filter(([, value]) => value !== undefined)),
  });

/** What leads from some settings to others. */
export const settingsBetween = (from: StudioSettings, to: StudioSettings): SettingsChanges =>
  changes.parse(
    Object.fromEntries(
      studioSettings.keyof().options.flatMap((name) => (from[name] === to[name] ? [] : [[name, to[name]]])),
    ),
  );

/** `studio-<studio>`: the settings of one account's studio. */
export const studioEvents = defineCategory('studio', [
  defineEvent('StudioOpened', opening),
  defineEvent('StudioSettingsChanged', z.object({ changes }), {
    version: 4,
    upcasters: { 1: (data) => data, 2: (data) => data, 3: (data) => data },
  }),
  /** All ids in the sample derive from the seed, so that loading it twice concurrently has one effect. */
  defineEvent('SampleStudioLoaded', z.object({ seed: z.string() })),
  defineEvent('SampleStudioRemoved', z.object({ seed: z.string() })),
  /** The students' families know of every change up to this instant. */
  defineEvent('FamiliesTold', z.object({ studentIds: z.array(id), until: z.string().max(64) })),
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
