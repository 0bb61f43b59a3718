import type { Household, HouseholdSuggestion } from '@rondo/contracts/api/people/households.ts';
import { familyInWords } from '@rondo/contracts/people/family-name.ts';
import type { InputTo } from '../../../api/calls.ts';
import { commandAnswered, type Done } from '../../../api/client.ts';
import { carryOut, send, useAction } from '../../../api/commands/command.ts';

type Step = () => Promise<Done<unknown>>;

/** Makes calls one after the other, which are one action of the user. */
const inSteps = async (steps: readonly Step[]): Promise<Done<null>> => {
  const done: Done<unknown>[] = [];
  for (const step of steps) done.push(await step());
  return {
    answer: null,
    batches: done.flatMap(({ batches }) => batches),
    calls: done.flatMap(({ calls }) => calls),
  };
};

const setFamily = (id: string, householdId: string | null): Promise<Done<unknown>> =>
  commandAnswered('PUT /api/students/:id/household', { params: { id }, body: { householdId } });

/** A student joins a family, makes a new one or leaves; `new`: a new one. */
export const joinFamily = (studentId: string, family: string): Promise<Done<unknown>> =>
  family === 'new'
    ? commandAnswered('POST /api/households', { body: { studentIds: [studentId] } })
    : setFamily(studentId, family === '' ? null : family);

/** Makes a suggested family, or has students join the family that is suggested. */
export const useMakeFamily = () =>
  useAction(
    ({ studentIds, householdId }: HouseholdSuggestion) =>
      householdId === null
        ? commandAnswered('POST /api/households', { body: { studentIds } })
        : inSteps(studentIds.map((id) => () => setFamily(id, householdId))),
    {
      done: (_, { householdId, name, studentIds }) => {
        if (householdId === null) return { title: `${name} made`, description: 'They have one account from now on.' };
        return `${studentIds.length === 1 ? 'Student' : 'Students'} added to ${familyInWords(name)}`;
      },
      failed: 'Failed to make the family',
    },
  );

export const useDismiss = () =>
  useAction(
    ({ studentIds }: HouseholdSuggestion) =>
      commandAnswered('POST /api/households/suggestions/dismiss', { body: { studentIds } }),
    { done: 'This family is not suggested again', failed: 'Failed to dismiss the suggestion' },
  );

type Changes = Required<Pick<InputTo<'PATCH /api/households/:id'>['body'], 'name' | 'address' | 'contacts'>>;

/** Changes a family and who belongs to it. @throws what the form shows */
export const saveFamily = (before: Household, changes: Changes, studentIds: readonly string[]): Promise<Done<null>> =>
  carryOut(
    () =>
      inSteps([
        () =>
          commandAnswered('PATCH /api/households/:id', {
            params: { id: before.id },
            body: { ...changes, revision: before.revision },
          }),
        ...before.studentIds.filter((id) => !studentIds.includes(id)).map((id) => () => setFamily(id, null)),
        ...studentIds.filter((id) => !before.studentIds.includes(id)).map((id) => () => setFamily(id, before.id)),
      ]),
    { done: `${changes.name} saved`, failed: null },
  );

export const deleteFamily = ({ id, name }: Household) =>
  send(
    'DELETE /api/households/:id',
    { params: { id } },
    { done: `${name} deleted`, failed: 'Failed to delete family' },
  );
