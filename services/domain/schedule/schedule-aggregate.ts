import { lessonRowChanges } from '@rondo/contracts/events/schedule/lesson-rows.ts';
import {
  isLessonEvent,
  scheduleEvents,
  type LessonEvent,
  type PlanEvent,
} from '@rondo/contracts/events/schedule/schedule.ts';
import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { isOccurrence, isWeekly } from '@rondo/contracts/calendar/rows.ts';
import { attendanceKey } from '@rondo/contracts/policy/attendance.ts';
import type { Aggregate } from '../../platform/commands/aggregate.ts';
import { savedScheduleAs } from './saved-schedule.ts';
import { noteHold } from './questions/holds.ts';
import { noteQuestion } from './questions/state.ts';
import { noteRequest } from './requests/state.ts';
import {
  draftOf,
  occurrencesOf,
  type Base,
  type Draft,
  type PendingPlan,
  type PlanEntry,
  type ReportState,
  type ScheduleState,
} from './state.ts';

/** One teacher's lessons and plans. */
export const scheduleAggregate: Aggregate<typeof scheduleEvents, ScheduleState> = {
  category: scheduleEvents,
  stateVersion: 8,
  initialState: () => ({
    lessons: new Map(),
    revisions: new Map(),
    plan: null,
    reports: new Map(),
    newestReportId: null,
    vanished: new Map(),
    cancelledByFeed: new Set(),
    attendance: new Map(),
    requests: new Map(),
    questions: new Map(),
    holds: new Map(),
  }),
  copy: (state) => ({
    ...state,
    lessons: new Map(state.lessons),
    revisions: new Map(state.revisions),
    reports: new Map(state.reports),
    vanished: new Map(state.vanished),
    cancelledByFeed: new Set(state.cancelledByFeed),
    attendance: new Map(state.attendance),
    requests: new Map(state.requests),
    questions: new Map(state.questions),
    holds: new Map(state.holds),
  }),
  saved: savedScheduleAs,
  evolve: (state, event, { revision, recordedAt }) => {
    const draft = draftOf(state);
    if (!isLessonEvent(event)) return evolvePlan(draft, event, recordedAt);
    const plan = planAfterLesson(draft.plan, event);
    for (const { lessonId, lesson } of lessonRowChanges(event, (id) => draft.lessons.get(id))) {
      draft.revisions.set(lessonId, revision);
      // The cancellations follow the header that names them; anything else is somebody's decision.
      if (event.type !== 'LessonCancelled' && event.type !== 'LessonCancellationChanged')
        draft.cancelledByFeed.delete(lessonId);
      if (lesson) draft.lessons.set(lessonId, lesson);
      else draft.lessons.delete(lessonId);
    }
    if (event.type === 'LessonRestored' && event.data.seriesId !== null)
      draft.vanished.set(event.data.lessonId, event.data.seriesId);
    return { ...draft, plan };
  },
};

const evolvePlan = (draft: Draft, event: PlanEvent, recordedAt: string): ScheduleState => {
  const plan = planAfter(draft, event);
  for (const { reportId, becomes } of reportChanges(event, draft.reports)) draft.reports.set(reportId, becomes);
  if (event.type === 'CalendarSynced')
    for (const { lessonId, effect } of event.data.changes)
      if (effect === 'cancelled') draft.cancelledByFeed.add(lessonId);
  if (event.type === 'AttendanceRecorded')
    for (const { record, ...recorded } of event.data.entries) draft.attendance.set(attendanceKey(recorded), record);
  noteRequest(draft.requests, event, recordedAt);
  noteQuestion(draft.questions, event);
  noteHold(draft.holds, event);
  const opens = event.type === 'ScheduleOptimized' || event.type === 'ScheduleReopened';
  return { ...draft, plan, newestReportId: opens ? event.data.reportId : draft.newestReportId };
};

const reportChanges = (
  event: PlanEvent,
  reports: ReadonlyMap<string, ReportState>,
): { reportId: string; becomes: ReportState }[] => {
  switch (event.type) {
    case 'ScheduleOptimized': {
      const { reportId, supersedes, rejects } = event.data;
      return [
        { reportId, becomes: 'pending' },
        ...(supersedes === null ? [] : [{ reportId: supersedes, becomes: 'superseded' as const }]),
        ...(rejects === null ? [] : [{ reportId: rejects, becomes: 'rejected' as const }]),
      ];
    }
    case 'ScheduleAccepted':
      return [{ reportId: event.data.reportId, becomes: 'accepted' }];
    case 'ScheduleRejected':
      return [{ reportId: event.data.reportId, becomes: event.data.withdrawn ? 'withdrawn' : 'rejected' }];
    case 'BatchUndone':
    case 'ScheduleRestored':
      return event.data.undoneReportId === null ? [] : [{ reportId: event.data.undoneReportId, becomes: 'undone' }];
    case 'ScheduleReopened': {
      const { reportId, reopens } = event.data;
      return [
        { reportId, becomes: 'pending' },
        ...(reports.get(reopens) === 'withdrawn' ? [{ reportId: reopens, becomes: 'rejected' as const }] : []),
      ];
    }
    case 'CalendarSynced':
    case 'CalendarReplaced':
    case 'AttendanceRecorded':
    case 'RepairApplied':
    case 'RepairAsked':
    case 'RepairAnswered':
    case 'RepairEnded':
    case 'TimeHeld':
    case 'TimeReleased':
    case 'TimeRequested':
    case 'RequestAnswered':
    case 'RequestWithdrawn':
    case 'ScheduleCleared':
    case 'PlanCorrected':
      return [];
  }
};

/** The plan after a plan event; called before the events that change its rows, so that a base is recorded as it was. */
const planAfter = (state: ScheduleState, event: PlanEvent): PendingPlan | null => {
  const { plan } = state;
  switch (event.type) {
    case 'ScheduleOptimized': {
      const { reportId, runId, startsOn, students, endsElsewhere, joint = null } = event.data;
      const entries = new Map(plan?.entries);
      for (const { studentId, lessonId, bases } of students) {
        const earlier = entries.get(studentId)?.bases.map((base) => baseNow(state, base, startsOn)) ?? [];
        const known = new Set(earlier.map(({ lesson }) => lesson.lessonId));
        const fresh = [...new Set(bases)].filter((id) => !known.has(id)).flatMap((id) => baseOf(state, id, startsOn));
        entries.set(studentId, { lessonId, bases: [...earlier, ...fresh] });
      }
      return { reportId, runId, startsOn, entries, endsElsewhere: endingOnce(plan, endsElsewhere), joint };
    }
    case 'ScheduleAccepted':
    case 'ScheduleRejected':
      return null;
    case 'BatchUndone':
    case 'ScheduleRestored':
      return event.data.undoneReportId !== null && event.data.undoneReportId === plan?.reportId ? null : plan;
    case 'ScheduleReopened': {
      const { reportId, runId, startsOn, students, endsElsewhere, joint = null } = event.data;
      return { reportId, runId, startsOn, entries: entriesOf(students), endsElsewhere, joint };
    }
    case 'PlanCorrected': {
      if (!plan) return plan;
      const entries = new Map([...plan.entries, ...entriesOf(event.data.students)]);
      for (const studentId of event.data.leave) entries.delete(studentId);
      return { ...plan, entries };
    }
    case 'CalendarSynced':
    case 'CalendarReplaced':
    case 'AttendanceRecorded':
    case 'RepairApplied':
    case 'RepairAsked':
    case 'RepairAnswered':
    case 'RepairEnded':
    case 'TimeHeld':
    case 'TimeReleased':
    case 'TimeRequested':
    case 'RequestAnswered':
    case 'RequestWithdrawn':
    case 'ScheduleCleared':
      return plan;
  }
};

/** The plan after a lesson event; called before the event changes the rows. */
const planAfterLesson = (plan: PendingPlan | null, event: LessonEvent): PendingPlan | null => {
  switch (event.type) {
    case 'LessonEnded':
      return event.data.forGood ? withoutLesson(plan, event.data.lessonId) : plan;
    case 'LessonKept':
      return event.data.source === 'manual' ? withoutStudentOf(plan, event.data.lessonId) : plan;
    case 'LessonReleased':
      return withoutStudentOf(plan, event.data.lessonId);
    case 'LessonSkipped':
      return withBaseSkip(plan, event.data);
    case 'LessonPinned':
    case 'LessonUnpinned':
    case 'LessonCreated':
    case 'LessonPlaced':
    case 'LessonReinstated':
    case 'LessonDeleted':
    case 'LessonCancelled':
    case 'LessonCancellationChanged':
    case 'LessonRestored':
    case 'LessonRescheduled':
    case 'LessonEdited':
    case 'LessonTakenOver':
      return plan;
  }
};

type PlanStudents = Extract<PlanEvent, { type: 'ScheduleReopened' }>['data']['students'];

const entriesOf = (students: PlanStudents): Map<string, PlanEntry> =>
  new Map(
    students.map(({ studentId, lessonId, bases }) => [
      studentId,
      {
        lessonId,
        bases: bases.flatMap(({ lesson, occurrences }) =>
          isWeekly(lesson) ? [{ lesson, occurrences: occurrences.filter(isOccurrence) }] : [],
        ),
      },
    ]),
  );

const baseOf = (state: ScheduleState, lessonId: string, startsOn: IsoDate): Base[] => {
  const lesson = state.lessons.get(lessonId);
  if (!lesson || !isWeekly(lesson)) return [];
  return [
    { lesson, occurrences: occurrencesOf(state, lessonId).filter(({ originalDate }) => originalDate >= startsOn) },
  ];
};

/**
 * A base when a further run replaces it from `startsOn` on. Until then its own row was current, so that row is used; exceptions that an
 * earlier run removed are kept.
 */
const baseNow = (state: ScheduleState, base: Base, startsOn: IsoDate): Base => {
  const { lessonId } = base.lesson;
  const present = state.lessons.get(lessonId);
  if (!present || !isWeekly(present)) return base;
  const lastOwn = present.validTo ?? '9999-12-31';
  return {
    lesson: base.lesson,
    occurrences: [
      ...base.occurrences.filter(({ originalDate }) => originalDate > lastOwn),
      ...occurrencesOf(state, lessonId).filter(
        ({ originalDate }) => originalDate >= startsOn && originalDate <= lastOwn,
      ),
    ],
  };
};

/** A date of a base that is deleted before the plan's first day stays deleted, whatever the decision. */
const withBaseSkip = (plan: PendingPlan | null, { lessonId, date }: { lessonId: string; date: IsoDate }) => {
  if (!plan) return null;
  const skipped = (base: Base): Base => {
    if (base.lesson.lessonId !== lessonId) return base;
    return { ...base, lesson: { ...base.lesson, skips: [...new Set([...base.lesson.skips, date])].toSorted() } };
  };
  const entries = new Map(
    [...plan.entries].map(([studentId, entry]) => [studentId, { ...entry, bases: entry.bases.map(skipped) }]),
  );
  return { ...plan, entries };
};

/** Each lesson with another teacher once, as the newest run names it. */
const endingOnce = (plan: PendingPlan | null, coming: PendingPlan['endsElsewhere']): PendingPlan['endsElsewhere'] => {
  const all = [...(plan?.endsElsewhere ?? []), ...coming];
  return [...new Map(all.map((series) => [`${series.teacherId} ${series.lessonId}`, series])).values()];
};

/** Permanently ends a base or a pending series; a student with nothing left leaves the plan. */
const withoutLesson = (plan: PendingPlan | null, lessonId: string): PendingPlan | null => {
  if (!plan) return null;
  const entries = new Map(plan.entries);
  for (const [studentId, entry] of plan.entries) {
    const bases = entry.bases.filter(({ lesson }) => lesson.lessonId !== lessonId);
    if (bases.length === entry.bases.length && entry.lessonId !== lessonId) continue;
    const placed = entry.lessonId === lessonId ? null : entry.lessonId;
    if (placed === null && bases.length === 0) entries.delete(studentId);
    else entries.set(studentId, { bases, lessonId: placed });
  }
  return { ...plan, entries };
};

const withoutStudentOf = (plan: PendingPlan | null, lessonId: string): PendingPlan | null => {
  if (!plan) return plan;
  return { ...plan, entries: new Map([...plan.entries].filter(([, entry]) => entry.lessonId !== lessonId)) };
};
