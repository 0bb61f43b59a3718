import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { formatTime } from '@rondo/contracts/calendar/times.ts';
import { shortDayName } from '@rondo/contracts/calendar/dates.ts';
import { clash, isWeekly } from '@rondo/contracts/calendar/rows.ts';
import { reportEvents } from '@rondo/contracts/events/report.ts';
import type { ScheduleEvent, scheduleEvents } from '@rondo/contracts/events/schedule.ts';
import type { WeeklyLesson } from '@rondo/contracts/events/lesson.ts';
import { streamName } from '@rondo/contracts/events/stream-name.ts';
import { peopleById, type PersonRow } from '@rondo/projections/lessons/queries.ts';
import { findReport, type ReportRow } from '@rondo/projections/reports/queries.ts';
import { listTeachers } from '@rondo/projections/teachers/queries.ts';
import { lessonsModel } from '@rondo/projections/lessons/project.ts';
import { reportsModel } from '@rondo/projections/reports/project.ts';
import { teachersModel } from '@rondo/projections/teachers/project.ts';
import type { CommandContext } from '../../platform/commands/aggregate.ts';
import type { Executed } from '../../platform/commands/command-handler.ts';
import { NotFound, DomainError } from '../../platform/kit/errors.ts';
import { optimizedSeriesOf } from '../schedule/people.ts';
import { acceptPlan, rejectPlan, withdrawGenerated } from '../schedule/plan/plan-decision.ts';
import type { SeriesElsewhere } from '../schedule/edit/taking-over.ts';
import { seriesFrom, type ScheduleState } from '../schedule/state.ts';
import type { PlannerDependencies } from './dependencies.ts';

type Decided = Executed<typeof scheduleEvents>;

/** Decisions on plans: accept, reject, withdraw, delete a report. */
export const decisions = ({ schedules, reports, models, clock }: PlannerDependencies) => {
  const reportOf = async (studioId: string, reportId: string): Promise<ReportRow> => {
    const report = await findReport(reportsModel.read(models), studioId, reportId);
    if (!report) throw new NotFound('There is no such report.');
    return report;
  };

  /** Restored lessons that now overlap something, as text. */
  const conflictsOf = async (
    studioId: string,
    teacherId: string,
    events: readonly ScheduleEvent[],
    today: IsoDate,
  ): Promise<string[]> => {
    const back = events
      .flatMap((event) => (event.type === 'LessonReinstated' ? [event.data.lesson] : []))
      .filter(isWeekly);
    if (back.length === 0) return [];
    const { state } = await schedules.load(studioId, teacherId);
    const people = await peopleById(lessonsModel.read(models), studioId);
    return back.flatMap((series) => overlapsOf(state, series, today, people));
  };

  /** The optimized series of a plan's students with other teachers, as of those schedules now. */
  const seriesElsewhere = async (studioId: string, teacherId: string, today: IsoDate): Promise<SeriesElsewhere[]> => {
    const { state } = await schedules.load(studioId, teacherId);
    const studentIds = new Set(state.plan?.entries.keys());
    if (studentIds.size === 0) return [];
    const named = state.plan?.endsElsewhere.map((series) => series.teacherId) ?? [];
    const teachers = (await listTeachers(teachersModel.read(models), studioId)).map(({ teacher_id }) => teacher_id);
    const others = [...new Set([...teachers, ...named])].filter((other) => other !== teacherId);
    const found = await Promise.all(
      others.map(async (other) => {
        const elsewhere = await schedules.load(studioId, other);
        return optimizedSeriesOf(elsewhere.state, studentIds, today).map((series) => ({ teacherId: other, series }));
      }),
    );
    return found.flat();
  };

  return {
    decide: async (context: CommandContext, reportId: string, status: 'accepted' | 'rejected') => {
      const { studioId } = context;
      const { teacher_id: teacherId } = await reportOf(studioId, reportId);
      const { today } = await clock.today(studioId);
      const elsewhere = status === 'accepted' ? await seriesElsewhere(studioId, teacherId, today) : [];
      const executed = await schedules.execute(studioId, teacherId, context, {
        input: { reportId, status },
        decide: status === 'accepted' ? acceptPlan({ reportId, today, elsewhere }) : rejectPlan({ reportId, today }),
      });
      const header = executed.events.find((event) => event.type === 'ScheduleRejected');
      return {
        executed,
        conflicts: await conflictsOf(studioId, teacherId, executed.events, today),
        fellAway: header?.data.fellAway ?? [],
      };
    },

    /** One append per teacher; a domain error is listed, and the others continue. */
    withdraw: async (context: CommandContext, teacherIds: readonly string[]) => {
      const { today } = await clock.today(context.studioId);
      const done: Decided[] = [];
      const failed: { teacherId: string; detail: string }[] = [];
      for (const teacherId of teacherIds) {
        try {
          done.push(
            await schedules.execute(context.studioId, teacherId, context, {
              input: { teacherId },
              decide: withdrawGenerated({ today }),
            }),
          );
        } catch (error) {
          if (!(error instanceof DomainError) || teacherIds.length === 1) throw error;
          failed.push({ teacherId, detail: error.message });
        }
      }
      const removed = done.flatMap(({ events }) => events).filter(({ type }) => type === 'LessonEnded').length;
      return { done, failed, removed };
    },

    /** A pending plan is withdrawn first. */
    deleteReport: async (context: CommandContext, reportId: string) => {
      const { studioId } = context;
      const { teacher_id: teacherId, status, withdrawn } = await reportOf(studioId, reportId);
      const { today } = await clock.today(studioId);
      const executed = [];
      // Each report and each schedule is a stream of its own, so that one command, and one batch, covers them all.
      if (status === 'pending' && !withdrawn)
        executed.push(
          await schedules.execute(studioId, teacherId, context, {
            input: { withdraws: reportId },
            decide: (state) => (state.plan?.reportId === reportId ? withdrawGenerated({ today })(state) : []),
          }),
        );
      executed.push(await reports.delete(context, streamName(reportEvents, studioId, reportId), reportId));
      return executed;
    },
  };
};

const overlapsOf = (
  state: ScheduleState,
  series: WeeklyLesson,
  today: IsoDate,
  people: ReadonlyMap<string, PersonRow>,
): string[] => {
  const nameOf = ({ studentId, eventTitle }: WeeklyLesson): string => {
    const person = people.get(studentId ?? '');
    return person ? `${person.first_name} ${person.last_name}`.trim() : (eventTitle ?? 'An appointment');
  };
  return seriesFrom(state, today)
    .filter((other) => other.dayOfWeek === series.dayOfWeek && clash(other, series))
    .map(
      (other) =>
        `${nameOf(series)} (${shortDayName(series.dayOfWeek)} ${formatTime(series.start)}) overlaps ${nameOf(other)} (${formatTime(other.start)}).`,
    );
};
