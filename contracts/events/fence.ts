import { defineCategory, defineEvent } from './event.ts';
import { id } from './fields.ts';
import { z } from 'zod';

/** Who keeps all others from changing a stream: a restore, or a branch that is taken over. */
const fencer = z.enum(['restore', 'branch']);
export type Fencer = z.infer<typeof fencer>;

/**
 * Events that any stream with restorable content may hold. While a stream is fenced, only who fenced it and the reactors change it. Fences
 * are no content: read models, revisions and exported files ignore them.
 */
export const fenceEvents = defineCategory('fence', [
  /** `restoreId`: of the restore, or of the event by which a branch is taken over. */
  defineEvent('StreamFenced', z.object({ restoreId: id, by: fencer.default('restore') })),
  /** `detail`: why the restore or take-over was given up; null when it was carried out. */
  defineEvent('FenceLifted', z.object({ restoreId: id, detail: z.string().nullable().default(null) })),
]);

const fenceTypes: ReadonlySet<string> = new Set(fenceEvents.definitions.map(({ type }) => type));

export const isFence = ({ type }: { readonly type: string }): boolean => fenceTypes.has(type);
