import { epochMillisecondsOf, type Instant } from '@rondo/contracts/calendar/instants.ts';
import { wallClock } from '@rondo/contracts/calendar/zones.ts';
import { teacherEvents } from '@rondo/contracts/events/teacher.ts';
import { namesOf } from '@rondo/contracts/lessons/joint-plan.ts';
import { eventReader } from '@rondo/projections/runner/events.ts';
import type { SourceEvent } from '@rondo/projections/runner/source.ts';
import { InvalidInput, RuleBroken } from '../../../../platform/kit/errors.ts';
import type { Services } from '../../../../platform/kit/services.ts';
import { stateAfter } from '../../../../platform/commands/folded.ts';
import { teacherStream } from '../../../people/roster.ts';
import { teacherAggregate } from '../../../people/teacher.ts';
import { studioNow } from '../../../studio/clock.ts';
import { GivenUp, restoresOf, type Restore } from '../restore-stream.ts';
import { cutAt, lastOfRestore, upTo } from './cut.ts';
import { planRestore, type RestorePlan, type RestoreScope } from './restore-plan.ts';
import { readStudio, type StudioLog } from './studio-log.ts';

export type Planning = Pick<Services, 'store' | 'handlers' | 'streams' | 'settingsOf' | 'now'>;

const noStudioYet = 'The studio did not exist at that time.';
const insideRestore =
  'A restore was being carried out at that time. Choose a time before it began or after it was finished.';

/** The studio's day now and at an instant. */
const daysAt = async (
  services: Planning,
  studioId: string,
  instant: Instant,
): Promise<Pick<RestoreScope, 'today' | 'day'>> => {
  const { today, timeZone } = await studioNow(services, studioId);
  return { today, day: wallClock(epochMillisecondsOf(instant), timeZone).date };
};

const readTeacher = eventReader(teacherEvents);
const comesOrGoes = new Set(['TeacherRegistered', 'TeacherReinstated', 'TeacherRemoved']);

/**
 * Why the schedule of a removed teacher is not restored: restoring one schedule brings nobody back, and lessons need their teacher. Null for a
 * teacher who is there.
 * @param events of the teacher
 */
export const whyRemoved = (events: readonly SourceEvent[]): string | null => {
  const recorded = events.findLast(({ type }) => comesOrGoes.has(type));
  const last = recorded && readTeacher(recorded);
  if (last?.type !== 'TeacherRemoved') return null;
  return `${last.data.name} has been removed. Restore the whole studio to bring back the teacher and the lessons.`;
};

/**
 * Why one teacher's schedule is not restored while a plan of several teachers together waits for a decision, now or at the moment: it is decided for
 * all of them. Null where there is none.
 */
const whyTogether = (
  log: StudioLog,
  { schedules }: RestorePlan,
  { studioId, teacherId }: { readonly studioId: string; readonly teacherId: string | null },
): string | null => {
  const schedule = teacherId === null ? undefined : schedules.get(teacherId);
  const joint = schedule?.now.plan?.joint ?? schedule?.past.plan?.joint;
  if (!joint) return null;
  const nameOf = (id: string): string =>
    stateAfter(teacherAggregate, log.get(teacherStream(studioId, id)) ?? [])?.details.name ?? 'another teacher';
  return `A plan of ${namesOf(joint.teacherIds, nameOf)} together was pending then. Restore the whole studio.`;
};

/** What a restore that has started leads to, the same however often it is asked. @throws GivenUp */
export const planStarted = async (services: Planning, restore: Restore, studioId: string): Promise<RestorePlan> => {
  const { restoreId, teacherId, today, target, asOf } = restore;
  const { store } = services;
  const restores = await restoresOf(services, studioId);
  const started = restores.find((one) => one.restoreId === restoreId)?.started ?? null;
  if (started === null) throw new GivenUp('The restore could not be started.');
  const now = upTo(store, await readStudio(services, studioId), {
    position: started,
    inclusive: false,
    inside: null,
  });
  const why = teacherId && whyRemoved(now.get(teacherStream(studioId, teacherId)) ?? []);
  if (why) throw new GivenUp(why);
  const earlier = restores.filter((one) => one.restoreId !== restoreId);
  const cut = cutAt(store, now, { studioId, target, teacherId, restores: earlier });
  if (!cut) throw new GivenUp(noStudioYet);
  const { day } = await daysAt(services, studioId, asOf);
  const plan = planRestore(services, now, upTo(store, now, cut), { restoreId, studioId, teacherId, today, day });
  const together = whyTogether(now, plan, { studioId, teacherId });
  if (together !== null) throw new GivenUp(together);
  return plan;
};

/** What a restore would do, without doing it. @throws RuleBroken for a moment before the studio, InvalidInput for an instant inside a restore */
export const planPreview = async (
  services: Planning,
  studioId: string,
  { restoreId, teacherId, target, asOf }: Pick<Restore, 'restoreId' | 'teacherId' | 'target' | 'asOf'>,
): Promise<RestorePlan> => {
  const { store } = services;
  const restores = await restoresOf(services, studioId);
  const now = await readStudio(services, studioId);
  const cut = cutAt(store, now, { studioId, target, teacherId, restores });
  if (!cut) throw new RuleBroken(noStudioYet);
  if (cut.inside && 'instant' in target) throw new InvalidInput(insideRestore);
  const days = await daysAt(services, studioId, asOf);
  const plan = planRestore(services, now, upTo(store, now, cut), { restoreId, studioId, teacherId, ...days });
  const together = whyTogether(now, plan, { studioId, teacherId });
  if (together !== null) throw new RuleBroken(together);
  return plan;
};

/** What would lead back to a restore's end: what has changed since. Its reactors' events belong to it. */
export const planBackTo = async (services: Planning, studioId: string, restore: Restore): Promise<RestorePlan> => {
  const { restoreId, teacherId, started, metadata } = restore;
  const { store } = services;
  const now = await readStudio(services, studioId);
  const last = lastOfRestore(store, now, restore) ?? started;
  const isOwn = ({ position, metadata: { batchId } }: SourceEvent): boolean =>
    batchId === metadata.batchId || store.compare(position, last) <= 0;
  const { today } = await studioNow(services, studioId);
  const then = new Map([...now].map(([stream, events]) => [stream, events.filter(isOwn)]));
  return planRestore(services, now, then, { restoreId, studioId, teacherId, today, day: today });
};
