import { writeSideOn } from '../../testing/write-side.ts';
import { randomUUID } from 'node:crypto';
import type { DayOfWeek } from '@rondo/contracts/calendar/dates.ts';
import { describe, expect, test } from 'vitest';
import type { CommandContext } from '../../platform/commands/aggregate.ts';
import { appendSize, type EventStore } from '../../platform/log/event-store.ts';
import { memoryEventStore } from '../../platform/log/memory/memory-event-store.ts';
import { acceptPlan, rejectPlan } from './plan/plan-decision.ts';
import { optimizeSchedule, type Run } from './plan/plan.ts';
import { schedules } from './testing/schedules-of.ts';
import { nothingClosed } from './time-off/closures.ts';

const lessons = 80;
const most = 256_000;
const [studioId, teacherId] = [randomUUID(), randomUUID()];
const studentIds = Array.from({ length: lessons }, () => randomUUID());
const days: readonly DayOfWeek[] = [1, 2, 3, 4, 5];

const context = (): CommandContext => {
  const commandId = randomUUID();
  return { studioId, actor: randomUUID(), commandId, correlationId: commandId, causationId: commandId };
};

/** Every student is placed again, and every student's lesson with another teacher ends. */
const run = (startsOn: string, shift: number): Run => ({
  reportId: randomUUID(),
  runId: randomUUID(),
  startsOn,
  today: '2026-11-23',
  closing: nothingClosed,
  students: studentIds.map((studentId, i) => ({
    studentId,
    placement: {
      lessonId: randomUUID(),
      studentId,
      dayOfWeek: days[(i + shift) % days.length] ?? 1,
      start: 480 + Math.floor(i / days.length) * 60,
      duration: 45,
      driveMinutes: 12,
      notBefore: null,
    },
  })),
  endsElsewhere: studentIds.map(() => ({ teacherId: randomUUID(), lessonId: randomUUID(), from: startsOn })),
});

/** Schedules on a log that records the size of each append. */
const measured = () => {
  const sizes: number[] = [];
  const store = memoryEventStore();
  const measuring: EventStore = {
    ...store,
    append: async (stream, expected, events) => {
      sizes.push(appendSize(events));
      return store.append(stream, expected, events);
    },
  };
  return { sizes, teacher: schedules(writeSideOn(measuring)) };
};

describe(`a plan of ${lessons} lessons`, () => {
  test.each([
    ['accepted', acceptPlan],
    ['rejected', rejectPlan],
  ])('is put up, extended and %s in appends of less than 256 kB each', async (_, decide) => {
    const { sizes, teacher } = measured();
    const execute = (decision: Parameters<typeof teacher.execute>[3]['decide']) =>
      teacher.execute(studioId, teacherId, context(), { input: {}, decide: decision });
    const first = run('2026-11-23', 0);
    await execute(optimizeSchedule(first));
    await execute(acceptPlan({ reportId: first.reportId, today: '2026-11-21' }));
    // A second plan replaces the first one's lessons, so it ends 80 series as well.
    await execute(optimizeSchedule(run('2027-01-04', 1)));
    const extending = run('2027-01-11', 2);
    await execute(optimizeSchedule(extending));
    await execute(decide({ reportId: extending.reportId, today: '2027-01-18' }));
    expect(sizes).toHaveLength(5);
    expect(Math.max(...sizes), sizes.join(', ')).toBeLessThan(most);
    expect(Math.max(...sizes), 'a plan, not a header').toBeGreaterThan(most / 10);
  });
});
