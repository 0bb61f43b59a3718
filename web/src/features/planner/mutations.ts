import type { Lesson } from '@rondo/contracts/api/lessons.ts';
import type { RunProgress, Report, ReportItem } from '@rondo/contracts/api/planner.ts';
import { tooLateTitles } from '@rondo/contracts/api/texts.ts';
import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { CallFailed } from '../../api/call-failed.ts';
import { call, CatchingUp, command } from '../../api/client.ts';
import { invalidate, queryClient } from '../../api/queries.ts';
import { stream } from '../../api/stream.ts';
import { toast } from '../../ui/overlays/toast.tsx';
import { announce, remember } from '../../api/undo/undo.ts';
import { openScheduleOn } from '../../calendar/opening.ts';
import { keepRun } from './kept-report.ts';
import { firstWeekOf } from './model/plan.ts';
import { reportQuery } from './queries.ts';

/** Invalidates what a plan or a decision on it changes on other screens. */
const planChanged = () => invalidate('GET /api/lessons', 'GET /api/optimization-reports');

export type Run = { readonly reports: readonly Report[]; readonly lessons: readonly Lesson[] };

const openCalendarOn = (report: Report): void =>
  openScheduleOn({ monday: firstWeekOf(report), teacherId: report.teacherId });

type PlanRequest = {
  readonly teacherId: string;
  readonly studentIds: readonly string[];
  readonly startsOn: IsoDate;
  /** Minutes of driving per week; null for any. */
  readonly lessonWorth: number | null;
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
  const stop = useMutation({
    mutationFn: (runId: string) => call('POST /api/schedule/generate/stop', { body: { runId } }),
    onMutate: () => setUnderWay((now) => ({ ...now, stopping: true })),
  });
  const run = useMutation({
    mutationFn: async (request: PlanRequest): Promise<Run> => {
      leaving.current = new AbortController();
      setUnderWay(notBegun);
      const { answer, batchId } = await stream(
        'POST /api/schedule/generate',
        {
          body: {
            teacherIds: [request.teacherId],
            studentIds: [...request.studentIds],
            startsOn: request.startsOn,
            ...(request.lessonWorth === null ? {} : { lessonWorth: request.lessonWorth }),
          },
        },
        (name, data) => {
          if (name === 'started') setUnderWay((now) => ({ ...now, runId: data.runId }));
          if (name === 'progress') setUnderWay((now) => ({ ...now, progress: data }));
        },
        leaving.current.signal,
      );
      const { optimizationReports, lessons } = answer;
      remember(batchId);
      keepRun(userId, { reports: optimizationReports, lessons });
      return { reports: Object.values(optimizationReports), lessons };
    },
    onSuccess: async ({ reports }) => {
      await planChanged();
      for (const report of reports) {
        queryClient.setQueryData(reportQuery(report.reportId).queryKey, {
          success: true,
          reportData: { [report.teacherId]: report },
        });
        openCalendarOn(report);
      }
    },
    onError: () => {
      if (leaving.current.signal.aborted) return;
      toast({ title: 'Error', description: 'Failed to generate schedule. Please try again.', tone: 'destructive' });
    },
  });
  return {
    run,
    underWay,
    keepBest: (): void => {
      if (underWay.runId !== null) stop.mutate(underWay.runId);
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

const failureToast = async ({ report, status }: Decision, error: Error): Promise<Parameters<typeof toast>[0]> => {
  const failed = {
    title: 'Error',
    description: `Failed to ${status === 'accepted' ? 'accept' : 'reject'} schedule. Please try again.`,
    tone: 'destructive',
  } as const;
  if (!(error instanceof CallFailed)) return failed;
  if (error.status === 404)
    return {
      title: 'Report Not Found',
      description: `Could not find a report for ${report.teacherName}.`,
      tone: 'destructive',
    };
  if (error.status !== 409) return failed;
  const now = await statusNow(report.reportId).catch(() => null);
  if (now === 'accepted')
    return status === 'accepted'
      ? { title: tooLateTitles.accepted, description: error.message, tone: 'neutral' }
      : { title: tooLateTitles.rejectingAccepted, description: error.message, tone: 'destructive' };
  if (now === 'rejected')
    return {
      title: tooLateTitles.rejected,
      description:
        status === 'accepted'
          ? `${report.teacherName}'s schedule has already been rejected and cannot be accepted.`
          : error.message,
      tone: 'destructive',
    };
  return { ...failed, description: error.message };
};

/** How long a toast with more text stays, in milliseconds. */
const readingTime = 10_000;

/** Accepts or rejects a plan; both are final. Toasts report the outcome. */
export const useDecide = () =>
  useMutation({
    mutationFn: ({ report, status }: Decision) =>
      command('PATCH /api/optimization-reports/:id/status', { params: { id: report.reportId }, body: { status } }),
    onSuccess: ({ answer: decided, batchId }, { report, status }) => {
      const conflicts = decided instanceof CatchingUp ? [] : decided.conflicts;
      void planChanged();
      if (status === 'accepted') {
        openCalendarOn(report);
        announce(
          { title: 'Schedule Accepted', description: `${report.teacherName}'s new schedule is in place.` },
          batchId,
        );
      } else if (conflicts.length > 0)
        announce(
          {
            title: 'Teacher Schedule Rejected',
            description: `Some restored lessons overlap other entries: ${conflicts.join(' ')}`,
            duration: readingTime,
          },
          batchId,
        );
      else
        announce(
          {
            title: 'Teacher Schedule Rejected',
            description: `${report.teacherName}'s previous lessons are back in place.`,
          },
          batchId,
        );
    },
    onError: async (error, decision) => {
      toast(await failureToast(decision, error));
      await planChanged();
    },
  });

/** Deletes a saved report; a pending plan is withdrawn with it. */
export const useDeleteReport = () =>
  useMutation({
    mutationFn: (id: string) => command('DELETE /api/optimization-reports/:id', { params: { id } }),
    onSuccess: async ({ batchId }) => {
      await planChanged();
      announce({ title: 'Report Deleted' }, batchId);
    },
    onError: () => toast({ title: 'Error', description: 'Failed to delete optimization report', tone: 'destructive' }),
  });
