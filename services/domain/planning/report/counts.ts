import type { ReportContent } from '@rondo/contracts/events/schedule/report-content.ts';
import type { ProvenGoals } from '@rondo/contracts/events/schedule/joint.ts';
import type { StudentRow } from '@rondo/projections/students/queries.ts';
import type { Progress } from '../../../optimizer/run.ts';
import type { Proven } from '../../../optimizer/week/totals.ts';
import type { RunInput } from '../instance/gather.ts';
import type { RunInstance } from '../instance/instance.ts';
import type { SolveControl } from '../plan-week.ts';

type Decision = ReportContent['schedulingDecisions'][number];

/** A plan's students, as progress, report, banner and lists count them. */
export type PlanCounts = {
  /** Everyone in the plan: selected for the run, or placed by an earlier run of the same plan. */
  readonly selected: number;
  /** Those with a weekly lesson, whether placed by the plan or entered by hand before. */
  readonly placed: number;
  /** No plan can place more. */
  readonly possible: number;
  /** Those placed in a preferred slot. */
  readonly preferred: number;
  /** Those who marked a preferred time. */
  readonly preferredPossible: number;
};

/** What the optimizer counts: its stops include fixed entries, which may be appointments and other students' lessons. */
export type Solved = { readonly scheduled: number; readonly bound: number; readonly preferred: number };

export type PlanStudents = {
  readonly input: RunInput;
  readonly run: Pick<RunInstance, 'fixedById' | 'fixedPreferred'>;
  /** The lessons that the students have whatever the run finds: entered by hand, or placed by an earlier run of the plan. */
  readonly already: readonly Decision[];
  /** Students whom this run does not try to place and who have no lesson. */
  readonly without: readonly { readonly studentId: string }[];
  readonly students: ReadonlyMap<string, StudentRow>;
};

/** Whether a student marked a preferred time. */
export const hasPreference = (student: StudentRow | undefined): boolean =>
  student?.availability.some(({ enabled, isPreferred }) => enabled && isPreferred) ?? false;

/** The one definition of a plan's counts. @returns a function of what the optimizer has found, so that progress counts the same */
export const planCounts = ({
  input,
  run,
  already,
  without,
  students,
}: PlanStudents): ((solved: Solved) => PlanCounts) => {
  const selected = input.students.length + already.length + without.length;
  const preferredPossible =
    input.students.filter(hasPreference).length +
    already.filter((decision) => decision.hasPreference).length +
    without.filter(({ studentId }) => hasPreference(students.get(studentId))).length;
  const preferredBefore = already.filter(({ preferredSlot }) => preferredSlot).length;
  return ({ scheduled, bound, preferred }) => {
    const placed = scheduled - run.fixedById.size + already.length;
    return {
      selected,
      placed,
      possible: Math.max(placed, Math.min(selected, bound - run.fixedById.size + already.length)),
      preferred: preferred - run.fixedPreferred + preferredBefore,
      preferredPossible,
    };
  };
};

/**
 * The optimizer's proofs by the names of the goals.
 * @param toursAreDays whether the optimizer counts driving as the calendar does; else it proves nothing about the figure that screens show
 */
export const goalsProven = (
  { students, preferred, drive, idle }: Proven,
  { toursAreDays }: { readonly toursAreDays: boolean },
): ProvenGoals => ({
  placed: students,
  preferred,
  driving: drive && toursAreDays,
  idle: idle && toursAreDays,
});

/**
 * The caller's control of a run, with progress that counts like the report.
 * @param isDriving whether the optimizer's driving is the figure that screens show
 */
export const progressControl = (
  { onProgress, ...control }: SolveControl = {},
  {
    countsOf,
    isDriving,
    weekOf,
  }: {
    readonly countsOf: (solved: Solved) => PlanCounts;
    readonly isDriving: boolean;
    /** The week with some lessons, as reports have it. */
    readonly weekOf?: (lessons: NonNullable<Progress['lessons']>) => ReportContent['week'];
  },
): Pick<SolveControl, 'signal' | 'stop'> & { onProgress?: (progress: Progress) => void } =>
  onProgress === undefined
    ? control
    : {
        ...control,
        onProgress: ({ proven, driveMinutes, lessons, ...progress }) => {
          const { selected, placed, possible, preferred } = countsOf(progress);
          onProgress({
            ...progress,
            scheduled: placed,
            bound: possible,
            selected,
            preferred,
            driveMinutes: isDriving ? driveMinutes : null,
            provenGoals: goalsProven(proven, { toursAreDays: isDriving }),
            ...(lessons && weekOf && { week: weekOf(lessons) }),
          });
        },
      };
