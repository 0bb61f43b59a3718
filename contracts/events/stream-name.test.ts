import { describe, expect, test } from 'vitest';
import { erasureEvents } from './erasures.ts';
import { scheduleEvents } from './schedule/schedule.ts';
import { entityOf, parseStreamName, streamName, streamPrefix } from './stream-name.ts';
import { studioEvents } from './studio.ts';

const studioId = '5f0c4b1e-3d5c-4c53-9d3f-0c9b8f1e2a77';
const teacherId = 'a1d7e0c2-8f4b-4c1d-b6a9-2e3f4a5b6c7d';

describe('the name of a stream', () => {
  test.each([
    [scheduleEvents, studioId, teacherId],
    [studioEvents, studioId, undefined],
    [erasureEvents, undefined, undefined],
  ])('can be taken apart again: $name', (category, studio, entity) => {
    expect(parseStreamName(streamName(category, studio, entity))).toEqual({
      category: category.name,
      studioId: studio ?? null,
      entityId: entity ?? null,
    });
  });

  test('is schedule-STUDIO.TEACHER for a schedule, as recorded logs have it', () =>
    expect(streamName(scheduleEvents, studioId, teacherId)).toBe(`schedule-${studioId}.${teacherId}`));

  test('begins with its category and its studio', () => {
    const name = streamName(scheduleEvents, studioId, teacherId);
    expect(name.startsWith(streamPrefix(scheduleEvents))).toBe(true);
    expect(name.startsWith(streamPrefix(scheduleEvents, studioId))).toBe(true);
  });

  test('names the entity whose stream it is, whatever characters the id has', () => {
    expect(entityOf(streamName(scheduleEvents, 'studio', 'teacher-0.b'))).toBe('teacher-0.b');
    expect(() => entityOf(streamName(studioEvents, studioId))).toThrow('names no entity');
  });
});
