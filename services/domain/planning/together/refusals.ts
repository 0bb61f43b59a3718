import type { JointPlan } from '@rondo/contracts/events/schedule/schedule.ts';
import { namesOf } from '@rondo/contracts/lessons/joint-plan.ts';
import { InvalidInput, RuleBroken } from '../../../platform/kit/errors.ts';
import { isSameJoint } from '../../schedule/plan/joint.ts';
import type { ScheduleState } from '../../schedule/state.ts';

type NameOf = (teacherId: string) => string;

/** @throws InvalidInput for one teacher together with no one */
export const refuseTogether = (together: boolean | undefined, teacherIds: readonly string[]): void => {
  if (together === true && teacherIds.length < 2)
    throw new InvalidInput('Choose at least two teachers to plan together.');
};

const pendingTogether = ({ teacherIds }: JointPlan, nameOf: NameOf): never => {
  throw new RuleBroken(`A plan of ${namesOf(teacherIds, nameOf)} together is pending. Accept or reject it first.`);
};

/** @throws RuleBroken while a plan of this teacher and others together waits for a decision */
export const refuseJointPlan = ({ plan }: ScheduleState, nameOf: NameOf): void => {
  if (plan?.joint) pendingTogether(plan.joint, nameOf);
};

/**
 * How a run of several teachers is decided: as the pending plan of the same teachers, which it extends, else in the first one's schedule.
 * @param pending the teachers' schedules, in their order
 * @throws RuleBroken while another plan of one of them waits for a decision
 */
export const jointOf = (
  teacherIds: readonly string[],
  pending: readonly ScheduleState[],
  nameOf: NameOf,
): JointPlan => {
  const [first = ''] = teacherIds;
  const own: JointPlan = { teacherIds: [...teacherIds], lead: first };
  const known = pending.flatMap(({ plan }) => plan?.joint ?? [])[0];
  const joint = known && isSameJoint(known, { ...own, lead: known.lead }) ? known : own;
  for (const [index, { plan }] of pending.entries()) {
    if (!plan || isSameJoint(plan.joint, joint)) continue;
    if (plan.joint) pendingTogether(plan.joint, nameOf);
    throw new RuleBroken(`A plan for ${nameOf(teacherIds[index] ?? '')} is pending. Accept or reject it first.`);
  }
  return joint;
};
