import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import type { JointDecision, JointPlan } from '@rondo/contracts/events/schedule/schedule.ts';
import type { PendingPlan } from '../state.ts';

/** Whether two plans are of the same teachers together; null is a teacher alone. */
export const isSameJoint = (one: JointPlan | null, other: JointPlan | null): boolean =>
  one === null || other === null
    ? one === other
    : one.lead === other.lead &&
      one.teacherIds.length === other.teacherIds.length &&
      one.teacherIds.every((id) => other.teacherIds.includes(id));

/** What a decision says where it holds for other teachers too. */
export const jointDecision = (
  { joint, runId }: PendingPlan,
  on: IsoDate,
  elsewhere: NonNullable<JointDecision['elsewhere']> = [],
): { joint?: JointDecision } =>
  joint ? { joint: { ...joint, runId, on, ...(elsewhere.length > 0 && { elsewhere }) } } : {};
