import {
  createHousehold,
  deleteHousehold,
  dismissSuggestion,
  listHouseholds,
  listSuggestions,
  setStudentHousehold,
  updateHousehold,
  type Household,
} from '@rondo/contracts/api/people/households.ts';
import { studioEvents } from '@rondo/contracts/events/studio.ts';
import { streamName } from '@rondo/contracts/events/stream-name.ts';
import * as queries from '@rondo/projections/households/queries.ts';
import { householdsModel } from '@rondo/projections/households/project.ts';
import { householdsTable, membersTable } from '@rondo/projections/households/table.ts';
import { pauses } from '@rondo/projections/pacing/pauses.ts';
import { studentsModel } from '@rondo/projections/students/project.ts';
import * as students from '@rondo/projections/students/queries.ts';
import { derivedId } from '../../../platform/commands/ids.ts';
import { answered, answeredAfter } from '../../../platform/http/answer.ts';
import { asThen } from '../../../platform/http/bodies/revalidated.ts';
import { route, type RequestContext, type Route } from '../../../platform/http/route.ts';
import type { Services } from '../../../platform/kit/services.ts';
import { momentAt, type PastMoment } from '../../../platform/models/moments/as-of.ts';
import { onStudio } from '../../studio/commands.ts';
import { dismissSuggestion as dismissing, isDismissed } from '../../studio/studio.ts';
import { loadStudent } from '../roster.ts';
import type { AddressesOf } from '../students-api.ts';
import { householdView, studentView } from '../views.ts';
import { changeHousehold, householdStream, loadHousehold } from './household.ts';
import { deleteHousehold as deletes, makeHousehold, moveStudent } from './membership.ts';
import { suggestionsFor } from './suggestions.ts';

/** The list of families at a moment. */
const householdsAt = async ({ moment }: PastMoment): Promise<Household[]> => {
  const then = await moment.of(householdsModel);
  const rows = await queries.householdsByName(then.rows(householdsTable), then.rows(membersTable));
  return rows.map(householdView);
};

/** Whom the lists of students suggest as a family. */
const suggestions = async ({ models, handlers }: Pick<Services, 'models' | 'handlers'>, studioId: string) => {
  const [rows, households, { state }] = await Promise.all([
    students.listStudents(studentsModel.read(models), studioId),
    queries.listHouseholds(householdsModel.read(models), studioId),
    handlers.studio.load(streamName(studioEvents, studioId)),
  ]);
  const names = new Map(households.map(({ household }) => [household.household_id, household.details.name]));
  const pause = pauses();
  const candidates = [];
  for (const { student_id: id, details, household_id: householdId } of rows) {
    // One whose family does not stand is in none.
    candidates.push({ ...details, id, householdId: names.has(householdId ?? '') ? householdId : null });
    await pause();
  }
  return suggestionsFor(
    candidates,
    (id) => names.get(id) ?? '',
    (studentIds) => isDismissed(state, studentIds),
  );
};

/**
 * Families, who belongs to them, and who is suggested as one.
 * @param hasLines whether anything stands on the account of a payer
 */
export const householdRoutes = (
  services: Pick<Services, 'handlers' | 'models' | 'store' | 'locks' | 'moments' | 'now' | 'machineNow'>,
  addressesOf: AddressesOf,
  hasLines: (studioId: string, payerId: string) => Promise<boolean>,
): Route[] => {
  const { handlers, models } = services;
  const find = async (studioId: string, householdId: string) => {
    const found = await queries.findHousehold(householdsModel.read(models), studioId, householdId);
    return found && householdView(found);
  };
  const findStudent = async ({ actor: { studioId }, request }: RequestContext, id: string) => {
    const [row, addressOf] = await Promise.all([
      students.findStudent(studentsModel.read(models), studioId, id),
      addressesOf(studioId, request),
    ]);
    return row && studentView(row, addressOf(id));
  };

  /** One that the list does not show yet. */
  const fromLog = async (studioId: string, householdId: string, studentIds: readonly string[]): Promise<Household> => {
    const { details, createdAt, revision } = await loadHousehold(services, studioId, householdId);
    const members = { studentIds: [...studentIds], formerStudentIds: [] };
    return { ...details, ...members, id: householdId, createdAt, revision: String(revision) };
  };

  return [
    route(listHouseholds, async ({ query: { asOf } }, { actor: { studioId } }) => {
      if (asOf === undefined)
        return (await queries.listHouseholds(householdsModel.read(models), studioId)).map(householdView);
      const then = momentAt(services, studioId, asOf);
      return asThen(then, [householdsModel], () => householdsAt(then));
    }),
    route(createHousehold, async ({ body }, context) => {
      const { studioId } = context.actor;
      const { householdId, failed } = await makeHousehold(services, context.command, body);
      return answeredAfter(services, context, context.command.commandId, async () => {
        const isFailed = new Set(failed.map(({ id }) => id));
        const joined = body.studentIds.filter((id) => !isFailed.has(id));
        return { ...((await find(studioId, householdId)) ?? (await fromLog(studioId, householdId, joined))), failed };
      });
    }),
    route(updateHousehold, async ({ params: { id }, body }, context) => {
      const { command, actor } = context;
      const { revision, contacts, ...changes } = body;
      const known = new Set((await loadHousehold(services, actor.studioId, id)).details.contacts.map((one) => one.id));
      const numbered = contacts?.map((contact, i) => ({
        ...contact,
        id:
          contact.id !== undefined && known.has(contact.id) ? contact.id : derivedId(command.commandId, `contact ${i}`),
        email: contact.email ?? null,
        phone: contact.phone ?? null,
      }));
      const executed = await handlers.household.execute(householdStream(actor.studioId, id), command, {
        input: body,
        decide: changeHousehold({ ...changes, contacts: numbered }, revision),
      });
      return answered(services, context, { executed, id, read: () => find(actor.studioId, id) });
    }),
    route(setStudentHousehold, async ({ params: { id }, body: { householdId } }, context) => {
      const executed = await moveStudent(services, context.command, { studentId: id, householdId });
      return answered(services, context, { executed, id, read: () => findStudent(context, id) });
    }),
    route(deleteHousehold, async ({ params: { id } }, context) => {
      const { studioId } = context.actor;
      const executed = await deletes(services, context.command, id, () => hasLines(studioId, id));
      return answered(services, context, { executed, id, read: async () => ({ success: true }) });
    }),
    route(listSuggestions, (_, { actor: { studioId } }) => suggestions(services, studioId)),
    route(dismissSuggestion, async ({ body: { studentIds } }, context) => {
      const { studioId } = context.actor;
      await Promise.all(studentIds.map((id) => loadStudent(services, studioId, id)));
      const executed = await onStudio(services, context.command, { dismisses: studentIds }, dismissing(studentIds));
      return answered(services, context, { executed, id: studioId, read: async () => ({ success: true }) });
    }),
  ];
};
