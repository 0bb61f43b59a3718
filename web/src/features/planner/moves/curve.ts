import { addDays, firstOnOrAfter, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { formatDuration } from '@rondo/contracts/calendar/times.ts';
import type { MovesCurve } from '@rondo/contracts/events/schedule/report-content.ts';
import { countsAs, movesSentence, suggestedPoint } from '@rondo/contracts/lessons/moves-curve.ts';
import type { MoveTolerance } from '@rondo/contracts/lessons/move-tolerance.ts';
import { counted } from '../../../lib/texts.ts';

export type Point = MovesCurve['points'][number];

/** How far from its time a lesson keeps it: "Exactly", "Within 10 min". */
export const toleranceText = (minutes: MoveTolerance): string => (minutes === 0 ? 'Exactly' : `Within ${minutes} min`);

/** The number of families that a run is given for a point: of the last one, for any number, those that it moves. */
export const numberOf = ({ n, moved }: Point): number => n ?? moved.length;

/** The point whose plan a run with so many families has; undefined for too few. */
export const pointFor = ({ points }: MovesCurve, most: number): Point | undefined =>
  points.findLast((point) => numberOf(point) <= most);

/** The points as the chart has them: the last one alone where no number is worth anything. */
export const chartPoints = ({ points }: MovesCurve): readonly Point[] => {
  const [first, last] = [points.at(0), points.at(-1)];
  return first && last && points.length === 2 && numberOf(first) === numberOf(last) ? [first] : points;
};

const countedMoves = (point: Point) => ({ ...point, moved: point.moved.length });

/** The number that is worth most, for what a call is worth. */
export const suggestedNumber = ({ points, least }: MovesCurve, callWorth: number): number => {
  const suggested = suggestedPoint(points.map(countedMoves), callWorth);
  return (suggested && countsAs(suggested, least)) ?? least;
};

/** What a point is worth against the first, in a sentence. */
export const sentenceOf = (curve: MovesCurve, point: Point, callWorth: number): string => {
  const { least, leastProven, points } = curve;
  const [first = point] = points;
  const isFirst = numberOf(point) === numberOf(first);
  const isSuggested = numberOf(point) === suggestedNumber(curve, callWorth);
  if (!isFirst || isSuggested)
    return movesSentence(countedMoves(first), countedMoves(point), { moved: least, isProven: leastProven });
  if (least === 0) return 'Every family keeps its time.';
  return `${leastProven ? '' : 'At least '}${counted(least, 'family')} ${least === 1 ? 'has' : 'have'} to move.`;
};

/** Whether no plan that keeps the number is better, in the goals before waiting. */
export const isProvenPoint = ({ proven }: Point): boolean => proven.placed && proven.preferred && proven.driving;

/** "Proven for at most 2 calls"; null without a proof. */
export const proofOf = (point: Point): string | null => {
  if (!isProvenPoint(point)) return null;
  const n = numberOf(point);
  return n === 0 ? 'Proven without a call' : `Proven for at most ${counted(n, 'call')}`;
};

/** What a point gives over the one before it, in a word or two. */
export const gainOf = (point: Point, before: Point | undefined): string => {
  if (!before) return point.n === 0 ? 'as it is' : 'the fewest';
  if (point.n === null) return 'no limit';
  if (point.placed > before.placed) return `+${counted(point.placed - before.placed, 'student')}`;
  if (point.saves === 0 && point.preferred > before.preferred)
    return `+${point.preferred - before.preferred} preferred`;
  return `${point.saves < 0 ? '+' : '−'}${formatDuration(Math.abs(point.saves))}`;
};

/** The largest minutes by which a point's driving could still fall; 0 where all are proven, null where it is unknown. */
export const widestGap = (points: readonly Point[]): number | null => {
  const open = points.filter((point) => !isProvenPoint(point)).map(({ gap }) => gap);
  return open.some((gap) => gap === null) ? null : Math.max(0, ...open.map((gap) => gap ?? 0));
};

/** How many lessons of the seven days from today on a plan from this day on moves. */
export const earlyLessons = ({ moved }: Point, startsOn: IsoDate, today: IsoDate): number =>
  moved
    .flatMap(({ lessons }) => lessons)
    .filter(({ from, to }) =>
      [from, to].some((place) => place && firstOnOrAfter(startsOn, place.dayOfWeek) < addDays(today, 7)),
    ).length;

const steps = [5, 10, 15, 30, 60, 120, 240];

/** The lines of a chart's scale: minutes from lowest to highest, at most four of them. */
export const linesOf = (lowest: number, highest: number): number[] => {
  const step = steps.find((minutes) => (highest - lowest) / minutes <= 3) ?? 480;
  const first = Math.ceil(lowest / step) * step;
  return Array.from({ length: Math.floor((highest - first) / step) + 1 }, (_, i) => first + i * step);
};
