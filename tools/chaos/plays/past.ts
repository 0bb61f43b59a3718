import { instantAt } from '@rondo/contracts/calendar/instants.ts';
import { oneOf, type Play, type StudioView } from './play.ts';

const restored = (
  name: string,
  weight: number,
  teacherOf: (view: StudioView, pick: () => number) => string | undefined,
): Play => ({
  name,
  weight,
  wish: (view, random) => {
    const teacherId = teacherOf(view, random);
    // Up to half a minute ago; a moment before the studio is refused.
    const asOf = instantAt(Date.now() - Math.floor(random() * 30_000));
    return {
      method: 'POST',
      path: '/api/restore',
      body: { asOf, ...(teacherId === undefined ? {} : { teacherId }) },
      alwaysChanges: true,
    };
  },
});

const undo: Play = {
  name: 'undo',
  weight: 3,
  wish: (view, random) => {
    const batchId = oneOf(random, view.batches);
    if (batchId === undefined) return undefined;
    return { method: 'POST', path: '/api/undo', body: { batchId }, alwaysChanges: true };
  },
};

/** Undoing what was done lately, and restoring moments. */
export const pastPlays: readonly Play[] = [
  restored('restore', 0.7, () => undefined),
  restored('restore a teacher', 0.5, (view, random) => oneOf(random, view.teachers)),
  undo,
];
