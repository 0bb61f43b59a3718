import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readEvent } from '../event.ts';
import { everyVersion, goldenEvent } from '../golden-record.ts';
import { lessonRowsTouched } from './lesson-rows.ts';
import { isLessonEvent, scheduleEvents } from './schedule.ts';

const scheduleGolden = everyVersion().filter(({ category }) => category.name === scheduleEvents.name);

test.each(scheduleGolden)('$name changes rows exactly when it is a lesson event', ({ name }) => {
  const file = path.join(import.meta.dirname, '../golden', `${name}.json`);
  const { type, version, data } = goldenEvent.parse(JSON.parse(readFileSync(file, 'utf8')));
  const event = readEvent(scheduleEvents, { type, data, schemaVersion: version });
  expect(lessonRowsTouched(event).length > 0).toBe(isLessonEvent(event));
});
