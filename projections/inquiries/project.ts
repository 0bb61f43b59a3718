import { inquiriesEvents } from '@rondo/contracts/events/schedule/inquiries.ts';
import { inquiryAfter, inquiryEvents, type Inquiry } from '@rondo/contracts/events/schedule/inquiry.ts';
import { parseStreamName } from '@rondo/contracts/events/stream-name.ts';
import { eventReader, recordedAtOf } from '../runner/events.ts';
import { changing, queriedModel, reading, remove, type Handled } from '../runner/read-model.ts';
import type { SourceEvent } from '../runner/source.ts';
import type { InquiriesDb, InquiryRow } from './queries.ts';
import { inquiriesTable } from './table.ts';

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

const on = (recorded: SourceEvent): Handled => {
  const { studioId } = recorded.metadata;
  if (parseStreamName(recorded.stream).category === inquiriesEvents.name) {
    const { inquiryId } = readForgotten(recorded).data;
    return reading(inquiriesTable, [], () => [remove(inquiriesTable, [studioId, inquiryId])]);
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
  version: 2,
  categories: [inquiryEvents.name, inquiriesEvents.name],
  tables: [inquiriesTable],
  on,
});
