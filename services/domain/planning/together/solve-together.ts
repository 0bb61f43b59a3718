import { curveInReport, type PlanRequest } from '../generate.ts';
import type { Gathered } from '../gathered.ts';
import { toursAreDays } from '../instance/drives-of-days.ts';
import { instanceOf, type RunInstance } from '../instance/instance.ts';
import { refusePairs } from '../instance/pinned-pairs.ts';
import { moveRulesOf, refuseMoved } from '../moving.ts';
import { curveSeconds, runSeconds, seed, type PlannerServices, type SolveControl } from '../plan-week.ts';
import { planCounts, progressControl, type PlanCounts, type Solved } from '../report/counts.ts';
import { alreadyPlaced, notTried } from '../report/report-students.ts';
import type { GatheredTogether, RunTogether } from './gather-together.ts';

export type TogetherRequest = RunTogether &
  Pick<PlanRequest, 'runId' | 'lessonWorth' | 'force' | 'isGuest' | 'turn'> & {
    /** How the caller follows a group of teachers, by the first of them, and stops the run. */
    readonly controlOf: (teacherId: string) => SolveControl;
  };

export const instancesOf = (
  services: PlannerServices,
  studioId: string,
  parts: readonly Gathered[],
): Promise<RunInstance[]> =>
  Promise.all(
    parts.map(({ week: { settings, students }, input }) =>
      instanceOf({ input, settings, students, maps: services.maps.mapsFor(studioId) }),
    ),
  );

/** The counts of several teachers' parts, each student once. */
export const countsTogether = (
  parts: readonly Gathered[],
  runs: readonly RunInstance[],
): ((solved: Solved) => PlanCounts) => {
  const [first] = parts;
  if (!first) throw new Error('A joint plan needs a teacher.');
  const students = new Map(parts.flatMap(({ input }) => input.students.map((one) => [one.student_id, one] as const)));
  return planCounts({
    input: { ...first.input, students: [...students.values()] },
    run: {
      fixedById: new Map(runs.flatMap(({ fixedById }) => [...fixedById])),
      fixedPreferred: runs.reduce((sum, { fixedPreferred }) => sum + fixedPreferred, 0),
    },
    already: parts.flatMap(({ source }) => alreadyPlaced(source)),
    without: parts.flatMap(({ source }) => notTried(source)),
    students: first.week.students,
  });
};

/** The weeks as the optimizer takes them. */
export const weeksTogether = (
  { places }: GatheredTogether,
  runs: readonly RunInstance[],
  mostChanges: number,
): Parameters<PlannerServices['optimizer']['together']>[0] => {
  const planned = [...places].filter(([, { isPlanned }]) => isPlanned);
  const present = Object.fromEntries(
    planned.flatMap(([id, place]) => (place.present === undefined ? [] : [[id, place.present] as const])),
  );
  const ranking = Object.fromEntries(planned.map(([id, { teachers }]) => [id, teachers]));
  return { instances: runs.map(({ instance }) => instance), present, mostChanges, ranking };
};

/** @throws RuleBroken for pinned pairs, and when more families move than may */
export const solveTogether = async (
  services: PlannerServices,
  studioId: string,
  gathered: GatheredTogether,
  request: TogetherRequest,
) => {
  const { parts } = gathered;
  const runs = await instancesOf(services, studioId, parts);
  if (request.force !== true) refusePairs(runs.flatMap(({ pinnedPairs }) => pinnedPairs));
  const [first] = parts;
  if (!first) throw new Error('A joint plan needs a teacher.');
  const { signal, stop } = request.controlOf(first.week.teacherId);
  const weeks = weeksTogether(gathered, runs, request.mostChanges);
  const { moving } = request;
  const rules = moving && moveRulesOf(parts, moving.tolerance);
  const solved = await services.optimizer.together(
    weeks,
    runs.map(({ names }) => names),
    {
      seed,
      milliseconds: runSeconds(services, first.week, request.isGuest) * 1000,
      ...(moving &&
        rules && {
          moving: {
            most: moving.most,
            rules,
            curveMilliseconds: curveSeconds(services, first.week, request.isGuest) * 1000,
          },
        }),
      ...(request.lessonWorth === undefined ? {} : { lessonWorth: request.lessonWorth }),
      ...(signal && { signal }),
      ...(stop && { stop }),
      onProgress: (progress, teachers) => {
        const group = teachers.flatMap((index) => parts[index] ?? []);
        const control = progressControl(request.controlOf(group[0]?.week.teacherId ?? ''), {
          countsOf: countsTogether(
            group,
            teachers.flatMap((index) => runs[index] ?? []),
          ),
          isDriving: group.every(({ input }) => toursAreDays(input)),
        });
        control.onProgress?.(progress);
      },
    },
  );
  signal?.throwIfAborted();
  if (moving) refuseMoved(solved, moving.most);
  const { people } = first;
  const curve =
    rules && solved.moves?.curve
      ? await curveInReport(
          services,
          { parts: withRuns(parts, runs), people, countsOf: countsTogether(parts, runs), rules },
          request,
          solved.moves.curve,
        )
      : undefined;
  return { solved: solved.parts, curve };
};

export const withRuns = (parts: readonly Gathered[], runs: readonly RunInstance[]) =>
  parts.map(({ week, input }, index) => {
    const run = runs[index];
    if (!run) throw new Error('A teacher has no part in the plan.');
    return { week, input, run };
  });
