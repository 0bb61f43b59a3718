import type { AnswerTo, InputTo } from '../../api/calls.ts';
import type { Lesson } from '@rondo/contracts/api/lessons.ts';
import type { RunProgress, Report, ReportItem } from '@rondo/contracts/api/planner.ts';
import { tooLateTitles } from '@rondo/contracts/api/texts.ts';
import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { useRef, useState } from 'react';
import { CatchingUp, command, type Done } from '../../api/client.ts';
import { send, useAction, useCommand, act } from '../../api/commands/command.ts';
import { queryClient } from '../../api/queries.ts';
import { stream } from '../../api/stream.ts';
import { openScheduleOn } from '../../calendar/opening.ts';
import { untoldCountQuery } from '../../calendar/telling.ts';
import { goTo } from '../../lib/page/navigation.ts';
import { counted } from '../../lib/texts.ts';
import type { Toast } from '../../ui/overlays/toast.tsx';
import { storeRun } from './last-run.ts';
import { firstWeekOf } from './model/plan.ts';
import { reportQuery } from './queries.ts';
import { CallFailed } from '../../api/call-failed.ts';
import type { ClearedKind } from './model/cleared-kinds.ts';

export type Run = { readonly reports: readonly Report[]; readonly lessons: readonly Lesson[] };

const openCalendarOn = (report: Report): void =>
  openScheduleOn({ monday: firstWeekOf(report), teacherId: report.teacherId });

export type StartGrid = NonNullable<InputTo<'POST /api/schedule/generate'>['body']['startGrid']>;

type PlanRequest = {
  readonly teacherId: string;
  readonly studentIds: readonly string[];
  readonly startsOn: IsoDate;
  /** Minutes of driving per week; null for any. */
  readonly lessonWorth: number | null;
  /** Minutes between possible starts; absent: as in the settings. */
  readonly startGrid?: StartGrid | undefined;
  /** Although pinned lessons of a day do not fit together. */
  readonly force?: boolean;
};
export type UnderWay = {
  /** Null until the server has begun. */
  readonly runId: string | null;
  readonly progress: RunProgress | null;
  /** The user asked to stop with the best plan so far. */
  readonly stopping: boolean;
};

const notBegun: UnderWay = { runId: null, progress: null, stopping: false };

/** Solves a teacher's week for some students and reports the progress. */
export const useGenerate = (userId: string) => {
  const [underWay, setUnderWay] = useState(notBegun);
  const leaving = useRef(new AbortController());
  const stop = useCommand('POST /api/schedule/generate/stop', { done: null, failed: null });
  const generate = async ({
    teacherId,
    lessonWorth,
    startGrid,
    force,
    ...request
  }: PlanRequest): Promise<Done<Run>> => {
    leaving.current = new AbortController();
    setUnderWay(notBegun);
    const { answer, ...done } = await stream(
      'POST /api/schedule/generate',
      {
        body: {
          teacherIds: [teacherId],
          studentIds: [...request.studentIds],
          startsOn: request.startsOn,
          ...(lessonWorth === null ? {} : { lessonWorth }),
          ...(startGrid === undefined ? {} : { startGrid }),
          ...(force === true ? { force } : {}),
        },
      },
      (name, data) => {
        if (name === 'started') setUnderWay((now) => ({ ...now, runId: data.runId }));
        if (name === 'progress') setUnderWay((now) => ({ ...now, progress: data }));
      },
      leaving.current.signal,
    );
    const { optimizationReports, lessons } = answer;
    storeRun(userId, { reports: optimizationReports, lessons });
    return { ...done, answer: { reports: Object.values(optimizationReports), lessons } };
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
      leaving.current.signal.aborted
        ? null
        : error instanceof CallFailed && error.refusal.kind === 'pinned'
          ? null
          : { title: 'Error', description: 'Failed to generate schedule. Please try again.' },
  });
  return {
    run,
    underWay,
    keepBest: (): void => {
      const { runId } = underWay;
      if (runId === null) return;
      setUnderWay((now) => ({ ...now, stopping: true }));
      void stop.send({ body: { runId } });
    },
    cancel: (): void => {
      leaving.current.abort();
      run.reset();
    },
  };
};

type Decision = { readonly report: Report; readonly status: 'accepted' | 'rejected' };

/** Why a decision was rejected, by the report's current status. */
const statusNow = async (reportId: string): Promise<ReportItem['status'] | null> => {
  const { reportData } = await queryClient.fetchQuery({ ...reportQuery(reportId), staleTime: 0 });
  return Object.values(reportData)[0]?.status ?? null;
};

const decisionFailure = async (error: Error, { report, status }: Decision): Promise<Toast> => {
  const failed = {
    title: 'Error',
    description: `Failed to ${status === 'accepted' ? 'accept' : 'reject'} schedule. Please try again.`,
  };
  if (!(error instanceof CallFailed)) return failed;
  if (error.status === 404)
    return { title: 'Report Not Found', description: `Could not find a report for ${report.teacherName}.` };
  if (error.status !== 409) return failed;
  const now = await statusNow(report.reportId).catch(() => null);
  if (now === 'accepted')
    return status === 'accepted'
      ? { title: tooLateTitles.accepted, description: error.message, tone: 'neutral' }
      : { title: tooLateTitles.rejectingAccepted, description: error.message };
  if (now === 'rejected')
    return {
      title: tooLateTitles.rejected,
      description:
        status === 'accepted'
          ? `${report.teacherName}'s schedule has already been rejected and cannot be accepted.`
          : error.message,
    };
  return { ...failed, description: error.message };
};

/** "Tell 6 families": those who wait, once the count is asked again after the plan was accepted. */
const offerToTellAll = (): Pick<Toast, 'also'> => {
  const { families } = queryClient.getQueryData(untoldCountQuery.queryKey) ?? { families: 0 };
  return families === 0
    ? {}
    : { also: [{ label: `Tell ${counted(families, 'family')}`, run: () => goTo('/changes') }] };
};

type Outcome = Pick<AnswerTo<'PATCH /api/optimization-reports/:id/status'>, 'conflicts' | 'closedFirstDay'>;
const nothingMore: Outcome = { conflicts: [], closedFirstDay: null };

const decisionToast = ({ report, status }: Decision, { conflicts, closedFirstDay }: Outcome): Toast => {
  if (status === 'accepted')
    return {
      title: 'Schedule Accepted',
      description: [`${report.teacherName}'s new schedule is in place.`, closedFirstDay ?? []].flat().join(' '),
      ...offerToTellAll(),
    };
  const title = 'Teacher Schedule Rejected';
  return conflicts.length > 0
    ? {
        title,
        description: `Some restored lessons overlap other entries: ${conflicts.join(' ')}`,
        // Time to read more text, in milliseconds.
        duration: 10_000,
      }
    : { title, description: `${report.teacherName}'s previous lessons are back in place.` };
};

/** Accepts or rejects a plan; both are final. Toasts report the outcome. */
export const useDecide = () =>
  useAction(
    ({ report, status }: Decision) =>
      command('PATCH /api/optimization-reports/:id/status', { params: { id: report.reportId }, body: { status } }),
    {
      onSaved: (_, { report, status }) => {
        if (status === 'accepted') openCalendarOn(report);
      },
      done: (answer, decision) => decisionToast(decision, answer instanceof CatchingUp ? nothingMore : answer),
      failed: decisionFailure,
    },
  );

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

/** Copies a question to a family, and keeps with the report that it was asked. */
export const askFamily = async (
  reportId: string,
  familyWish: InputTo<'POST /api/optimization-reports/:id/wishes'>['body'],
  message: string,
): Promise<void> => {
  const isCopied = await navigator.clipboard.writeText(message).then(
    () => true,
    () => false,
  );
  await send(
    'POST /api/optimization-reports/:id/wishes',
    { params: { id: reportId }, body: familyWish },
    {
      done: {
        title: isCopied ? 'Message copied' : 'Question noted',
        description: isCopied
          ? 'Paste it where you write to the family. The report remembers the question.'
          : 'The browser did not allow copying. Write to the family: the report remembers the question.',
      },
      failed: 'Failed to keep the question',
    },
  );
};

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
