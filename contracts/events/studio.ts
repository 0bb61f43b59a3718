import { z } from 'zod';
import { defineCategory, defineEvent } from './event.ts';
import { id } from './fields.ts';

/** Minutes between the start times that the optimizer and the suggestions may choose from. */
const startGrid = z.union([z.literal(1), z.literal(5), z.literal(10), z.literal(15)]);

const settings = z.object({ timeZone: z.string().min(1).max(64), startGrid });

/** `studio-<studio>`: the settings of one account's studio. */
export const studioEvents = defineCategory('studio', [
  defineEvent('StudioOpened', settings),
  defineEvent('StudioSettingsChanged', z.object({ changes: settings.partial() })),
  /** All ids in the sample derive from the seed, so that loading it twice concurrently has one effect. */
  defineEvent('SampleStudioLoaded', z.object({ seed: z.string() })),
  defineEvent('SampleStudioRemoved', z.object({ seed: z.string() })),
  /** The students' families know of every change up to this instant. */
  defineEvent('FamiliesTold', z.object({ studentIds: z.array(id), until: z.string().max(64) })),
]);
