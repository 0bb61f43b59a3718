import type { AnswerTo, InputTo } from '../../api/calls.ts';
import type { Lesson } from '@rondo/contracts/api/lessons.ts';
import type { RunProgress, Report } from '@rondo/contracts/api/planner.ts';
import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { useRef, useState } from 'react';
import { CatchingUp, command, type Done } from '../../api/client.ts';
import { send, useAction, useCommand, act } from '../../api/commands/command.ts';
import { queryClient } from '../../api/queries.ts';
import { stream } from '../../api/stream.ts';
import { openScheduleOn } from '../../calendar/opening.ts';
import { counted } from '../../lib/texts.ts';
import { storeRun } from './last-run.ts';
import { firstWeekOf } from './model/plan.ts';
import { reportQuery } from './queries.ts';
import { CallFailed } from '../../api/call-failed.ts';
import type { ClearedKind } from './model/cleared-kinds.ts';

export type Run = {
  readonly reports: readonly Report[];
  readonly lessons: readonly Lesson[];
  /** What changes in the next seven days, where only some families may move. */
  readonly earlyMoves: NonNullable<AnswerTo<'POST /api/schedule/generate'>['earlyMoves']>;
  /** Why some of several teachers have no plan. */
  readonly failed: AnswerTo<'POST /api/schedule/generate'>['failed'];
};

/** Shows the report's first week in the calendar, once it is opened. */
export const openCalendarOn = (report: Report): void =>
  openScheduleOn({ monday: firstWeekOf(report), teacherId: report.teacherId });

export type StartGrid = NonNullable<InputTo<'POST /api/schedule/generate'>['body']['startGrid']>;

type PlanRequest = {
  readonly teacherIds: readonly string[];
  /** For several teachers as one plan: the most students who may change teacher. Absent: each is planned apart. */
  readonly together?: { readonly mostChanges: number } | undefined;
  readonly studentIds: readonly string[];
  readonly startsOn: IsoDate;
  /** Minutes of driving per week; null for any. */
  readonly lessonWorth: number | null;
  /** Minutes between possible starts; absent: as in the settings. */
  readonly startGrid?: StartGrid | undefined;
  /** How many families may move; absent: any. */
  readonly maxMoved?: number | undefined;
  /** For them: minutes by which a lesson that stays may begin earlier or later. */
  readonly tolerance?: InputTo<'POST /api/schedule/generate'>['body']['tolerance'];
  /** Although pinned lessons of a day do not fit together. */
  readonly force?: boolean;
};
export type UnderWay = {
  /** Null until the server has begun. */
  readonly runId: string | null;
  readonly progress: RunProgress | null;
  /** The best week so far, by teacher. */
  readonly weeks: Readonly<Record<string, RunProgress['week']>>;
  /** The user asked to stop with the best plan so far. */
  readonly stopping: boolean;
};

const notBegun: UnderWay = { runId: null, progress: null, weeks: {}, stopping: false };

/** A call that solves weeks: it reports its progress, and can be stopped with the best so far. */
export const useStreamed = <Name extends 'POST /api/schedule/generate' | 'POST /api/schedule/curve'>(name: Name) => {
  const [underWay, setUnderWay] = useState(notBegun);
  const leaving = useRef(new AbortController());
  const stop = useCommand('POST /api/schedule/generate/stop', { done: null, failed: null });
  return {
    underWay,
    start: (input: InputTo<Name>): Promise<Done<AnswerTo<Name>>> => {
      leaving.current = new AbortController();
      setUnderWay(notBegun);
      return stream(
        name,
        input,
        (event, data) => {
          if (event === 'started') setUnderWay((now) => ({ ...now, runId: data.runId }));
          if (event === 'progress')
            setUnderWay((now) => ({
              ...now,
              progress: data,
              weeks: data.week ? { ...now.weeks, [data.teacherId]: data.week } : now.weeks,
            }));
        },
        leaving.current.signal,
      );
    },
    keepBest: (): void => {
      const { runId } = underWay;
      if (runId === null) return;
      setUnderWay((now) => ({ ...now, stopping: true }));
      void stop.send({ body: { runId } });
    },
    leave: (): void => leaving.current.abort(),
    isLeft: (): boolean => leaving.current.signal.aborted,
  };
};

/** Solves the weeks of one teacher or more for some students and reports the progress. */
export const useGenerate = (userId: string) => {
  const { underWay, start, keepBest, leave, isLeft } = useStreamed('POST /api/schedule/generate');
  const generate = async ({
    teacherIds,
    together,
    lessonWorth,
    startGrid,
    maxMoved,
    tolerance = 0,
    force,
    ...request
  }: PlanRequest): Promise<Done<Run>> => {
    const { answer, ...done } = await start({
      body: {
        teacherIds: [...teacherIds],
        ...(together && { together: true, mostChanges: together.mostChanges }),
        studentIds: [...request.studentIds],
        startsOn: request.startsOn,
        ...(lessonWorth === null ? {} : { lessonWorth }),
        ...(startGrid === undefined ? {} : { startGrid }),
        ...(maxMoved === undefined ? {} : { maxMoved, ...(tolerance === 0 ? {} : { tolerance }) }),
        ...(force === true ? { force } : {}),
      },
    });
    const { optimizationReports, lessons, earlyMoves = [], failed } = answer;
    storeRun(userId, { reports: optimizationReports, lessons });
    return { ...done, answer: { reports: Object.values(optimizationReports), lessons, earlyMoves, failed } };
  };
  const run = useAction(generate, {
    onSaved: ({ reports }) => {
      for (const report of reports) {
        queryClient.setQueryData(reportQuery(report.reportId).queryKey, {
          success: true,
          reportData: { [report.teacherId]: report },
        });
        openCalendarOn(report);
      }
    },
    done: null,
    failed: (error) =>
      isLeft()
        ? null
        : error instanceof CallFailed && error.refusal.kind === 'pinned'
          ? null
          : { title: 'Error', description: 'Failed to generate schedule. Please try again.' },
  });
  return {
    run,
    underWay,
    keepBest,
    cancel: (): void => {
      leave();
      run.reset();
    },
  };
};

/** Deletes a saved report; a pending plan is withdrawn with it. */
export const deleteReport = (id: string) =>
  send(
    'DELETE /api/optimization-reports/:id',
    { params: { id } },
    {
      done: 'Report Deleted',
      failed: () => ({ title: 'Error', description: 'Failed to delete optimization report' }),
    },
  );

/** Gives students without times the standard ones. */
export const useGiveTimes = () =>
  useCommand('POST /api/students/assign-standard-availability', {
    done: (_, { body }) => `Standard availability assigned to ${counted(body.studentIds.length, 'student')}`,
    failed: 'Failed to assign standard availability',
  });

type Clearing = {
  readonly kinds: ReadonlySet<ClearedKind>;
  readonly teacherIds: readonly string[];
  /** What is cleared, as the question counts it; null while the lessons are unknown. */
  readonly what: string | null;
};

/** Clears the selected kinds of some teachers from today on. Manual entries include dated and weekly ones. */
export const clearLessons = ({ kinds, teacherIds, what }: Clearing) =>
  act(
    () =>
      command('DELETE /api/lessons/clear', {
        body: {
          myMusicStaff: kinds.has('actual'),
          optimized: kinds.has('optimized'),
          manual: kinds.has('manual'),
          preScheduled: kinds.has('manual'),
          selectedTeachers: [...teacherIds],
        },
      }),
    {
      done: (answer) => {
        const failed = answer instanceof CatchingUp ? [] : answer.failed;
        return failed.length > 0
          ? {
              title: 'Error clearing schedule',
              description: failed.map(({ detail }) => detail).join(' '),
              tone: 'destructive',
            }
          : { title: 'Schedule cleared', ...(what === null ? {} : { description: `${what} removed.` }) };
      },
      failed: (error) => ({
        title: 'Error clearing schedule',
        // A rejected request says why.
        description:
          error instanceof CallFailed && error.status > 0 && error.status < 500
            ? error.message
            : 'Failed to clear schedule. Please try again.',
      }),
    },
  );
