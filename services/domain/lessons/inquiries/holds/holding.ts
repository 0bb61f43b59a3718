import type { RequestOf } from '@rondo/contracts/api/endpoint.ts';
import type { holdTime } from '@rondo/contracts/api/asking/inquiries.ts';
import { addDays, firstOnOrAfter, laterOf, type DayOfWeek, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { toMinutes, type MinuteOfDay } from '@rondo/contracts/calendar/times.ts';
import type { Inquiry } from '@rondo/contracts/events/schedule/inquiry.ts';
import type { scheduleEvents } from '@rondo/contracts/events/schedule/schedule.ts';
import { plainDetails } from '@rondo/contracts/lessons/plain-details.ts';
import { batchOf, type CommandContext } from '../../../../platform/commands/aggregate.ts';
import type { Executed } from '../../../../platform/commands/command-handler.ts';
import { derivedId } from '../../../../platform/commands/ids.ts';
import { RuleBroken } from '../../../../platform/kit/errors.ts';
import { loadTeacher } from '../../../people/roster.ts';
import { ifFree } from '../../../schedule/edit/if-free.ts';
import { createEntry } from '../../../schedule/edit/entries.ts';
import { allSchedules, busyInLog } from '../../../schedule/lookup/student-times.ts';
import { holdFor, releaseHold, type HeldTime } from '../../../schedule/questions/holds.ts';
import { refuseMidnight } from '../../../schedule/rows.ts';
import { onSchedule } from '../../../schedule/schedules.ts';
import { studioNow, type StudioNow } from '../../../studio/clock.ts';
import { aroundCreation, carryOut, type LessonServices } from '../../around-commands.ts';
import { answeredAlready } from '../state.ts';

/** How many days a time is held for, besides the day on which it is. */
const daysHeld = 7;

/** The next date of a weekly time that has not begun, from a day on. */
const nextDate = (
  { dayOfWeek, start }: { readonly dayOfWeek: DayOfWeek; readonly start: MinuteOfDay },
  { today, minute }: StudioNow,
  from: IsoDate = today,
): IsoDate => firstOnOrAfter(laterOf(from, start > minute ? today : addDays(today, 1)), dayOfWeek);

/** One command on each of several schedules, all of them one change. */
const onEach = (context: CommandContext, teacherId: string, what: string): CommandContext => ({
  ...context,
  commandId: derivedId(context.commandId, `${what} with ${teacherId}`),
  batchId: batchOf(context),
});

/** The teachers whose schedules know of a hold for a question, with what they know. */
const knowing = async (
  services: LessonServices,
  studioId: string,
  inquiryId: string,
): Promise<{ readonly teacherId: string; readonly known: HeldTime }[]> =>
  [...(await allSchedules(services, studioId))].flatMap(([teacherId, { state }]) => {
    const known = state.holds.get(inquiryId);
    return known ? [{ teacherId, known }] : [];
  });

/** Ends what is held for a question. @param outcome `answered` where no undo may hold a time again that was released before */
export const releaseTimes = async (
  services: LessonServices,
  context: CommandContext,
  inquiryId: string,
  outcome: 'released' | 'answered',
  except?: string,
): Promise<Executed<typeof scheduleEvents>[]> => {
  const all: Executed<typeof scheduleEvents>[] = [];
  for (const { teacherId } of await knowing(services, context.studioId, inquiryId))
    if (teacherId !== except)
      all.push(
        await onSchedule(services, onEach(context, teacherId, outcome), teacherId, {
          input: { release: inquiryId, outcome },
          decide: releaseHold(inquiryId, outcome),
        }),
      );
  return all;
};

/** Holds a weekly time for a question; the one that was held before is free again. @throws NotFound, InvalidInput, RuleBroken */
export const holdWeekly = async (
  services: LessonServices,
  context: CommandContext,
  inquiry: Inquiry,
  { teacherId, dayOfWeek, startTime }: RequestOf<typeof holdTime>['body'],
) => {
  const { studioId } = context;
  const { inquiryId, lessonDuration: duration, status } = inquiry;
  if (status === 'added') throw answeredAlready();
  if (status === 'closed') throw new RuleBroken('This question is closed.');
  await loadTeacher(services, studioId, teacherId);
  const start = toMinutes(startTime);
  refuseMidnight({ start, duration });
  const now = await studioNow(services, studioId);
  const from = nextDate({ dayOfWeek, start }, now);
  const data = { inquiryId, dayOfWeek, start, duration, from, heldUntil: addDays(now.today, daysHeld) };
  const busy = await busyInLog(services, studioId, teacherId, new Set());
  const executed = await onSchedule(services, context, teacherId, {
    input: { hold: inquiryId, dayOfWeek, startTime },
    decide: ifFree(busy, () => [{ type: 'TimeHeld', data }]),
  });
  const released = await releaseTimes(services, context, inquiryId, 'released', teacherId);
  const event = executed.events.find(({ type }) => type === 'TimeHeld');
  const { heldUntil, from: firstDate } = event?.type === 'TimeHeld' ? event.data : data;
  return { executed: [executed, ...released], heldUntil, firstDate };
};

/** Makes the held time of a question the weekly lesson of its student, where the teacher is the student's, and ends the hold. */
export const takeUpHold = async (
  services: LessonServices,
  context: CommandContext,
  { inquiryId, studentId, teacherId }: { inquiryId: string; studentId: string; teacherId: string | null },
) => {
  const { studioId } = context;
  const now = await studioNow(services, studioId);
  const own = (await knowing(services, studioId, inquiryId)).find((one) => one.teacherId === teacherId);
  const lessonId = derivedId(context.commandId, 'held lesson');
  const took =
    own &&
    carryOut(services, aroundCreation, {
      context: onEach(context, own.teacherId, 'held lesson'),
      input: { heldFor: inquiryId, studentId },
      lessonId,
      teacherId: own.teacherId,
      prepare: async () => ({
        studentIds: [studentId],
        growth: { lessons: holdFor(new Map([[inquiryId, own.known]]), inquiryId, now.today) ? 1 : 0 },
        decide: () => (state) => {
          const hold = holdFor(state.holds, inquiryId, now.today);
          const release = releaseHold(inquiryId, 'answered')(state);
          if (!hold) return release;
          const { dayOfWeek, start, duration, from } = hold;
          const validFrom = nextDate(hold, now, from);
          const entry = {
            lessonId,
            status: 'scheduled',
            entryType: 'lesson',
            studentId,
            ...plainDetails,
            start,
            duration,
          } as const;
          return [...release, ...createEntry({ ...entry, when: { kind: 'weekly', dayOfWeek, validFrom } })(state)];
        },
      }),
    });
  const done = await took;
  const released = await releaseTimes(services, context, inquiryId, 'answered', own?.teacherId);
  return [...(done ? [done.executed] : []), ...released];
};
