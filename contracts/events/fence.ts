import { defineCategory, defineEvent } from './event.ts';
import { id } from './fields.ts';
import { z } from 'zod';

/**
 * Events that any stream with restorable content may hold. While a stream is fenced, only the restore and the reactors change it. Fences
 * are no content: read models, revisions and exported files ignore them.
 */
export const fenceEvents = defineCategory('fence', [
  defineEvent('StreamFenced', z.object({ restoreId: id })),
  /** `detail`: why the restore was given up; null when it was carried out. */
  defineEvent('FenceLifted', z.object({ restoreId: id, detail: z.string().nullable().default(null) })),
]);

const fenceTypes: ReadonlySet<string> = new Set(fenceEvents.definitions.map(({ type }) => type));

export const isFence = ({ type }: { readonly type: string }): boolean => fenceTypes.has(type);
