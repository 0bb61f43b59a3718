import type { RequestOf } from '@rondo/contracts/api/endpoint.ts';
import {
  createClosure,
  createClosures,
  deleteClosure,
  listClosures,
  previewClosure,
  updateClosure,
  type Closure as ClosureView,
  type ClosureInput,
  type ClosurePreview,
} from '@rondo/contracts/api/studio/closures.ts';
import { toMinutes } from '@rondo/contracts/calendar/times.ts';
import type { ClosureTerms, EnteredClosure } from '@rondo/contracts/events/schedule/timeoff.ts';
import { lessonsModel } from '@rondo/projections/lessons/project.ts';
import { lessonsTable } from '@rondo/projections/lessons/table.ts';
import { studentsModel } from '@rondo/projections/students/project.ts';
import { studentsTable } from '@rondo/projections/students/table.ts';
import { studiosModel } from '@rondo/projections/studios/project.ts';
import { timeoffModel } from '@rondo/projections/timeoff/project.ts';
import { derivedId } from '../../../platform/commands/ids.ts';
import { answered, answeredAfter } from '../../../platform/http/answer.ts';
import { asThen } from '../../../platform/http/bodies/revalidated.ts';
import { route, type Route } from '../../../platform/http/route.ts';
import { InvalidInput, NotFound } from '../../../platform/kit/errors.ts';
import { momentAt } from '../../../platform/models/moments/as-of.ts';
import { loadTeacher, refuseUnknownTeacher } from '../../people/roster.ts';
import { closuresThen } from '../../schedule/time-off/closures.ts';
import {
  changeClosure,
  changedTerms,
  enterClosures,
  removeClosure,
  timeoffStream,
  type TimeoffState,
} from '../../schedule/time-off/state.ts';
import { studioNow, studioThen } from '../../studio/clock.ts';
import { lessonTitles } from '../../schedule/lookup/student-times.ts';
import { returnedOverlaps } from './effects.ts';
import { aroundNow, closuresWith, effectsWith, listOf, personOf, type Around, type TimeOffServices } from './around.ts';
import { previewFrom, type Money } from './preview.ts';

type MoneyOf = (studioId: string) => Promise<Money>;
const minutesOf = (time: string | null | undefined): number | null =>
  time === null || time === undefined ? null : toMinutes(time);

/** What was entered; what is left out is as in a new closure. */
const termsOf = (body: ClosureInput): ClosureTerms => ({
  from: body.from,
  to: body.to,
  fromTime: minutesOf(body.fromTime),
  toTime: minutesOf(body.toTime),
  teacherIds: body.teacherIds ?? null,
  kind: body.kind,
  reason: body.reason ?? null,
  money: body.money ?? 'refund',
  uid: body.uid ?? null,
  owedDays: null,
});

/** What a change names. */
const changesOf = ({
  fromTime,
  toTime,
  revision: _,
  ...changes
}: RequestOf<typeof updateClosure>['body']): Partial<ClosureTerms> => {
  const named = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
  return {
    ...named,
    ...(fromTime === undefined ? {} : { fromTime: minutesOf(fromTime) }),
    ...(toTime === undefined ? {} : { toTime: minutesOf(toTime) }),
  };
};

const stateOf = (closures: readonly EnteredClosure[]): Pick<TimeoffState, 'closures' | 'policies'> => ({
  closures: new Map(closures.map((one) => [one.closureId, one])),
  policies: new Map(),
});

/** The closures that a preview names, with their terms. @throws NotFound, InvalidInput, RuleBroken */
const previewed = (
  { closures, clock }: Around,
  body: RequestOf<typeof previewClosure>['body'],
): { closureId: string; terms: ClosureTerms | null }[] => {
  const { id, remove, closures: many, ...fields } = body;
  const state = stateOf(closures);
  if (id !== undefined) {
    if (remove === true) {
      removeClosure(id, clock)(state);
      return [{ closureId: id, terms: null }];
    }
    return [{ closureId: id, terms: changedTerms(state, id, { changes: changesOf(fields), clock }) }];
  }
  const { from, to, kind } = fields;
  const entered =
    many ??
    (from !== undefined && to !== undefined && kind !== undefined
      ? [{ ...fields, from, to, kind, reason: fields.reason }]
      : []);
  if (entered.length === 0) throw new InvalidInput('Please choose the days to close.');
  const changes = entered.map((one, i) => ({ closureId: `new ${i}`, terms: termsOf(one), lessons: null }));
  enterClosures(changes, clock)(state);
  return changes;
};

/** For what is entered, removed teachers are unknown too; what there is keeps them. @throws NotFound */
const refuseUnknown = async (
  services: TimeOffServices,
  studioId: string,
  teacherIds: readonly string[] | null | undefined,
  isEntered: boolean,
): Promise<void> => {
  for (const teacherId of teacherIds ?? [])
    await (isEntered ? loadTeacher : refuseUnknownTeacher)(services, studioId, teacherId);
};

/**
 * When teachers do not teach.
 * @param moneyOf what invoices bill, for previews
 */
export const timeOffRoutes = (services: TimeOffServices, moneyOf: MoneyOf): Route[] => {
  const { handlers } = services;

  const preview = async (studioId: string, body: RequestOf<typeof previewClosure>['body']): Promise<ClosurePreview> => {
    const [around, money, titleOf] = await Promise.all([
      aroundNow(services, studioId),
      moneyOf(studioId),
      lessonTitles(services, studioId),
    ]);
    for (const one of [body, ...(body.closures ?? [])])
      await refuseUnknown(services, studioId, one.teacherIds, body.id === undefined);
    const changes = previewed(around, body);
    const effects = await effectsWith(around, changes);
    const after = closuresWith(around, changes);
    return previewFrom(effects, {
      money,
      people: {
        nameOf: (studentId) => around.people.get(studentId)?.name ?? 'Unknown Student',
        payerOf: (studentId) => around.people.get(studentId)?.payer ?? studentId,
      },
      conflicts: returnedOverlaps(effects, { rows: around.rows, closures: after, titleOf }),
    });
  };

  const closureIn = async (studioId: string, id: string): Promise<ClosureView | undefined> => {
    const around = await aroundNow(services, studioId);
    return listOf(around, {}).find((one) => one.id === id);
  };

  /** What lessons that come back by a change overlap. */
  const overlapsOf = async (studioId: string, closureId: string, terms: (around: Around) => ClosureTerms | null) => {
    const [around, titleOf] = await Promise.all([aroundNow(services, studioId), lessonTitles(services, studioId)]);
    const changes = [{ closureId, terms: terms(around) }];
    const effects = await effectsWith(around, changes);
    return returnedOverlaps(effects, { rows: around.rows, closures: closuresWith(around, changes), titleOf });
  };

  const enter = async (
    studioId: string,
    bodies: readonly ClosureInput[],
    commandId: string,
  ): Promise<{ decide: (state: TimeoffState) => ReturnType<ReturnType<typeof enterClosures>>; ids: string[] }> => {
    for (const { teacherIds } of bodies) await refuseUnknown(services, studioId, teacherIds, true);
    const around = await aroundNow(services, studioId);
    const closures = bodies.map((body, i) => ({
      closureId: derivedId(commandId, `closure ${i}`),
      terms: termsOf(body),
    }));
    const entering = [];
    for (const one of closures) {
      const effects = await effectsWith(around, [one]);
      entering.push({ ...one, lessons: effects.filter(({ effect }) => effect === 'closes').length });
    }
    return { decide: enterClosures(entering, around.clock), ids: closures.map(({ closureId }) => closureId) };
  };

  return [
    route(listClosures, async ({ query: { from, to, asOf } }, { actor: { studioId } }) => {
      if (asOf === undefined) return listOf(await aroundNow(services, studioId), { from, to });
      const then = momentAt(services, studioId, asOf);
      return asThen(then, [timeoffModel, lessonsModel, studentsModel, studiosModel], async () => {
        const { moment, instant } = then;
        const [lessons, students, closures, clock] = await Promise.all([
          moment.of(lessonsModel),
          moment.of(studentsModel),
          closuresThen(moment),
          studioThen(moment, instant),
        ]);
        const rows = lessons.rows(lessonsTable).map(({ teacher_id: teacherId, lesson }) => ({ teacherId, lesson }));
        const people = new Map(students.rows(studentsTable).map(personOf));
        return listOf({ rows, people, closures, clock }, { from, to });
      });
    }),
    route(previewClosure, ({ body }, { actor: { studioId } }) => preview(studioId, body)),
    route(createClosure, async ({ body }, context) => {
      const { studioId } = context.actor;
      const { decide, ids } = await enter(studioId, [body], context.command.commandId);
      const executed = await handlers.timeoff.execute(timeoffStream(studioId), context.command, {
        input: body,
        decide,
      });
      const [id = ''] = ids;
      return answered(services, context, { executed, id, read: () => closureIn(studioId, id) });
    }),
    route(createClosures, async ({ body }, context) => {
      const { studioId } = context.actor;
      const { decide, ids } = await enter(studioId, body.closures, context.command.commandId);
      await handlers.timeoff.execute(timeoffStream(studioId), context.command, { input: body, decide });
      return answeredAfter(services, context, context.command.commandId, async () => {
        const all = listOf(await aroundNow(services, studioId), {});
        return all.filter(({ id }) => ids.includes(id));
      });
    }),
    route(updateClosure, async ({ params: { id }, body }, context) => {
      const { studioId } = context.actor;
      await refuseUnknown(services, studioId, body.teacherIds, false);
      const clock = await studioNow(services, studioId);
      const change = { changes: changesOf(body), seen: body.revision, clock };
      const conflicts = await overlapsOf(studioId, id, ({ closures }) =>
        changedTerms(stateOf(closures), id, { changes: change.changes, clock }),
      ).catch((error: unknown) => {
        if (error instanceof NotFound) return [];
        throw error;
      });
      const executed = await handlers.timeoff.execute(timeoffStream(studioId), context.command, {
        input: { id, body },
        decide: changeClosure(id, change),
      });
      return answered(services, context, {
        executed,
        id,
        read: async () => {
          const closure = await closureIn(studioId, id);
          return closure && { ...closure, conflicts };
        },
      });
    }),
    route(deleteClosure, async ({ params: { id } }, context) => {
      const { studioId } = context.actor;
      const clock = await studioNow(services, studioId);
      const conflicts = await overlapsOf(studioId, id, () => null);
      const executed = await handlers.timeoff.execute(timeoffStream(studioId), context.command, {
        input: { id },
        decide: removeClosure(id, clock),
      });
      return answered(services, context, { executed, id, read: async () => ({ success: true, conflicts }) });
    }),
  ];
};
