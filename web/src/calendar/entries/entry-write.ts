import { isWeekly } from '@rondo/contracts/calendar/rows.ts';
import { toMinutes, toTimeText } from '@rondo/contracts/calendar/times.ts';
import type { CalendarLesson } from '@rondo/contracts/lessons/timing.ts';
import { reasonOr } from '../../api/call-failed.ts';
import { command } from '../../api/client.ts';
import { titleOf } from '../days/entry.ts';
import { optimisticChange, type Target } from '../days/optimistic.ts';
import { pinnedQuestion } from '../pins/pinned-question.ts';
import { eventWords, slotWords, timeWords, type EntryRequest } from './conflict.ts';
import { detailsIn, entryBody, isPlanned, type CheckedEntry } from './entry-values.ts';
import { ifFreeUnless, sentenceFor, titleFor, type How, type TimedWrite } from './timed-write.ts';

export const entryTexts = (row: CalendarLesson | null): { readonly title: string; readonly confirm: string } => {
  if (!row) return { title: 'Add Manual Entry', confirm: 'Add Entry' };
  return { title: isPlanned(row) ? 'Edit Lesson' : 'Edit Manual Entry', confirm: 'Save Changes' };
};

/** The entry in the form for the conflict and suggestion calls. `target`: what is edited; null for a new entry. */
export const entryRequest = (entry: CheckedEntry, target: Target | null): EntryRequest => {
  const body = entryBody(entry);
  if (!target) return body;
  const { row, on } = target;
  const isOneDate = isPlanned(row) && isWeekly(row) && entry.repeats === 'dated';
  return { ...body, id: row.lessonId, ...(isOneDate ? { originalDate: on } : {}) };
};

/** When an entry takes place: as typed, or at the chosen alternative. */
const whenOf = (entry: CheckedEntry, how: How) => {
  const { lessonDate, dayOfWeek, startTime } = entryBody(entry);
  if (how.kind !== 'alternative') return { lessonDate, dayOfWeek, startTime };
  const { slot } = how;
  return {
    lessonDate: entry.repeats === 'weekly' ? '' : slot.date,
    dayOfWeek: slot.dayOfWeek,
    startTime: slot.startTime,
  };
};

/** "Ben Ito, Tuesdays, 3:00 – 3:45 PM". */
const labelOf = (entry: CheckedEntry, who: string): string => {
  const { lessonDate, dayOfWeek, startTime } = entryBody(entry);
  const endTime = toTimeText(toMinutes(startTime) + entry.duration);
  const weekly = entry.repeats === 'weekly';
  return `${who}, ${slotWords({ date: lessonDate ?? '', dayOfWeek: dayOfWeek ?? 0, startTime, endTime, weekly })}`;
};

const manualWrite = (entry: CheckedEntry, who: string, target: Target | null): TimedWrite => {
  const label = labelOf(entry, who);
  const what = entry.entryType === 'lesson' ? 'Manual lesson' : 'Manual entry';
  const added = entry.repeats === 'weekly' ? 'scheduled' : 'added';
  return {
    request: entryRequest(entry, target),
    label,
    send: (how) => {
      const body = { ...entryBody(entry), ...whenOf(entry, how), ...ifFreeUnless(how) };
      if (!target)
        return command(how.kind === 'alternative' ? 'POST /api/lessons/create-recommended' : 'POST /api/lessons', {
          body,
        });
      const { lessonId, revision } = target.row;
      return command('PUT /api/lessons/:id', { params: { id: lessonId }, body: { ...body, revision } });
    },
    success: (how) => {
      const title = titleFor(how, `${what} ${target ? 'updated' : added}`);
      if (how.kind !== 'alternative') return { title, description: label };
      const description = `${who}, ${slotWords(how.slot)}`;
      return { title, description: target ? description : `${description}. Recommended, not confirmed yet.` };
    },
    failure: (how) => sentenceFor(how, `Failed to ${target ? 'update' : 'add'} manual entry. Please try again.`),
    question: entryTexts(target && target.row),
  };
};

const movedTo = (row: CalendarLesson, { dayOfWeek, startTime }: ReturnType<typeof whenOf>): string =>
  pinnedQuestion(row, dayOfWeek ?? row.dayOfWeek, startTime);

/** One date of a planned lesson, or its whole series from the date on which the user opened it. */
const plannedWrite = (entry: CheckedEntry, target: Target): TimedWrite => {
  const { row, on } = target;
  const isSeries = entry.repeats === 'weekly';
  const { dayOfWeek: day, startTime: time } = entryBody(entry);
  const isMoving = toMinutes(time) !== row.start || (day ?? row.dayOfWeek) !== row.dayOfWeek;
  return {
    request: entryRequest(entry, target),
    label: titleOf(row),
    send: (how) => {
      const { lessonDate, dayOfWeek, startTime } = whenOf(entry, how);
      const body = {
        ...(isSeries ? { editScope: 'series' as const, dayOfWeek } : { editScope: 'single' as const, lessonDate }),
        ...(isWeekly(row) ? { originalDate: on } : {}),
        startTime,
        duration: entry.duration,
        ...detailsIn(entry),
        revision: row.revision,
        ...ifFreeUnless(how),
      };
      return command('PATCH /api/lessons/:id/edit', { params: { id: row.lessonId }, body });
    },
    // A series only changes on the screen after the server has split it.
    optimistic: (rows, how) => {
      const { lessonDate, startTime } = whenOf(entry, how);
      if (isSeries || typeof lessonDate !== 'string') return rows;
      const when = { date: lessonDate, start: toMinutes(startTime), duration: entry.duration };
      return optimisticChange(rows, target, { ...when, ...detailsIn(entry) });
    },
    success: (how) => {
      const { startTime, duration, lessonDate } = entry;
      const when =
        how.kind === 'alternative'
          ? eventWords(how.slot)
          : timeWords({ start: toMinutes(startTime), duration }, lessonDate);
      return {
        title: titleFor(how, 'Lesson updated'),
        description: isSeries ? 'All lessons in the series have been updated.' : `${titleOf(row)}, ${when}`,
      };
    },
    failure: (_, error) => reasonOr(error, 'Failed to update lesson'),
    question: entryTexts(row),
    ...(isSeries && row.pin && isMoving && { ofPinned: (how: How) => movedTo(row, whenOf(entry, how)) }),
  };
};

/** The write of a filled-in form. `who`: the student's name, or the title; `target`: what is edited, null for a new entry. */
export const entryWrite = (entry: CheckedEntry, who: string, target: Target | null): TimedWrite =>
  target && isPlanned(target.row) ? plannedWrite(entry, target) : manualWrite(entry, who, target);
