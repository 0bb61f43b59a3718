import { addDays } from '@rondo/contracts/calendar/dates.ts';
import { presentTerms, type ClosureTerms } from '@rondo/contracts/events/schedule/timeoff.ts';
import { policyTerms } from '@rondo/contracts/policy/policy.ts';
import { writeFamilyNote, writePrivateNote } from '../../domain/people/notes/commands.ts';
import { notesStream } from '../../domain/people/notes/state.ts';
import { enterPolicy, removePolicy } from '../../domain/schedule/time-off/policy.ts';
import {
  changeClosure,
  enterClosures,
  removeClosure,
  timeoffStream,
  type TimeoffState,
} from '../../domain/schedule/time-off/state.ts';
import { changeTerm, enterTerm, removeTerm } from '../../domain/schedule/time-off/terms.ts';
import type { CommandContext } from '../../platform/commands/aggregate.ts';
import type { Step } from '../../domain/lessons/testing/steps.ts';
import type { StudioInMemory } from './studio-in-memory.ts';

/** What a studio has agreed on, and when it does not teach. */
export const timeOffSteps = [
  ...(['close days', 'change closed days', 'open closed days'] as const),
  ...(['enter term', 'change term', 'remove term', 'enter policy', 'remove policy'] as const),
  ...(['write note', 'write private note'] as const),
] as const;
export type TimeOffStep = Omit<Step, 'kind'> & { readonly kind: (typeof timeOffSteps)[number] };

/** All teachers or one, whole days or a part of them, from today on or later, one over the other. */
const termsOf = ({ nth, ahead, teacher, hour }: TimeOffStep, today: string): ClosureTerms => {
  const from = addDays(today, ahead);
  return {
    from,
    to: addDays(from, nth * 3),
    fromTime: nth % 2 === 0 ? null : hour * 60,
    toTime: nth === 1 ? hour * 60 + 120 : null,
    teacherIds: nth < 3 ? null : [teacher],
    kind: nth === 0 ? 'sick' : 'holiday',
    reason: nth % 3 === 0 ? null : 'Winter break',
    money: nth % 2 === 0 ? 'owed' : 'refundMonthlyToo',
    uid: null,
    owedDays: null,
  };
};

/** By turns 48 and 24 hours with a lesson that is owed, the day before with half the price, and none. */
const policyOf = (nth: number) =>
  nth % 3 === 2
    ? null
    : policyTerms.parse({
        tiers:
          nth % 3 === 0
            ? [
                { hours: 48, outcome: { owed: true } },
                { hours: 24, outcome: { charge: 50 } },
              ]
            : [{ dayBefore: '17:00', outcome: { charge: 50 } }],
        noShow: nth === 3 ? 50 : 100,
        ours: nth % 2 === 0 ? 'owed' : 'refund',
        owedPerTerm: nth === 0 ? 1 : null,
      });

type OnStudio = TimeOffStep & { readonly kind: Exclude<TimeOffStep['kind'], 'write note' | 'write private note'> };

const decisionOf = (step: OnStudio, state: TimeoffState, { today, id }: { today: string; id: string }) => {
  const { kind, nth, ahead } = step;
  const clock = { today };
  const pick = (ids: readonly string[]): string => ids[nth % Math.max(ids.length, 1)] ?? 'none';
  const closure = pick(
    [...state.closures.values()].flatMap((one) => (presentTerms(one) === null ? [] : one.closureId)),
  );
  const term = pick([...state.terms.keys()]);
  switch (kind) {
    case 'change closed days':
      return changeClosure(closure, { changes: { to: addDays(today, 7 + ahead), money: 'refund' }, clock });
    case 'open closed days':
      return removeClosure(closure, clock);
    case 'enter term':
      return enterTerm(id, { name: `Term ${nth}`, from: addDays(today, 14 * nth), to: addDays(today, 14 * nth + 13) });
    case 'change term':
      return changeTerm(term, { changes: { name: `Term ${ahead}` }, seen: undefined });
    case 'remove term':
      return removeTerm(term);
    case 'enter policy':
      return enterPolicy({ policyId: id, from: addDays(today, ahead), terms: policyOf(nth) }, clock);
    case 'remove policy':
      return removePolicy(
        pick([...state.policies.values()].flatMap((one) => (one.removed ? [] : one.policyId))),
        clock,
      );
    case 'close days':
      return enterClosures([{ closureId: id, terms: termsOf(step, today), lessons: null }], clock);
  }
};

/** Carries out one of these actions. */
export const onTimeOff = async (
  { services: { handlers }, studioId, today, present }: StudioInMemory,
  step: TimeOffStep,
  context: CommandContext,
) => {
  const { kind, nth, ahead } = step;
  if (kind === 'write note' || kind === 'write private note') {
    const { students } = present();
    const studentId = students[nth % students.length] ?? step.student;
    const text = nth === 5 ? '' : `Scales ${step.hour}`;
    const note = { studentId, date: addDays(today(), -ahead), text, revision: undefined };
    const decide =
      kind === 'write note'
        ? writeFamilyNote({ ...note, share: text === '' ? undefined : nth % 2 === 0, today: today() })
        : writePrivateNote(note);
    return [await handlers.notes.execute(notesStream(studioId, studentId), context, { input: step, decide })];
  }
  const stream = timeoffStream(studioId);
  const { state } = await handlers.timeoff.load(stream);
  const decide = decisionOf({ ...step, kind }, state, {
    today: today(),
    id: `${kind} ${context.commandId.slice(0, 8)}`,
  });
  return [await handlers.timeoff.execute(stream, context, { input: step, decide })];
};
