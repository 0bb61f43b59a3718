import { z } from 'zod';
import { defineCategory, defineEvent, type EventOf } from '../event.ts';
import { availabilityWindow, cents, duration, id, instant, location } from '../fields.ts';
import { leftPlan, whatWasClosed } from '../schedule/joint.ts';
import { reportContent } from '../schedule/report-content.ts';

const hours = z.array(availabilityWindow);

/** What is otherwise in a branch. */
const branchChange = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('studentHours'), studentId: id, availability: hours }),
  z.object({ kind: z.literal('teacherHours'), teacherId: id, availability: hours }),
  z.object({ kind: z.literal('length'), studentIds: z.array(id), lessonDuration: duration }),
  /** The first teacher is preferred. */
  z.object({ kind: z.literal('teachers'), studentId: id, teacherIds: z.array(id) }),
  /** The plan places nothing for the student, who stays in the studio. */
  z.object({ kind: z.literal('leaves'), studentId: id }),
  /** An invented student, whose id is that of the change. */
  z.object({
    kind: z.literal('joins'),
    firstName: z.string(),
    lastName: z.string(),
    address: z.string().nullable(),
    city: z.string().nullable(),
    zipCode: z.string().nullable(),
    location: location.nullable(),
    lessonDuration: duration,
    availability: hours,
    teacherIds: z.array(id),
    perLessonRateCents: cents.nullable(),
  }),
  z.object({ kind: z.literal('pin'), lessonId: id, teacherId: id, pinned: z.boolean() }),
  z.object({
    kind: z.literal('home'),
    teacherId: id,
    address: z.string(),
    city: z.string().nullable(),
    zipCode: z.string().nullable(),
    location: location.nullable(),
  }),
]);
export type BranchChange = z.infer<typeof branchChange>;

const madeChange = z.object({ changeId: id, change: branchChange });
export type MadeChange = z.infer<typeof madeChange>;

/** A week that was planned in a branch: the report of one teacher. */
const branchPlan = z.object({ teacherId: id, content: reportContent });

/** How a branch was planned: `startsOn` and `maxMoved` as requested. */
const planned = z.object({
  /** The moment that the branch is based on from then on. */
  at: instant,
  seed: z.number(),
  seconds: z.number(),
  maxMoved: z.number().nullable(),
  plans: z.array(branchPlan),
});
export type PlannedBranch = z.infer<typeof planned>;

const branchContent = z.object({
  name: z.string(),
  at: instant,
  from: id.nullable(),
  changes: z.array(madeChange),
  plan: planned.nullable(),
});

/** `branch-<studio>.<branch>`: a copy of the week in which things may be otherwise. */
export const branchEvents = defineCategory('branch', [
  /** `at`: the moment that it is based on. `from`: the branch that it was copied from, whose changes it begins with. */
  defineEvent(
    'BranchOpened',
    z.object({ branchId: id, name: z.string(), at: instant, from: id.nullable(), changes: z.array(madeChange) }),
  ),
  defineEvent('BranchRenamed', z.object({ branchId: id, name: z.string() })),
  defineEvent('BranchChanged', z.object({ branchId: id, changeId: id, change: branchChange })),
  defineEvent('BranchChangeWithdrawn', z.object({ branchId: id, changeId: id })),
  defineEvent('BranchPlanned', planned.extend({ branchId: id }), { version: 2, upcasters: { 1: (data) => data } }),
  /**
   * Its changes are made in the studio, and its plans wait for decisions. `closures`: what was closed then. `checkedAt`: when
   * nothing of what was planned had changed; null: when it was decided.
   */
  defineEvent(
    'BranchTakenOver',
    z.object({
      branchId: id,
      plans: z.array(leftPlan),
      closures: whatWasClosed,
      checkedAt: instant.nullable().default(null),
    }),
  ),
  defineEvent('BranchTakeOverFailed', z.object({ branchId: id, detail: z.string() })),
  defineEvent('BranchDropped', z.object({ branchId: id })),
  /** It is open as it was: an undo. */
  defineEvent('BranchReopened', branchContent.extend({ branchId: id }), {
    version: 2,
    upcasters: { 1: (data) => data },
  }),
]);
export type BranchEvent = EventOf<typeof branchEvents>;

export type Branch = z.infer<typeof branchContent> & {
  readonly branchId: string;
  readonly status: 'open' | 'takenOver' | 'dropped';
  /** When it was taken over. */
  readonly takenOverAt: string | null;
  /** Why it could not be taken over the last time. */
  readonly failed: string | null;
  /** Of the last event. */
  readonly revision: number;
};

/** A branch after an event. The only fold of branches, shared by the aggregate and the read model. */
export const branchAfter = (
  before: Branch | undefined,
  event: BranchEvent,
  { revision, recordedAt }: { readonly revision: number; readonly recordedAt: string },
): Branch | undefined => {
  if (event.type === 'BranchOpened')
    return { ...event.data, plan: null, status: 'open', takenOverAt: null, failed: null, revision };
  if (event.type === 'BranchReopened')
    return { ...event.data, status: 'open', takenOverAt: null, failed: null, revision };
  if (!before) return undefined;
  switch (event.type) {
    case 'BranchRenamed':
      return { ...before, name: event.data.name, revision };
    // What was planned is no longer the branch's week.
    case 'BranchChanged': {
      const { changeId, change } = event.data;
      return { ...before, changes: [...before.changes, { changeId, change }], plan: null, revision };
    }
    case 'BranchChangeWithdrawn':
      return {
        ...before,
        changes: before.changes.filter(({ changeId }) => changeId !== event.data.changeId),
        plan: null,
        revision,
      };
    case 'BranchPlanned': {
      const { branchId: _, ...plan } = event.data;
      return { ...before, at: plan.at, plan, revision };
    }
    case 'BranchTakenOver':
      return { ...before, status: 'takenOver', takenOverAt: recordedAt, failed: null, revision };
    case 'BranchTakeOverFailed':
      return { ...before, status: 'open', takenOverAt: null, failed: event.data.detail, revision };
    case 'BranchDropped':
      return { ...before, status: 'dropped', revision };
    default:
      return event satisfies never;
  }
};
