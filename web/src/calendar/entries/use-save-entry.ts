import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { toMinutes, toTimeText } from '@rondo/contracts/calendar/times.ts';
import type { CalendarLesson } from '@rondo/contracts/lessons/timing.ts';
import { isMissing, isStale } from '../../api/call-failed.ts';
import { call, command, type Done } from '../../api/client.ts';
import type { Toast } from '../../ui/overlays/toast.tsx';
import { conflictsOf, slotWords, withAlternatives, type Conflict, type Slot, type WantedEntry } from './conflict.ts';
import type { LessonAnswer } from './commands.ts';
import { entryBody, type CheckedEntry } from './entry-values.ts';
import { newestRow } from './newest-row.ts';
import { failureToast, useLessonCommand } from './use-lesson-command.ts';

export type SaveEntry = {
  readonly entry: CheckedEntry;
  /** The student's name, or the title. */
  readonly who: string;
  /** Null: a new entry. */
  readonly row: CalendarLesson | null;
  /** The date on which the user opened it. */
  readonly on: IsoDate;
  /** As typed in the form, at a suggested free time, or at a taken time. */
  readonly how: { readonly kind: 'checked' | 'override' } | { readonly kind: 'alternative'; readonly slot: Slot };
};

type Saved = { readonly kind: 'saved' } | { readonly kind: 'conflict'; readonly conflict: Conflict };

const bodyOf = ({ entry, how }: SaveEntry): WantedEntry => {
  const body = entryBody(entry);
  if (how.kind !== 'alternative') return body;
  const { date, dayOfWeek, startTime } = how.slot;
  return { ...body, startTime, dayOfWeek, lessonDate: entry.repeats === 'weekly' ? '' : date };
};

const write = (save: SaveEntry): Promise<Done<LessonAnswer>> => {
  const { row, how } = save;
  const body = { ...bodyOf(save), ...(how.kind === 'override' ? {} : { ifFree: true }) };
  if (row)
    return command('PUT /api/lessons/:id', { params: { id: row.lessonId }, body: { ...body, revision: row.revision } });
  return command(how.kind === 'alternative' ? 'POST /api/lessons/create-recommended' : 'POST /api/lessons', { body });
};

/** An entry changed elsewhere may appear to conflict with its own other part; its write is rejected as stale. */
const isNewest = async ({ row, on }: SaveEntry): Promise<boolean> => {
  if (!row) return true;
  const newest = await newestRow(row.lessonId, on);
  return newest?.lessonId === row.lessonId && newest.revision === row.revision;
};

/** Checks that the time is free, then writes. If it is taken, even at the last moment, returns the conflicts and other times. */
const run = async (save: SaveEntry): Promise<Done<Saved>> => {
  const wanted = { ...bodyOf(save), ...(save.row ? { id: save.row.lessonId } : {}) };
  const taken = async (events: Conflict['events']): Promise<Done<Saved>> => ({
    answer: { kind: 'conflict', conflict: await withAlternatives(events, wanted) },
    batchId: null,
  });
  if (save.how.kind === 'checked') {
    const { hasConflict, conflictingEvents } = await call('POST /api/lessons/check-conflicts', { body: wanted });
    if (hasConflict && (await isNewest(save))) return taken(conflictingEvents);
  }
  try {
    const { batchId } = await write(save);
    return { answer: { kind: 'saved' }, batchId };
  } catch (error) {
    const events = conflictsOf(error);
    if (!events) throw error;
    return taken(events);
  }
};

const titleFor = ({ entry, row, how }: SaveEntry): string => {
  if (how.kind === 'alternative') return 'Alternative scheduled';
  if (how.kind === 'override') return 'Conflict overridden';
  const what = entry.entryType === 'lesson' ? 'Manual lesson' : 'Manual entry';
  if (row) return `${what} updated`;
  return `${what} ${entry.repeats === 'weekly' ? 'scheduled' : 'added'}`;
};

/** The requested entry: "Ben Ito, Tuesdays, 3:00 – 3:45 PM". */
export const wantedWords = (entry: CheckedEntry, who: string): string => {
  const { lessonDate, dayOfWeek, startTime } = entryBody(entry);
  const endTime = toTimeText(toMinutes(startTime) + entry.duration);
  const weekly = entry.repeats === 'weekly';
  return `${who}, ${slotWords({ date: lessonDate ?? '', dayOfWeek: dayOfWeek ?? 0, startTime, endTime, weekly })}`;
};

const said = (save: SaveEntry, saved: Saved): Toast | null => {
  if (saved.kind === 'conflict') return null;
  const { entry, how, who } = save;
  if (how.kind !== 'alternative') return { title: titleFor(save), description: wantedWords(entry, who) };
  const words = `${who}, ${slotWords(how.slot)}`;
  return { title: titleFor(save), description: save.row ? words : `${words}. Recommended, not confirmed yet.` };
};

const sentenceFor = ({ row, how }: SaveEntry): string => {
  if (how.kind === 'alternative') return 'Failed to schedule alternative time slot.';
  if (how.kind === 'override') return 'Failed to override conflict.';
  return row ? 'Failed to update manual entry. Please try again.' : 'Failed to add manual entry. Please try again.';
};

/** Saves a new or an edited entry. `onError` gets an error that the form shows itself. */
export const useSaveEntry = (onError: (error: Error) => void) =>
  useLessonCommand({
    run,
    said,
    failed: (error, save) => {
      onError(error);
      // The form itself says that it was reloaded, or that there is nothing left to save.
      return isStale(error) || isMissing(error) ? null : failureToast(error, sentenceFor(save));
    },
  });
