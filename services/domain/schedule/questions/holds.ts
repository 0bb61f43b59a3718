import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { hold, holdOutcome, type Hold, type HoldOutcome } from '@rondo/contracts/events/schedule/hold.ts';
import { plainRow, type WeeklyLesson } from '@rondo/contracts/events/schedule/lesson.ts';
import type { PlanEvent, ScheduleEvent } from '@rondo/contracts/events/schedule/schedule.ts';
import { plainDetails } from '@rondo/contracts/lessons/plain-details.ts';
import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import { RuleBroken } from '../../../platform/kit/errors.ts';

// A weekly time can be kept free for a family that asked with the question form, until a day.

/** A hold, and what ended it; null: nothing has, though its last day may have passed. */
export const heldTime = hold.extend({ end: holdOutcome.nullable() });
export type HeldTime = z.infer<typeof heldTime>;

/** How many a schedule remembers. */
const remembered = 200;

type Holds = ReadonlyMap<string, HeldTime>;

/** Notes what an event says of holds. */
export const noteHold = (holds: Map<string, HeldTime>, event: PlanEvent): void => {
  if (event.type === 'TimeHeld') {
    holds.delete(event.data.inquiryId);
    holds.set(event.data.inquiryId, { ...event.data, end: null });
    const ended = [...holds.values()].find(({ end }) => end !== null);
    if (holds.size > remembered && ended) holds.delete(ended.inquiryId);
  }
  if (event.type !== 'TimeReleased') return;
  const { inquiryId, outcome } = event.data;
  const known = holds.get(inquiryId);
  if (known) holds.set(inquiryId, { ...known, end: outcome });
};

/** The time that is held for a question on a day; undefined: none. */
export const holdFor = (holds: Holds, inquiryId: string, today: IsoDate): HeldTime | undefined => {
  const known = holds.get(inquiryId);
  return known && known.end === null && known.heldUntil >= today ? known : undefined;
};

/** A held time as what it takes: every week from its first date on. It is no row of the schedule. */
export type HoldRow = WeeklyLesson & { readonly inquiryId: string };

export const holdRow = ({ inquiryId, dayOfWeek, start, duration, from }: Omit<Hold, 'heldUntil'>): HoldRow => ({
  ...plainDetails,
  ...plainRow,
  eventTitle: 'Held for a question',
  lessonId: `hold-${inquiryId}`,
  inquiryId,
  studentId: null,
  entryType: 'appointment',
  source: 'manual',
  status: 'recommended',
  dayOfWeek,
  start,
  duration,
  date: null,
  validFrom: from,
});

/** The weekly times that are held on a day: all their dates are taken, and none is once their last day has passed. */
export const holdRows = ({ holds }: { readonly holds: Holds }, today: IsoDate): HoldRow[] =>
  [...holds.values()].filter(({ end, heldUntil }) => end === null && heldUntil >= today).map(holdRow);

/** Ends a hold; a no-op where there is none. An answer also ends what was released before, so that no undo brings it back. */
export const releaseHold =
  (inquiryId: string, outcome: HoldOutcome) =>
  ({ holds }: { readonly holds: Holds }): ScheduleEvent[] => {
    const known = holds.get(inquiryId);
    if (!known || known.end === outcome || known.end === 'forgotten') return [];
    if (known.end !== null && outcome === 'released') return [];
    return [{ type: 'TimeReleased', data: { inquiryId, outcome } }];
  };

/** What a batch did to a hold. */
export type HoldChange = { readonly before: HeldTime | undefined; readonly after: HeldTime | undefined };

const changedSince = 'The held time has changed since then, so this can no longer be undone.';

/** The holds of a batch as they were before it: no time is held again after its last day, or for a question that is forgotten. @throws RuleBroken */
export const holdsTakenBack = (
  changes: ReadonlyMap<string, HoldChange>,
  { holds }: { readonly holds: Holds },
  today: IsoDate,
): ScheduleEvent[] =>
  [...changes].flatMap(([inquiryId, { before, after }]): ScheduleEvent[] => {
    const now = holds.get(inquiryId);
    if (now?.end === 'forgotten') return [];
    if (!isDeepStrictEqual(now, after)) throw new RuleBroken(changedSince);
    if (before && before.end === null && before.heldUntil >= today) {
      const { end: _, ...data } = before;
      return [{ type: 'TimeHeld', data }];
    }
    return now?.end === null ? [{ type: 'TimeReleased', data: { inquiryId, outcome: 'released' } }] : [];
  });
