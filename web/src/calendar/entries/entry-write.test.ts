import { expect, test } from 'vitest';
import { aLesson } from '../days/testing.ts';
import { entrySchemaFor, entryValuesOf, newEntryValues, type EntryValues } from './entry-values.ts';
import { entryWrite } from './entry-write.ts';
import type { How } from './timed-write.ts';

const tuesday = '2026-11-24';
const ann = aLesson({ source: 'manual' });
const planned = aLesson();

const slot = {
  date: '2026-11-26',
  dayOfWeek: 4,
  startTime: '16:00',
  endTime: '16:45',
  reasoningText: '',
} as const;
const alternative: How = { kind: 'alternative', slot };
const plain = (text: string | undefined): string | undefined => text?.replaceAll('\u00a0', ' ');

const newWrite = (values: Partial<EntryValues> = {}) =>
  entryWrite(
    entrySchemaFor(null).parse({
      ...newEntryValues({ teacherId: 'dana', date: tuesday }),
      studentId: 'ben',
      ...values,
    }),
    'Ben Ito',
    null,
  );

const editWrite = (row: typeof ann, values: Partial<EntryValues> = {}) => {
  const target = { row, on: tuesday };
  return entryWrite(entrySchemaFor(row).parse({ ...entryValuesOf(target), ...values }), 'Ann Lee', target);
};

test('a new entry is named with its time, and with the chosen one after a conflict', () => {
  const write = newWrite();
  expect(plain(write.label)).toBe('Ben Ito, Tue, Nov 24, 3:00 – 3:45 PM');
  expect(write.success({ kind: 'ifFree' }).title).toBe('Manual lesson added');
  expect(write.success({ kind: 'override' }).title).toBe('Conflict overridden');
  expect(plain(write.success(alternative).description)).toBe(
    'Ben Ito, Thu, Nov 26, 4:00 – 4:45 PM. Recommended, not confirmed yet.',
  );
  const weekly = newWrite({ repeats: 'weekly', dayOfWeek: '2' });
  expect(plain(weekly.label)).toBe('Ben Ito, Tuesdays, 3:00 – 3:45 PM');
  expect(weekly.success({ kind: 'ifFree' }).title).toBe('Manual lesson scheduled');
});

test('a failure names what was tried', () => {
  const failed = new Error('Failed');
  const sentences = (write: ReturnType<typeof newWrite>) =>
    ([{ kind: 'ifFree' }, alternative, { kind: 'override' }] as const).map((how) => write.failure(how, failed));
  expect(sentences(newWrite())).toEqual([
    'Failed to add manual entry. Please try again.',
    'Failed to schedule alternative time slot.',
    'Failed to override conflict.',
  ]);
  expect(sentences(editWrite(ann))[0]).toBe('Failed to update manual entry. Please try again.');
  expect(sentences(editWrite(planned))[0]).toBe('Failed to update lesson');
});

test('of a planned series one date is checked without the date that it replaces, and the whole series as a series', () => {
  expect(editWrite(planned).request).toMatchObject({ id: 'lesson-1', originalDate: tuesday, lessonDate: tuesday });
  const series = editWrite(planned, { repeats: 'weekly' });
  expect(series.request).toMatchObject({ lessonDate: '', dayOfWeek: 2 });
  expect(series.request.originalDate).toBeUndefined();
  expect(series.success({ kind: 'ifFree' }).description).toBe('All lessons in the series have been updated.');
  expect(editWrite(ann).request.originalDate).toBeUndefined();
});

test('one date of a planned series moves on the screen at once, a whole series once the server has split it', () => {
  const dates = (values: Partial<EntryValues>, how: How) =>
    editWrite(planned, values)
      .optimistic?.([planned], how)
      .map(({ date, start }) => [date, start]);
  expect(dates({ startTime: '17:00' }, { kind: 'ifFree' })).toEqual([
    [null, planned.start],
    [tuesday, 1020],
  ]);
  expect(dates({}, alternative)).toEqual([
    [null, planned.start],
    ['2026-11-26', 960],
  ]);
  expect(dates({ repeats: 'weekly' }, alternative)).toEqual([[null, planned.start]]);
});
