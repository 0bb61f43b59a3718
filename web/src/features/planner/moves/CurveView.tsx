import type { MovesCurve } from '@rondo/contracts/events/schedule/report-content.ts';
import { CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { Badge } from '../../../ui/badge.tsx';
import { chartPoints, pointFor, proofOf, sentenceOf } from './curve.ts';
import { ChartLegend, CurveChart } from './CurveChart.tsx';
import { FamiliesToCall } from './FamiliesToCall.tsx';

/** What each number of families saves, with its proof, and whom to call for the chosen one. */
export const CurveView = (props: {
  readonly curve: MovesCurve;
  /** The chosen number; null while there is none. */
  readonly most: number | null;
  readonly callWorth: number;
  readonly onChoose: (most: number) => void;
  /** Beside the legend. */
  readonly aside?: ReactNode;
  /** Before the families. */
  readonly children?: ReactNode;
}) => {
  const { curve, most, callWorth } = props;
  const points = chartPoints(curve);
  const chosen = most === null ? undefined : pointFor(curve, most);
  const proof = chosen && proofOf(chosen);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3.5">
      <div aria-live="polite" className="flex min-h-6 flex-wrap items-center gap-x-3 gap-y-1">
        <p className="text-lead font-strong">
          {chosen
            ? sentenceOf(curve, chosen, callWorth)
            : `No plan moves fewer than ${curve.least === 1 ? '1 family' : `${curve.least} families`}.`}
        </p>
        {proof && (
          <Badge tone="ok" icon={CircleCheck}>
            {proof}
          </Badge>
        )}
      </div>
      <CurveChart points={points} chosen={chosen} onChoose={props.onChoose} />
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2 text-small text-ink-3 desk:pl-11">
        <ChartLegend points={points} />
        {props.aside && (
          <>
            <span className="grow" />
            {props.aside}
          </>
        )}
      </div>
      {props.children}
      {chosen && <FamiliesToCall curve={curve} point={chosen} />}
    </div>
  );
};
