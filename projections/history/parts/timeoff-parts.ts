import { closureInBrief } from '@rondo/contracts/calendar/closures/words.ts';
import { shortDate } from '@rondo/contracts/calendar/words.ts';
import { dayEvents, type DayEvent } from '@rondo/contracts/events/schedule/day.ts';
import { inquiriesEvents } from '@rondo/contracts/events/schedule/inquiries.ts';
import { inquiryEvents } from '@rondo/contracts/events/schedule/inquiry.ts';
import type { NotesEvent } from '@rondo/contracts/events/schedule/notes.ts';
import type { TimeoffEvent } from '@rondo/contracts/events/schedule/timeoff.ts';
import { entityOf, parseStreamName } from '@rondo/contracts/events/stream-name.ts';
import { eventReader } from '../../runner/events.ts';
import type { SourceEvent } from '../../runner/source.ts';
import { partOf } from './deed-parts.ts';
import type { Deed } from '../deed-row.ts';
import type { DeedPart } from '../deeds-table.ts';

/** ": 34 lessons"; nothing where none is closed, or where they were not counted. */
const countInWords = (lessons: number | null): string =>
  lessons === null || lessons === 0 ? '' : `: ${lessons} ${lessons === 1 ? 'lesson' : 'lessons'}`;

/** What a closure, a term or the policy comes to in a sentence. */
export const timeoffPart = (event: TimeoffEvent): DeedPart => {
  switch (event.type) {
    case 'ClosureEntered': {
      const { closure, lessons } = event.data;
      return partOf('closure', `Closed ${closureInBrief(closure)}${countInWords(lessons)}`, { date: closure.from });
    }
    case 'ClosureChanged':
      return partOf('closureEdit', `Changed the time off ${closureInBrief(event.data.closure)}`);
    case 'ClosureRemoved':
      return partOf('closureRemoval', 'Removed a time off');
    case 'PolicyEntered': {
      const { from, terms } = event.data;
      return partOf('policy', `${terms ? 'Entered a' : 'Ended the'} cancellation policy from ${shortDate(from)}`, {
        date: from,
      });
    }
    case 'PolicyRemoved':
      return partOf('policyRemoval', 'Removed a cancellation policy');
    case 'TermEntered':
      return partOf('term', `Entered the term ${event.data.term.name}`, { date: event.data.term.from });
    case 'TermChanged':
      return partOf('termEdit', `Changed the term ${event.data.term.name}`);
    case 'TermRemoved':
      return partOf('termRemoval', `Removed the term ${event.data.term.name}`);
  }
};

/** The teachers whom a closure is about; all of them are nobody's in particular. */
export const timeoffSubjects = (event: TimeoffEvent): string[] =>
  'closure' in event.data ? (event.data.closure.teacherIds ?? []).map((teacherId) => `teacher:${teacherId}`) : [];

/** What a note comes to in a sentence: never its text. */
export const notePart = (event: NotesEvent): DeedPart => {
  const { studentId, date } = event.data;
  const about = { studentId, date };
  const who = `{student:${studentId}}`;
  const note = `${who}’s note of ${shortDate(date)}`;
  switch (event.type) {
    case 'FamilyNoteWritten':
      return event.data.text === ''
        ? partOf('noteRemoval', `Deleted ${note}`, about)
        : partOf('note', `Wrote ${note}`, about);
    case 'FamilyNoteShared':
      return partOf(
        'noteSharing',
        event.data.shared ? `Shared ${note} with the family` : `Took ${note} off the family’s page`,
        about,
      );
    case 'PrivateNoteWritten':
      return event.data.text === ''
        ? partOf('noteRemoval', `Deleted a private note on ${who}, ${shortDate(date)}`, about)
        : partOf('note', `Wrote a private note on ${who}, ${shortDate(date)}`, about);
  }
};

const readInquiry = eventReader(inquiryEvents);
const readForgotten = eventReader(inquiriesEvents);

/** What becomes of a family's question, in a sentence: never who asked. */
export const inquiryDeed = (recorded: SourceEvent): Deed => {
  const isOfOne = parseStreamName(recorded.stream).category === inquiryEvents.name;
  const event = isOfOne ? readInquiry(recorded) : readForgotten(recorded);
  switch (event.type) {
    case 'InquiryMade': {
      const final = 'What a family asked stays until it is forgotten.';
      return { part: partOf('inquiry', 'A family asked with the question form'), final };
    }
    case 'InquiryAdded':
      return { part: partOf('inquiryClosing', 'Answered a question from a family') };
    case 'InquiryClosed':
      return { part: partOf('inquiryClosing', 'Closed a question from a family') };
    case 'InquiryReopened':
      return { part: partOf('inquiryClosing', 'Reopened a question from a family') };
    case 'InquiryForgotten': {
      const final = 'A forgotten question cannot be brought back.';
      return { part: partOf('inquiryForgetting', 'Forgot a question from a family'), final };
    }
  }
};

const readDay = eventReader(dayEvents);
const types: ReadonlySet<string> = new Set<DayEvent['type']>(['LegsCorrected', 'MileageYearStated']);

/** True for what a teacher says of drives and tax years. */
export const isOnMileage = ({ type }: Pick<SourceEvent, 'type'>): boolean => types.has(type);

const mileagePart = (event: DayEvent, teacherId: string): DeedPart | null => {
  const who = `{teacher:${teacherId}}`;
  switch (event.type) {
    case 'LegsCorrected': {
      const { date, legs, reason } = event.data;
      const what = legs === null ? 'Took back a correction of the drives' : 'Corrected the drives';
      const why = reason === null ? '' : `: ${reason}`;
      return partOf('mileageCorrection', `${what} of ${who} on ${shortDate(date)}${why}`, { teacherId, date });
    }
    case 'MileageYearStated':
      return partOf('mileageYear', `Changed the mileage of ${who} for ${event.data.year}`, { teacherId });
    case 'StopStamped':
    case 'DelayReported':
    case 'DelayTold':
    case 'LegsDriven':
      return null;
  }
};

/** What a correction and a year come to in a sentence. */
export const mileageDeed = (recorded: SourceEvent): Deed => {
  const teacherId = entityOf(recorded.stream);
  return { part: mileagePart(readDay(recorded), teacherId), subjects: [`teacher:${teacherId}`] };
};
