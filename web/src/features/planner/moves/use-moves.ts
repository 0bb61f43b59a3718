import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import type { MovesCurve } from '@rondo/contracts/events/schedule/report-content.ts';
import type { MoveTolerance } from '@rondo/contracts/lessons/move-tolerance.ts';
import { usualCallWorth } from '@rondo/contracts/lessons/moves-curve.ts';
import { useEffect, useRef, useState } from 'react';
import type { StartGrid, UnderWay } from '../commands.ts';
import { useCurve } from './commands.ts';
import { suggestedNumber } from './curve.ts';
import type { Moves } from './MovesChoice.tsx';

type CurveOf = {
  readonly teacherIds: readonly string[];
  /** For several teachers as one plan: the most students who may change teacher. */
  readonly together: { readonly mostChanges: number } | undefined;
  readonly studentIds: readonly string[];
  readonly startsOn: IsoDate;
  readonly startGrid: StartGrid | undefined;
  /** Minutes by which a lesson that stays may begin earlier or later. */
  readonly tolerance: MoveTolerance;
};

/** How many families may move, and what each number is worth. */
export type FamiliesThatMove = {
  readonly curve: MovesCurve | undefined;
  readonly underWay: UnderWay;
  readonly error: Error | null;
  /** The number that a run is given: as chosen, else the suggested one; null while there is none. */
  readonly most: number | null;
  readonly chooseMost: (most: number) => void;
  readonly callWorth: number;
  readonly setCallWorth: (minutes: number) => void;
  readonly keepBest: () => void;
  readonly retry: () => void;
};

/** @param isShown whether the curve is in view: only then is it asked for */
export const useMoves = (choice: Moves, of: CurveOf, isShown: boolean): FamiliesThatMove => {
  const { teacherIds, together, studentIds, startsOn, startGrid, tolerance } = of;
  const { begin, leave, curve, error, underWay, keepBest } = useCurve();
  const [chosen, setChosen] = useState<number | null>(null);
  const [callWorth, setCallWorth] = useState(usualCallWorth);
  const key = JSON.stringify(of);
  const answered = useRef('');
  const [attempt, setAttempt] = useState(0);
  const isWanted = choice === 'some' && isShown && teacherIds.length > 0 && studentIds.length > 0;
  useEffect(() => {
    if (!isWanted || answered.current === key) return undefined;
    answered.current = '';
    void begin({
      teacherIds: [...teacherIds],
      ...(together && { together: true, mostChanges: together.mostChanges }),
      studentIds: [...studentIds],
      startsOn,
      ...(startGrid === undefined ? {} : { startGrid }),
      ...(tolerance === 0 ? {} : { tolerance }),
    }).then((done) => {
      if (done) answered.current = key;
    });
    return leave;
    // The key has all that is sent.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isWanted, key, attempt]);
  const suggested = curve ? suggestedNumber(curve, callWorth) : error ? 1 : null;
  return {
    curve,
    underWay,
    error,
    most: choice === 'none' ? 0 : (chosen ?? suggested),
    chooseMost: setChosen,
    callWorth,
    setCallWorth: (minutes) => {
      setCallWorth(minutes);
      setChosen(null);
    },
    keepBest,
    retry: () => setAttempt((before) => before + 1),
  };
};
