import type { Report } from '@rondo/contracts/api/planner.ts';
import { usualCallWorth } from '@rondo/contracts/lessons/moves-curve.ts';
import { Route } from 'lucide-react';
import { useState } from 'react';
import { counted } from '../../../lib/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { numberOf, pointFor } from './curve.ts';
import { CurveView } from './CurveView.tsx';

/** What other numbers of families would give, whom each moves, and the way to plan with one. */
export default function MovesReport(props: {
  readonly curve: NonNullable<Report['curve']>;
  /** Null where the plan can no longer be made again. */
  readonly onPlan: ((most: number) => void) | null;
}) {
  const { curve, onPlan } = props;
  const [most, setMost] = useState(curve.maxMoved);
  const chosen = pointFor(curve, most);
  const isOther = chosen !== undefined && chosen !== pointFor(curve, curve.maxMoved);
  return (
    <CurveView
      curve={curve}
      most={most}
      callWorth={usualCallWorth}
      onChoose={setMost}
      aside={curve.tolerance > 0 && <span>Within {curve.tolerance} min of its time a lesson keeps it</span>}
    >
      {onPlan && isOther && (
        <Button icon={Route} className="w-fit" onClick={() => onPlan(numberOf(chosen))}>
          {numberOf(chosen) === 0 ? 'Plan without a call' : `Plan with ${counted(numberOf(chosen), 'call')}`}
        </Button>
      )}
    </CurveView>
  );
}
