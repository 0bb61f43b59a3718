import { inquiriesEvents } from '@rondo/contracts/events/schedule/inquiries.ts';
import { inquiryAfter, inquiryEvents, type Inquiry } from '@rondo/contracts/events/schedule/inquiry.ts';
import { scheduleEvents } from '@rondo/contracts/events/schedule/schedule.ts';
import { entityOf, parseStreamName } from '@rondo/contracts/events/stream-name.ts';
import { eventReader, recordedAtOf } from '../runner/events.ts';
import { changing, put, queriedModel, reading, remove, type Handled, type RowKey } from '../runner/read-model.ts';
import type { SourceEvent } from '../runner/source.ts';
import type { InquiriesDb, InquiryRow } from './queries.ts';
import { holdsTable, inquiriesTable } from './table.ts';

const readInquiry = eventReader(inquiryEvents);
const readForgotten = eventReader(inquiriesEvents);

const inquiryOf = (row: InquiryRow): Inquiry => ({
  inquiryId: row.inquiry_id,
  firstName: row.first_name,
  email: row.email,
  zipCode: row.zip_code,
  address: row.address,
  lessonDuration: row.lesson_duration,
  availability: row.availability,
  bands: row.bands,
  status: row.status,
  studentId: row.student_id,
  forgottenOn: row.forgotten_on,
  revision: row.revision,
});

const readSchedule = eventReader(scheduleEvents);

const onSchedule = (recorded: SourceEvent): Handled | null => {
  const { studioId: studio_id } = recorded.metadata;
  const event = readSchedule(recorded);
  if (event.type !== 'TimeHeld' && event.type !== 'TimeReleased') return null;
  const teacher_id = entityOf(recorded.stream);
  const { inquiryId: inquiry_id } = event.data;
  const key: RowKey = [studio_id, inquiry_id];
  if (event.type === 'TimeReleased')
    return reading(holdsTable, [key], (rows) =>
      // A hold that moved to another teacher is there already.
      rows.get(holdsTable, key)?.teacher_id === teacher_id ? [remove(holdsTable, key)] : [],
    );
  const { dayOfWeek: day_of_week, start, duration, from: first_date, heldUntil: held_until } = event.data;
  const row = { studio_id, inquiry_id, teacher_id, day_of_week, start, duration, first_date, held_until };
  return reading(holdsTable, [], () => [put(holdsTable, row)]);
};

const on = (recorded: SourceEvent): Handled | null => {
  const { studioId } = recorded.metadata;
  if (parseStreamName(recorded.stream).category === scheduleEvents.name) return onSchedule(recorded);
  if (parseStreamName(recorded.stream).category === inquiriesEvents.name) {
    const { inquiryId } = readForgotten(recorded).data;
    return reading(inquiriesTable, [], () => [
      remove(inquiriesTable, [studioId, inquiryId]),
      remove(holdsTable, [studioId, inquiryId]),
    ]);
  }
  const event = readInquiry(recorded);
  return changing(inquiriesTable, [studioId, event.data.inquiryId], (row) => {
    const after = inquiryAfter(row && inquiryOf(row), event, recorded.revision);
    return (
      after && {
        studio_id: studioId,
        inquiry_id: after.inquiryId,
        first_name: after.firstName,
        email: after.email,
        zip_code: after.zipCode,
        address: after.address,
        lesson_duration: after.lessonDuration,
        availability: after.availability,
        bands: [...after.bands],
        status: after.status,
        student_id: after.studentId,
        forgotten_on: after.forgottenOn,
        at: row?.at ?? recordedAtOf(recorded),
        revision: after.revision,
      }
    );
  });
};

/** What families asked with the question form, until it is forgotten. */
export const inquiriesModel = queriedModel<InquiriesDb, 'inquiries'>({
  name: 'inquiries',
  version: 3,
  categories: [inquiryEvents.name, inquiriesEvents.name, scheduleEvents.name],
  tables: [inquiriesTable, holdsTable],
  on,
});
