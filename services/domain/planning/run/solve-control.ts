import type { SolveControl } from '../dependencies.ts';
import { goalsProven } from '../report/counts.ts';
import type { ReportInput } from '../report/report-input.ts';
import type { Progress } from '../../../optimizer/run.ts';

/**
 * The caller's control of a run, with progress that counts like the report.
 * @param isDriving whether the optimizer's driving is the figure that screens show
 */
export const solveControl = (
  { onProgress, ...control }: SolveControl = {},
  { countsOf, isDriving }: Pick<ReportInput, 'countsOf'> & { readonly isDriving: boolean },
): Pick<SolveControl, 'signal' | 'stop'> & { onProgress?: (progress: Progress) => void } =>
  onProgress === undefined
    ? control
    : {
        ...control,
        onProgress: ({ proven, driveMinutes, ...progress }) => {
          const { selected, placed, possible, preferred } = countsOf(progress);
          onProgress({
            ...progress,
            scheduled: placed,
            bound: possible,
            selected,
            preferred,
            driveMinutes: isDriving ? driveMinutes : null,
            provenGoals: goalsProven(proven, { toursAreDays: isDriving }),
          });
        },
      };
