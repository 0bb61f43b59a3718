import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { lessonRowsTouched } from '@rondo/contracts/events/schedule/lesson-rows.ts';
import type { scheduleEvents } from '@rondo/contracts/events/schedule/schedule.ts';
import type { CommandContext } from '../../../platform/commands/aggregate.ts';
import type { Executed } from '../../../platform/commands/command-handler.ts';
import { derivedId } from '../../../platform/commands/ids.ts';
import { RuleBroken } from '../../../platform/kit/errors.ts';
import type { Services } from '../../../platform/kit/services.ts';
import {
  importDifferences,
  replaceImported,
  syncStatuses,
  type Replacement,
  type StatusChange,
} from '../../schedule/feed/feed-sync.ts';
import type { Recording } from '../../schedule/edit/one-date.ts';
import { loadSchedule, onSchedule } from '../../schedule/schedules.ts';
import type { Analysis } from './analysis/analyze.ts';
import type { Days } from './teacher-feeds.ts';

export type Done = Executed<typeof scheduleEvents>;

/** Rows that one append changes: far below what any engine accepts. */
const rowsPerAppend = 100;
const maxImported = 2000;

/** What a feed says of dates that Rondo has otherwise. @param missing the imported rows that are believed to be gone */
export const statusChanges = (
  { compared }: Pick<Analysis, 'compared'>,
  missing: Analysis['vanished'],
  idOf: (lessonId: string, date: IsoDate) => string,
): (StatusChange & { readonly key: string | null })[] => [
  ...compared.flatMap(({ key, event: { date }, match, effect }) => {
    if (!match || (effect !== 'cancel' && effect !== 'restore')) return [];
    const { lessonId } = match;
    const becomes = effect === 'cancel' ? ('cancelled' as const) : ('restored' as const);
    // An imported row may have been moved in the feed as well.
    return [{ key, lessonId, date: match.date ?? date, effect: becomes, occurrenceId: idOf(lessonId, date) }];
  }),
  ...missing.flatMap(({ lessonId, date, status }) =>
    date === null || status === 'cancelled'
      ? []
      : [{ key: null, lessonId, date, effect: 'cancelled' as const, occurrenceId: lessonId }],
  ),
];

/** Why nothing is replaced, as a sentence; null when it can be. */
export const replacementRefused = ({ entries, compared, vanished, unsure }: Analysis): string | null => {
  if (compared.length === 0 && vanished.length === 0 && unsure.length > 0)
    return 'None of the calendar’s events could be read, so nothing was replaced.';
  if (compared.length === 0 && vanished.length > 0)
    return 'The calendar has no events any more, so nothing was replaced.';
  return entries.length > maxImported
    ? `The calendar has more than ${maxImported.toLocaleString('en-US')} events to import.`
    : null;
};

/** What the imported rows become. Rows whose events may be among those not read stay. */
export const replacementOf = (
  { entries, unsure }: Analysis,
  { today, to }: Pick<Days, 'today' | 'to'>,
): Replacement => ({
  from: today,
  to,
  entries,
  stays: new Set(unsure.map(({ lessonId }) => lessonId)),
});

const rowsIn = ({ events }: Done): Set<string> => new Set(events.flatMap(lessonRowsTouched));

const partOf = (context: CommandContext, teacherId: string, part: number): CommandContext => ({
  ...context,
  commandId: derivedId(context.commandId, `calendar of ${teacherId} ${part}`),
  batchId: context.batchId ?? context.commandId,
});

/** Cancels and restores dates as a feed says, in appends of limited size that are one batch. */
export const applyStatuses = async (
  services: Pick<Services, 'handlers'>,
  context: CommandContext,
  teacherId: string,
  {
    changes,
    automatic,
    record,
  }: { readonly changes: readonly StatusChange[]; readonly automatic: boolean; readonly record?: Recording },
): Promise<Done[]> => {
  const done: Done[] = [];
  for (let part = 0, left = changes; ; part += 1) {
    const executed = await onSchedule(services, partOf(context, teacherId, part), teacherId, {
      input: { sync: 'cancellations', teacherId, part },
      decide: syncStatuses({ automatic, record, changes: left, limit: rowsPerAppend }),
    });
    if (executed.events.length === 0) return done;
    done.push(executed);
    // A repeated command's first parts are what it did then, whatever is left to change now.
    const changed = rowsIn(executed);
    left = left.slice(1 + left.findLastIndex((one) => changed.has(one.lessonId) || changed.has(one.occurrenceId)));
  }
};

/** Makes the imported rows what a feed has, in the same way. @throws RuleBroken when there are too many, or suddenly none */
export const replaceRows = async (
  services: Pick<Services, 'handlers' | 'sizes'>,
  context: CommandContext,
  teacherId: string,
  { analysis, days }: { readonly analysis: Analysis; readonly days: Days },
): Promise<Done[]> => {
  const { studioId } = context;
  const refused = replacementRefused(analysis);
  if (refused !== null) throw new RuleBroken(refused);
  const replacement = replacementOf(analysis, days);
  const { state } = await loadSchedule(services, studioId, teacherId);
  const { added, removed } = importDifferences(state.lessons, replacement);
  return services.sizes.adding(studioId, { lessons: added.length - removed.length }, async () => {
    const done: Done[] = [];
    // Each row is put or removed once, so that another change to it in the meantime, such as a teacher's removal, is not answered forever.
    const rows = new Set<string>();
    for (let part = 0; ; part += 1) {
      const executed = await onSchedule(services, partOf(context, teacherId, part), teacherId, {
        input: { sync: 'replace', teacherId, part },
        decide: replaceImported(replacement, { limit: rowsPerAppend, isFirst: part === 0, done: rows }),
      });
      if (executed.events.length === 0) return done;
      done.push(executed);
      for (const row of rowsIn(executed)) rows.add(row);
    }
  });
};

export const countOf = (done: readonly Done[], ...types: readonly string[]): number =>
  done.flatMap(({ events }) => events).filter(({ type }) => types.includes(type)).length;
