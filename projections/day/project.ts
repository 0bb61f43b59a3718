import { dayEvents, type DayEvent } from '@rondo/contracts/events/schedule/day.ts';
import { entityOf } from '@rondo/contracts/events/stream-name.ts';
import { eventReader, recordedAtOf } from '../runner/events.ts';
import { put, queriedModel, reading, remove, type Handled } from '../runner/read-model.ts';
import type { SourceEvent } from '../runner/source.ts';
import type { DayDb } from './queries.ts';
import { correctionsTable, delaysTable, drivenTable, mileageYearsTable, stampsTable, toldTable } from './table.ts';

const read = eventReader(dayEvents);

/** Drives and what is said of tax years. */
const onDrives = (
  recorded: SourceEvent,
  event: Extract<DayEvent, { type: 'LegsDriven' | 'LegsCorrected' | 'MileageYearStated' }>,
): Handled => {
  const whose = { studio_id: recorded.metadata.studioId, teacher_id: entityOf(recorded.stream) };
  if (event.type === 'MileageYearStated') {
    const { year, homeDrivesCount, odometerStart, odometerEnd } = event.data;
    const row = {
      ...whose,
      year,
      home_drives_count: homeDrivesCount,
      odometer_start: odometerStart,
      odometer_end: odometerEnd,
    };
    return reading(mileageYearsTable, [], () => [put(mileageYearsTable, row)]);
  }
  const { date, unit, legs } = event.data;
  const row = { ...whose, date, revision: recorded.revision, recorded_at: recordedAtOf(recorded) };
  if (event.type === 'LegsDriven')
    return reading(drivenTable, [], () => [put(drivenTable, { ...row, drives: { unit, legs: event.data.legs } })]);
  const { reason } = event.data;
  return reading(correctionsTable, [], () => [
    legs === null
      ? remove(correctionsTable, [whose.studio_id, whose.teacher_id, date])
      : put(correctionsTable, { ...row, drives: { unit, legs }, reason: reason ?? '' }),
  ]);
};

const on = (recorded: SourceEvent): Handled => {
  const event = read(recorded);
  if (event.type === 'LegsDriven' || event.type === 'LegsCorrected' || event.type === 'MileageYearStated')
    return onDrives(recorded, event);
  const { date } = event.data;
  const place = { studio_id: recorded.metadata.studioId, date, recorded_at: recordedAtOf(recorded) };
  switch (event.type) {
    case 'StopStamped': {
      const { lessonId, originalDate, kind, at } = event.data;
      const row = { ...place, lesson_id: lessonId, original_date: originalDate, kind, at };
      return reading(stampsTable, [], () => [put(stampsTable, row)]);
    }
    case 'DelayReported': {
      const { lessonId, originalDate, minutes } = event.data;
      const teacherId = entityOf(recorded.stream);
      const row = { ...place, teacher_id: teacherId, lesson_id: lessonId, original_date: originalDate };
      return reading(delaysTable, [], () => [
        minutes === null
          ? remove(delaysTable, [row.studio_id, date, teacherId])
          : put(delaysTable, { ...row, minutes }),
      ]);
    }
    case 'DelayTold':
      return reading(toldTable, [], () =>
        event.data.told.map(({ lessonId, originalDate, minutes }) =>
          put(toldTable, { ...place, lesson_id: lessonId, original_date: originalDate, minutes }),
        ),
      );
  }
};

/** What teachers note on the road. */
export const dayModel = queriedModel<DayDb, 'day'>({
  name: 'day',
  version: 2,
  categories: [dayEvents.name],
  tables: [stampsTable, delaysTable, toldTable, drivenTable, correctionsTable, mileageYearsTable],
  on,
});
