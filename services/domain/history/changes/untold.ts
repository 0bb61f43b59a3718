import { instantAt, type Instant } from '@rondo/contracts/calendar/instants.ts';
import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { historyModel } from '@rondo/projections/history/project.ts';
import { batchesTouching } from '@rondo/projections/history/queries.ts';
import type { ChangesInWords, Untold, UntoldStudent } from '../../schedule/lookup/untold.ts';
import { studioNow, type StudioNow } from '../../studio/clock.ts';
import { changesBetween, presentMoment, type StudentChanges } from './changes.ts';
import { informedAt, lessonIdsOf, touchedOf, type Telling } from './families.ts';
import type { ToldChange } from './told-closures.ts';
import { nextOf, sentencesOf } from './words.ts';

// Changes as mail tells them: of lessons ahead alone.

type Slot = { readonly date: IsoDate; readonly start: number };

const isAheadOf =
  ({ today, minute }: StudioNow) =>
  ({ date, start }: Slot): boolean =>
    date > today || (date === today && start > minute);

/** A student's changes without those of dates whose time is over. */
const onlyAhead = (one: StudentChanges, now: StudioNow): StudentChanges => {
  const isAhead = isAheadOf(now);
  const isToCome = (change: ToldChange): boolean => {
    if (change.of === 'weeks') return true;
    const slots = change.of === 'closure' ? change.slots : [change.before, change.after];
    return slots.some((slot) => slot !== null && isAhead(slot));
  };
  return { ...one, changes: one.changes.filter(isToCome) };
};

const closuresIn = ({ changes, since }: StudentChanges): UntoldStudent['causes'] =>
  changes.flatMap((change) => {
    if (change.of === 'weeks') return [];
    const closureId = change.of === 'closure' ? change.closureId : change.closure;
    const last = change.changedAt?.at(-1);
    if (closureId === null || (change.of === 'date' && last === undefined)) return [];
    return [{ cause: `${closureId}-${(last ?? 'ended').replaceAll(/\W/g, '')}`, at: last ?? since }];
  });

/**
 * The changes to lessons ahead that families do not know of.
 * @param since the moment up to which the family of a student knows everything, where that is not when it was last told
 * @param only these students; all when absent
 */
export const untoldChanges = async (
  services: Telling,
  studioId: string,
  {
    since = new Map(),
    only,
  }: { readonly since?: ReadonlyMap<string, Instant>; readonly only?: ReadonlySet<string> } = {},
): Promise<Untold> => {
  const listedAt = instantAt(services.machineNow());
  const now = await studioNow(services, studioId);
  const informed = await informedAt(presentMoment(services, studioId));
  const compared = await services.turns.inTurn(async () =>
    changesBetween(services, studioId, { since: new Map([...informed, ...since]), only }),
  );
  const all = compared.map((one) => onlyAhead(one, now)).filter(({ changes }) => changes.length > 0);
  const lessons = all.flatMap((one) =>
    lessonIdsOf(one).map((lessonId) => ({ lessonId, studentId: one.studentId, since: one.since })),
  );
  const [touched, batches] = await Promise.all([
    touchedOf(services, studioId, all),
    batchesTouching(historyModel.read(services.models), studioId, lessons),
  ]);
  const students = all.map((one) => {
    const { studentId, since: from } = one;
    const { first, last } = touched.get(studentId) ?? { first: from, last: from };
    const own = [...(batches.get(studentId) ?? [])].map(([cause, at]) => ({ cause, at }));
    return { studentId, since: from, first, last, causes: [...own, ...closuresIn(one)] };
  });
  // The log's clock may be ahead.
  const until = students.reduce((latest, { last }) => (last > latest ? last : latest), listedAt);
  const isAhead = isAheadOf(now);
  const inWords = (studentIds: readonly string[], size: number): ChangesInWords | null => {
    const own = all
      .filter(({ studentId }) => studentIds.includes(studentId))
      .map((one) => ({ ...one, next: one.ahead.find(isAhead) ?? null }));
    const [first, ...others] = own;
    if (!first) return null;
    return {
      student: others.length === 0 ? first.names.student : null,
      sentences: sentencesOf(own, size),
      next: nextOf(own),
    };
  };
  return { students, until, inWords };
};

/** For each student, the latest moment up to which the family has been told of changes. Families never told have no entry. */
export const toldNow = (services: Telling, studioId: string): Promise<ReadonlyMap<string, Instant>> =>
  informedAt(presentMoment(services, studioId));
