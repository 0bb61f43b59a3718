import { isDeepStrictEqual } from 'node:util';
import type { Availability } from '@rondo/contracts/api/people/availability.ts';
import { inMinutes, inText } from '@rondo/contracts/calendar/windows.ts';
import type { DayOfWeek } from '@rondo/contracts/calendar/dates.ts';
import type { AvailabilityWindow } from '@rondo/contracts/events/fields.ts';
import { derivedId } from '../../platform/commands/ids.ts';

/** An availability row of a form. */
export type TypedWindow = {
  readonly dayOfWeek: DayOfWeek;
  readonly startTime: string;
  readonly endTime: string;
  readonly enabled: boolean;
  readonly isPreferred: boolean;
};

/** Availability rows of a form in the shape of events, each with an id derived from the command. */
export const toWindows = (commandId: string, rows: readonly TypedWindow[]): AvailabilityWindow[] =>
  rows.map((row, i) => ({ ...inMinutes(row), id: derivedId(commandId, `availability ${i}`) }));

/** An availability row as the API shows it. */
export const toAvailability = (
  entityType: 'student' | 'teacher',
  entityId: string,
  { start, end, ...window }: AvailabilityWindow,
): Availability => ({ ...window, entityId, entityType, ...inText({ start, end }) });

const content = ({ id: _, ...rest }: AvailabilityWindow) => rest;

/** True for the same rows in the same order, ignoring their ids. */
export const sameWindows = (a: readonly AvailabilityWindow[], b: readonly AvailabilityWindow[]): boolean =>
  isDeepStrictEqual(a.map(content), b.map(content));
