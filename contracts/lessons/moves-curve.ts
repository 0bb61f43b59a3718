import { addDays, firstOnOrAfter, type IsoDate } from '../calendar/dates.ts';
import { formatDuration } from '../calendar/times.ts';

/** A plan in which at most `n` families move; null: any number. */
export type MovesPoint = {
  readonly n: number | null;
  /** Families that move. */
  readonly moved: number;
  readonly placed: number;
  readonly preferred: number;
  readonly driveMinutes: number;
};

/** With a number of families that may move, the first Monday at least a week ahead: the next seven days stay as they are. */
export const firstDayUntouched = (today: IsoDate): IsoDate => firstOnOrAfter(addDays(today, 7), 1);

/** A curve has a point for each of so many numbers of families after the least, and one for any number. */
export const furtherNumbers = 10;

/** The number of families that a point stands for: the last one, for any number, stands for the number that it moves, unless that is too large. */
export const countsAs = ({ n, moved }: Pick<MovesPoint, 'n' | 'moved'>, least: number): number | null =>
  n ?? (moved <= least + furtherNumbers ? moved : null);

/** Minutes of driving a week that a call to a family is worth, unless someone says otherwise. */
export const usualCallWorth = 15;

/** Minutes of driving a week that placing one more student is worth. */
const studentWorth = 120;

/** The point with which the families' calls are worth most, against the first point; of equals the one with fewer. Null without points. */
export const suggestedPoint = <Point extends MovesPoint>(points: readonly Point[], callWorth: number): Point | null => {
  const [first] = points;
  if (!first) return null;
  const worth = ({ moved, placed, preferred, driveMinutes }: MovesPoint): number =>
    first.driveMinutes -
    driveMinutes +
    studentWorth * (placed - first.placed) +
    callWorth * (preferred - first.preferred - (moved - first.moved));
  return points
    .filter((point) => countsAs(point, first.n ?? 0) !== null)
    .reduce<Point>((best, point) => (worth(point) > worth(best) ? point : best), first);
};

const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;

/**
 * What the suggested plan is worth against the first: "2 calls save 50 min of driving a week."
 * @param least how many families have to move
 */
export const movesSentence = (
  first: MovesPoint,
  suggested: MovesPoint,
  least: { readonly moved: number; readonly isProven: boolean },
): string => {
  const have = least.moved === 1 ? 'has' : 'have';
  const families = counted(least.moved, 'family', 'families');
  const begin = least.moved === 0 ? '' : `${least.isProven ? families : `At least ${families}`} ${have} to move. `;
  const calls = suggested.moved - first.moved;
  if (calls <= 0) return `${begin}${begin === '' ? 'No call is worth it.' : 'No further call is worth it.'}`;
  const further = begin === '' ? '' : 'further ';
  const one = calls === 1;
  const parts: string[] = [];
  const students = suggested.placed - first.placed;
  const slots = suggested.preferred - first.preferred;
  const saved = first.driveMinutes - suggested.driveMinutes;
  if (students > 0) parts.push(`${one ? 'places' : 'place'} ${counted(students, 'more student', 'more students')}`);
  if (slots !== 0)
    parts.push(
      `${one ? 'gives' : 'give'} ${counted(Math.abs(slots), slots > 0 ? 'more preferred slot' : 'fewer preferred slot', slots > 0 ? 'more preferred slots' : 'fewer preferred slots')}`,
    );
  if (saved > 0) parts.push(`${one ? 'saves' : 'save'} ${formatDuration(saved)} of driving a week`);
  if (saved < 0) parts.push(`${one ? 'adds' : 'add'} ${formatDuration(-saved)} of driving a week`);
  const all = parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
  return `${begin}${calls} ${further}${one ? 'call' : 'calls'} ${all}.`;
};
