import {
  changeBranch as change,
  dropBranch as drop,
  getBranch,
  listBranches,
  openBranch as open,
  planBranch,
  renameBranch as rename,
  takeOverBranch as takeOver,
  withdrawBranchChange,
} from '@rondo/contracts/api/branches/branches.ts';
import { compareBranches } from '@rondo/contracts/api/branches/comparison.ts';
import { branchEvents, type Branch } from '@rondo/contracts/events/branches/branch.ts';
import { branchesModel } from '@rondo/projections/branches/project.ts';
import { openBranches } from '@rondo/projections/branches/queries.ts';
import type { UpdatingEndpoint } from '@rondo/contracts/api/endpoint.ts';
import type { CommandContext } from '../../../platform/commands/aggregate.ts';
import type { Executed } from '../../../platform/commands/command-handler.ts';
import { derivedId } from '../../../platform/commands/ids.ts';
import { answered, answeredAfter, answeredAll, withBatch } from '../../../platform/http/answer.ts';
import { route, type RequestContext, type Route } from '../../../platform/http/route.ts';
import { InvalidInput, RuleBroken } from '../../../platform/kit/errors.ts';
import type { Services } from '../../../platform/kit/services.ts';
import { closedFirstDays } from '../closed-first-day.ts';
import { admit, planLessons, reportsOf } from '../plan-calls.ts';
import type { PlannerServices } from '../plan-week.ts';
import { comparisonRows, equalColumns, movesFrom } from './comparison.ts';
import { branchColumn, presentOf, sinceBase, standingColumn, type BesidePlanning, type ShownWeek } from './columns.ts';
import { firstDayOfPlans } from './weeks.ts';
import { readChange } from './input.ts';
import { planBranchWeeks, rebase } from './plan.ts';
import { changedRows } from './changed-rows.ts';
import { presentInstant, rowsAt } from './rows.ts';
import { changedSince } from './since.ts';
import { byTeacher } from '../../schedule/reports/views.ts';
import { dayIn, studioNow } from '../../studio/clock.ts';
import { instantOf } from '@rondo/contracts/calendar/instants.ts';
import {
  branchStream,
  changeBranch,
  dropBranch,
  keepPlan,
  mostBranches,
  openBranch,
  openBranchIn,
  renameBranch,
  takeOverBranch,
  withdrawChange,
} from './state.ts';
import { beginningOf, changedCounts, leftPlans, refuseTakenOver } from './taking-over/left-plans.ts';
import { changeViews, figuresView, listedView, namesIn, subjectsOf, weekViews } from './views.ts';

type BranchCalls = PlannerServices & Pick<Services, 'moments' | 'machineNow' | 'sizes'>;

/** Weeks that are tried beside the present one. */
export const branchRoutes = (services: BranchCalls, beside: BesidePlanning): Route[] => {
  const { handlers, models, streams, locks } = services;

  /** @throws NotFound */
  const loaded = async (studioId: string, branchId: string): Promise<Branch> =>
    openBranchIn((await handlers.branch.load(branchStream(studioId, branchId))).state);

  const rowOf = async (studioId: string, branchId: string) => {
    const row = (await openBranches(branchesModel.read(models), studioId)).find((one) => one.branch_id === branchId);
    return row && listedView(row);
  };

  const answeredRow = (
    context: RequestContext<UpdatingEndpoint>,
    id: string,
    executed: Executed<typeof branchEvents>,
  ) => answered(services, context, { executed, id, read: () => rowOf(context.actor.studioId, id) });

  /** Everything of a branch. */
  const wholeBranch = async (studioId: string, branch: Branch) => {
    const present = await presentOf(services, studioId, beside);
    const [own, now] = await Promise.all([
      branchColumn(services, studioId, branch, present.today, beside),
      standingColumn(services, studioId, present, beside),
    ]);
    const plans = branch.plan?.plans ?? [];
    return {
      id: branch.branchId,
      name: branch.name,
      status: branch.status,
      from: branch.from,
      at: branch.at,
      openedAt: (await openedAt(studioId, branch.branchId)) ?? branch.at,
      planned: branch.plan !== null,
      revision: String(branch.revision),
      changes: changeViews(branch.changes, namesIn(own.rows)),
      figures: figuresView(own.figures, { moved: movesFrom(now, own).length, plan: branch.plan }),
      week: weekViews(own.weeks),
      startsOn: firstDayOfPlans(plans),
      changedSince: sinceBase(own, present),
    };
  };
  const openedAt = async (studioId: string, branchId: string): Promise<string | undefined> =>
    (await rowOf(studioId, branchId))?.openedAt;

  /** The changes of a branch after a command. */
  const changesAfter = async (studioId: string, branchId: string, changeId: string) => {
    const branch = await loaded(studioId, branchId);
    const rows = changedRows(await rowsAt(services, studioId, branch.at, beside.taughtAt), branch.changes);
    return { id: changeId, changes: changeViews(branch.changes, namesIn(rows)), revision: String(branch.revision) };
  };

  /** One after the other, so that no two open the last one. */
  const opened = (
    command: CommandContext,
    studioId: string,
    { name, from }: { name: string; from?: string | undefined },
  ) =>
    locks.hold([`branches ${studioId}`], async () => {
      const branchId = derivedId(command.commandId, 'branch');
      const stream = branchStream(studioId, branchId);
      const known = await handlers.branch.known(stream, command, { name, from: from ?? null });
      if (known) return { branchId, executed: known };
      const ids = await streams.entitiesIn(studioId, branchEvents);
      const states = await handlers.branch.loadAll(ids.map((id) => branchStream(studioId, id)));
      if (states.filter(({ state }) => state.branch?.status === 'open').length >= mostBranches)
        throw new RuleBroken(`At most ${mostBranches} branches can be open. Drop one first.`);
      const origin = from === undefined ? null : await loaded(studioId, from);
      const at = origin?.at ?? presentInstant(services);
      const changes = origin?.changes ?? [];
      const executed = await handlers.branch.execute(stream, command, {
        input: { name, from: from ?? null },
        decide: openBranch({ branchId, name, at, from: from ?? null, changes: [...changes] }),
      });
      return { branchId, executed };
    });

  return [
    route(listBranches, async (_, { actor: { studioId } }) =>
      (await openBranches(branchesModel.read(models), studioId)).map(listedView),
    ),
    route(open, async ({ body }, context) => {
      const { branchId, executed } = await opened(context.command, context.actor.studioId, body);
      return answeredRow(context, branchId, executed);
    }),
    route(getBranch, async ({ params: { id } }, { actor: { studioId } }) =>
      wholeBranch(studioId, await loaded(studioId, id)),
    ),
    route(rename, async ({ params: { id }, body: { name } }, context) => {
      const executed = await handlers.branch.execute(branchStream(context.actor.studioId, id), context.command, {
        input: { id, name },
        decide: renameBranch(name),
      });
      return answeredRow(context, id, executed);
    }),
    route(drop, async ({ params: { id } }, context) => {
      const executed = await handlers.branch.execute(branchStream(context.actor.studioId, id), context.command, {
        input: id,
        decide: dropBranch,
      });
      return answeredAll(services, context, [executed], { success: true });
    }),
    route(change, async ({ params: { id }, body }, context) => {
      const { actor, command } = context;
      const { studioId } = actor;
      const branch = await loaded(studioId, id);
      const base = await rowsAt(services, studioId, branch.at, beside.taughtAt);
      const rows = changedRows(base, branch.changes);
      const changeId = derivedId(command.commandId, 'change');
      const read = await readChange(services, { studioId, rows, commandId: command.commandId }, body.change);
      const executed = await handlers.branch.execute(branchStream(studioId, id), command, {
        input: { id, ...body },
        decide: changeBranch({ changeId, change: read }, body.revision),
      });
      return answered(services, context, { executed, id: changeId, read: () => changesAfter(studioId, id, changeId) });
    }),
    route(withdrawBranchChange, async ({ params: { id, changeId } }, context) => {
      const { studioId } = context.actor;
      const executed = await handlers.branch.execute(branchStream(studioId, id), context.command, {
        input: { id, changeId },
        decide: withdrawChange(changeId),
      });
      return answered(services, context, { executed, id: changeId, read: () => changesAfter(studioId, id, changeId) });
    }),
    route(planBranch, async ({ params: { id }, body }, context) => {
      if (body.together === true)
        throw new InvalidInput('Planning several teachers together is not possible yet. Plan them one by one.');
      const { actor, command } = context;
      const { studioId, isGuest } = actor;
      const branch = await loaded(studioId, id);
      const at = presentInstant(services);
      const [base, now] = await Promise.all([
        rowsAt(services, studioId, branch.at, beside.taughtAt),
        rowsAt(services, studioId, at, beside.taughtAt),
      ]);
      const { changed, fellAway } = rebase(branch.changes, base, now);
      const remaining = branch.changes.filter((one) => !fellAway.includes(one));
      const names = namesIn(changedRows(base, branch.changes));
      const { planned, failed } = await admit(services, context, (admitted) =>
        planBranchWeeks(services, { studioId, isGuest, branch, remaining }, { at, now }, body, admitted),
      );
      const executed = await handlers.branch.execute(branchStream(studioId, id), command, {
        input: { id, ...body },
        decide: keepPlan(
          planned,
          fellAway.map(({ changeId }) => changeId),
          branch.revision,
        ),
      });
      await models.isVisible(executed, context.endpoint);
      const after = await loaded(studioId, id);
      return withBatch(executed.batchId, {
        branch: await wholeBranch(studioId, after),
        rebased: { changed: subjectsOf(changed, names), fellAway: subjectsOf(fellAway, names) },
        failed,
      });
    }),
    route(takeOver, async ({ params: { id }, body: { revision } }, context) => {
      const { actor, command } = context;
      const { studioId } = actor;
      const stream = branchStream(studioId, id);
      const input = { id, revision };
      const reportIdOf = (teacherId: string): string => derivedId(command.commandId, `report ${teacherId}`);
      const known = await handlers.branch.known(stream, command, input);
      const decided = async () => {
        const { state } = await handlers.branch.load(stream);
        const { timeZone } = await studioNow(services, studioId);
        const dayOf = (instant: string) => dayIn(timeZone)(instantOf(instant));
        refuseTakenOver(state.branch, dayOf);
        const branch = openBranchIn(state, revision);
        const checkedAt = presentInstant(services);
        const [base, present] = await Promise.all([
          rowsAt(services, studioId, branch.at, beside.taughtAt),
          presentOf(services, studioId, beside),
        ]);
        const since = changedSince(base, present.rows, present.today);
        const runId = derivedId(command.commandId, 'run');
        const plans = await leftPlans(services, { studioId, branch, base, since, reportIdOf, runId });
        const closures = base.closures.map(({ closureId, states }) => ({ closureId, states: [...states] }));
        return services.sizes.adding(studioId, { students: changedCounts(branch).added }, () =>
          handlers.branch.execute(stream, command, {
            input,
            decide: (current) => {
              refuseTakenOver(current.branch, dayOf);
              return takeOverBranch({ plans, closures, checkedAt }, revision)(current);
            },
          }),
        );
      };
      const executed = known ?? (await decided());
      return answeredAfter(services, context, executed.batchId, async () => {
        const { state } = await handlers.branch.load(stream);
        const plans = executed.events.flatMap((event) => (event.type === 'BranchTakenOver' ? event.data.plans : []));
        if (state.branch?.status === 'open' && state.branch.failed !== null) throw new RuleBroken(state.branch.failed);
        const reports = await reportsOf(
          services,
          studioId,
          plans.map(({ reportId }) => reportId),
        );
        const teacherIds = plans.map(({ teacherId }) => teacherId);
        return {
          optimizationReports: byTeacher(reports),
          lessons: await planLessons(services, studioId, teacherIds),
          failed: [],
          closedFirstDays: await closedFirstDays(services, studioId, plans.map(beginningOf)),
          changed: changedCounts(state.branch ?? { changes: [] }),
        };
      });
    }),
    route(compareBranches, async ({ query: { ids } }, { actor: { studioId } }) => {
      const branches = await Promise.all(ids.map((id) => loaded(studioId, id)));
      const present = await presentOf(services, studioId, beside);
      const now = await standingColumn(services, studioId, present, beside);
      const own: ShownWeek[] = [];
      for (const branch of branches) own.push(await branchColumn(services, studioId, branch, present.today, beside));
      const rows = comparisonRows(now, own, present.rows.settings.currency);
      const columns = [
        {
          id: null,
          name: now.name,
          planned: false,
          startsOn: null,
          changes: [],
          changedSince: [],
          revision: null,
        },
        ...branches.map((branch, i) => {
          const column = own[i] ?? now;
          return {
            id: branch.branchId,
            name: branch.name,
            planned: branch.plan !== null,
            startsOn: firstDayOfPlans(branch.plan?.plans ?? []),
            changes: subjectsOf(branch.changes, namesIn(column.rows)),
            changedSince: sinceBase(column, present),
            revision: String(branch.revision),
          };
        }),
      ];
      return { columns, rows, equals: equalColumns(rows, columns) };
    }),
  ];
};
