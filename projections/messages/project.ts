import { isAutomatic, messageEvents } from '@rondo/contracts/events/schedule/messages.ts';
import { entityOf } from '@rondo/contracts/events/stream-name.ts';
import { eventReader, recordedAtOf } from '../runner/events.ts';
import { put, queriedModel, reading, remove, type Handled } from '../runner/read-model.ts';
import type { SourceEvent } from '../runner/source.ts';
import type { MessagesDb } from './queries.ts';
import { holdsTable, messagesTable, refusedTable, stoppedTable, waitsTable } from './table.ts';

const read = eventReader(messageEvents);

const on = (recorded: SourceEvent): Handled => {
  const event = read(recorded);
  const { studioId, importedRecordedAt, batchId, correlationId } = recorded.metadata;
  const at = recordedAtOf(recorded);
  if (event.type === 'MailStopped' || event.type === 'MailResumed') {
    const { email, kind } = event.data;
    const row = { studio_id: studioId, email: email.toLowerCase(), kind };
    return reading(stoppedTable, [], () => [
      event.type === 'MailStopped' ? put(stoppedTable, row) : remove(stoppedTable, [row.studio_id, row.email, kind]),
    ]);
  }
  if (event.type === 'ChangesHeld') {
    const { cause, families } = event.data;
    return reading(holdsTable, [], () => [put(holdsTable, { studio_id: studioId, cause, families, is_over: false })]);
  }
  if (event.type === 'ChangesReleased') {
    const key = [studioId, event.data.cause];
    return reading(holdsTable, [key], (rows) => {
      const row = rows.get(holdsTable, key);
      return row ? [put(holdsTable, { ...row, is_over: true })] : [];
    });
  }
  const { messageId } = event.data;
  if (event.type === 'MessageQueued') {
    const { kind, key, email, studentIds, about, dueAt, latestAt, clicked } = event.data;
    return reading(messagesTable, [], () => [
      put(messagesTable, {
        studio_id: studioId,
        message_id: messageId,
        recipient_id: entityOf(recorded.stream),
        kind,
        key,
        email,
        student_ids: studentIds,
        about,
        due_at: dueAt,
        latest_at: latestAt,
        state: 'queued',
        because: null,
        refused: false,
        until: null,
        subject: null,
        text: null,
        clicked,
        told: null,
        queued_at: at,
        ended_at: null,
        imported: importedRecordedAt !== undefined,
        batch_id: batchId,
        correlation_id: correlationId,
      }),
    ]);
  }
  const key = [studioId, messageId];
  return reading(messagesTable, [key], (rows) => {
    const row = rows.get(messagesTable, key);
    if (!row) return [];
    const refusedKey = [studioId, row.email.toLowerCase()];
    switch (event.type) {
      case 'MessageDelayed':
        return [put(messagesTable, { ...row, because: event.data.because, until: event.data.until })];
      case 'MessageSent': {
        const { subject, text, told } = event.data;
        const sent = put(messagesTable, { ...row, state: 'sent', because: null, subject, text, told, ended_at: at });
        // What someone clicked for also goes to a refused address, and shows that it is good.
        return isAutomatic(row) ? [sent] : [sent, remove(refusedTable, refusedKey)];
      }
      case 'MessageFailed': {
        const { because, refused, waitsUntil } = event.data;
        const failed = put(messagesTable, { ...row, state: 'failed', because, refused, ended_at: at });
        const [, email = ''] = refusedKey;
        return [
          failed,
          ...(refused ? [put(refusedTable, { studio_id: studioId, email, because })] : []),
          ...(waitsUntil === null ? [] : [put(waitsTable, { studio_id: studioId, until: waitsUntil })]),
        ];
      }
      case 'MessageDropped':
        return [put(messagesTable, { ...row, state: 'dropped', because: event.data.because, ended_at: at })];
    }
  });
};

/** The mail to families, and what became of it. */
export const messagesModel = queriedModel<MessagesDb, 'messages'>({
  name: 'messages',
  version: 3,
  categories: [messageEvents.name],
  tables: [messagesTable, refusedTable, stoppedTable, waitsTable, holdsTable],
  on,
});
