import { dayEvents, type DayEvent } from '@rondo/contracts/events/schedule/day.ts';
import { streamName } from '@rondo/contracts/events/stream-name.ts';
import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { shortDate } from '@rondo/contracts/calendar/words.ts';
import { isDeepStrictEqual } from 'node:util';
import type { Aggregate } from '../../../platform/commands/aggregate.ts';
import type { CommandHandler } from '../../../platform/commands/command-handler.ts';
import { RuleBroken } from '../../../platform/kit/errors.ts';
import type { Restorable } from '../../../platform/commands/undo/restorable.ts';

declare module '../../../platform/commands/command-handler.ts' {
  interface CommandHandlers {
    readonly day: CommandHandler<typeof dayEvents, DayState>;
  }
}

/** One thing that was noted: the event that notes it again. */
type Note = DayEvent;
type Notes = ReadonlyMap<string, Note>;

/** What a teacher noted, by the day and by what it is about; what was taken back is gone. */
export type DayState = {
  /** By the date; what is said of a tax year, by its name. */
  readonly days: ReadonlyMap<string, Notes>;
  /** Of the drives of dates: as they were driven, and as they were corrected. */
  readonly revisions: ReadonlyMap<string, number>;
};

/** What a note is of: its date, or its tax year. */
export const yearName = (year: number): string => `year ${year}`;
const dayOf = ({ data }: Note): string => ('date' in data ? data.date : yearName(data.year));

/** What drives are noted as. */
const [drivenNote, correctedNote] = ['driven', 'corrected'] as const;
export const yearNote = 'year';

/** What an event says, one thing at a time, each with what it is about. */
const notesIn = (event: DayEvent): [string, Note][] => {
  switch (event.type) {
    case 'StopStamped': {
      const { lessonId, originalDate, kind } = event.data;
      return [[`${kind} ${lessonId} ${originalDate}`, event]];
    }
    case 'DelayReported':
      return [['delay', event]];
    case 'DelayTold': {
      const { date, told } = event.data;
      return told.map((one) => [
        `told ${one.lessonId} ${one.originalDate}`,
        { type: 'DelayTold', data: { date, told: [one] } },
      ]);
    }
    case 'LegsDriven':
      return [[drivenNote, event]];
    case 'LegsCorrected':
      return [[correctedNote, event]];
    case 'MileageYearStated':
      return [[yearNote, event]];
  }
};

/** True for what was taken back. */
const isNothing = ({ type, data }: Note): boolean => {
  switch (type) {
    case 'StopStamped':
      return data.at === null;
    case 'DelayReported':
      return data.minutes === null;
    case 'DelayTold':
      return data.told.every(({ minutes }) => minutes === null);
    case 'LegsDriven':
      return false;
    case 'LegsCorrected':
      return data.legs === null;
    case 'MileageYearStated':
      return data.homeDrivesCount === null && data.odometerStart === null && data.odometerEnd === null;
  }
};

/** The event that takes a note back. @throws RuleBroken */
const takenBack = (note: Note): Note => {
  switch (note.type) {
    case 'StopStamped':
      return { ...note, data: { ...note.data, at: null } };
    case 'DelayReported':
      return { ...note, data: { ...note.data, minutes: null } };
    case 'DelayTold':
      return { ...note, data: { ...note.data, told: note.data.told.map((one) => ({ ...one, minutes: null })) } };
    case 'LegsDriven':
      throw new RuleBroken(finalDrives);
    case 'LegsCorrected':
      return { ...note, data: { ...note.data, legs: null, reason: null } };
    case 'MileageYearStated':
      return { ...note, data: { ...note.data, homeDrivesCount: null, odometerStart: null, odometerEnd: null } };
  }
};

const finalDrives = 'Correct the day instead.';

/** What a teacher notes on the road. */
export const dayAggregate: Aggregate<typeof dayEvents, DayState> = {
  category: dayEvents,
  stateVersion: 2,
  initialState: () => ({ days: new Map(), revisions: new Map() }),
  evolve: ({ days, revisions }, event, { revision }) => {
    const day = dayOf(event);
    const notes = new Map(days.get(day));
    for (const [name, note] of notesIn(event))
      if (isNothing(note)) notes.delete(name);
      else notes.set(name, note);
    const at = event.type === 'LegsDriven' || event.type === 'LegsCorrected' ? event : null;
    return {
      days: new Map(days).set(day, notes),
      revisions: at ? new Map(revisions).set(`${at.data.date} ${at.type}`, revision) : revisions,
    };
  },
};

type Drives = Extract<DayEvent, { type: 'LegsDriven' | 'LegsCorrected' }>;

/** The drives of a date as they count, with the revision of what says so; null: there are none. */
export const drivesIn = (
  { days, revisions }: DayState,
  date: IsoDate,
): { readonly drives: Drives; readonly revision: number } | null => {
  const notes = days.get(date);
  const drives = notes?.get(correctedNote) ?? notes?.get(drivenNote);
  if (drives?.type !== 'LegsDriven' && drives?.type !== 'LegsCorrected') return null;
  return { drives, revision: revisions.get(`${date} ${drives.type}`) ?? -1 };
};

export const dayStream = (studioId: string, teacherId: string): string => streamName(dayEvents, studioId, teacherId);

/** Notes by day and by what they are about. */
type DayContent = Readonly<Record<string, Note | undefined>>;

const contentOf = ({ days }: DayState): DayContent =>
  Object.fromEntries([...days].flatMap(([date, notes]) => [...notes].map(([name, note]) => [`${date} ${name}`, note])));

/** What was noted as it can be taken back. */
export const restorableDay: Restorable<typeof dayEvents, DayState, DayContent> = {
  aggregate: dayAggregate,
  contentOf,
  restoreTo: (state, target) => {
    const now = contentOf(state);
    const names = [...new Set([...Object.keys(now), ...Object.keys(target ?? {})])];
    return names.flatMap((name): DayEvent[] => {
      const [is, then] = [now[name], target?.[name]];
      if (isDeepStrictEqual(is, then)) return [];
      if (then) return [then];
      return is ? [takenBack(is)] : [];
    });
  },
  refuses: ({ type }) => (type === 'LegsDriven' ? finalDrives : null),
  nameOf: (content, part = '') => {
    const note = content[part];
    if (!note) return 'What was noted';
    return 'date' in note.data
      ? `What was noted on ${shortDate(note.data.date)}`
      : `What was noted of ${note.data.year}`;
  },
};
