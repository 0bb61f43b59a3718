import {
  createHousehold,
  changeHousehold,
  householdStream,
  removeHousehold,
} from '../../domain/people/households/household.ts';
import { setHousehold, type StudentState } from '../../domain/people/student.ts';
import { dismissSuggestion } from '../../domain/studio/studio.ts';
import type { Step } from '../../domain/lessons/testing/steps.ts';
import type { CommandContext } from '../../platform/commands/aggregate.ts';
import type { Executed } from '../../platform/commands/command-handler.ts';
import type { StudioInMemory } from './studio-in-memory.ts';

type FamilyStep = Omit<Step, 'kind'> & {
  readonly kind: 'make family' | 'change family' | 'move to family' | 'delete family' | 'dismiss family';
};
type Done = readonly Pick<Executed<never>, 'batchId'>[];

/** Carries out one of these actions on families: each is one batch. */
export const onFamilies = async (
  { services, studioId, roster, studios, present }: StudioInMemory,
  { kind, nth, hour }: FamilyStep,
  context: CommandContext,
): Promise<Done> => {
  const { students, families } = present();
  const householdId = kind === 'make family' ? `F ${context.commandId.slice(0, 8)}` : families[nth % families.length];
  const members = students.filter((_, i) => (i + nth) % 2 === 0);
  const details = { name: `Family ${hour}`, address: null, city: null, zipCode: null, contacts: [] };
  const ofFamily = (decide: Parameters<typeof services.handlers.household.execute>[2]['decide']) =>
    services.handlers.household.execute(householdStream(studioId, householdId ?? ''), context, { input: kind, decide });
  const ofStudents = (
    ids: readonly string[],
    decide: (state: StudentState) => ReturnType<ReturnType<typeof setHousehold>>,
  ) =>
    Promise.all(
      ids.map((id) => roster.students.execute(roster.studentStream(studioId, id), context, { input: kind, decide })),
    );
  const joins = (state: StudentState) => (state ? setHousehold(householdId ?? null)(state) : []);
  if (kind === 'dismiss family') {
    const decide = dismissSuggestion(members);
    if (members.length === 0) return [];
    return [await studios.handler.execute(`studio-${studioId}`, context, { input: kind, decide })];
  }
  if (kind === 'make family')
    return [
      await ofFamily(createHousehold({ householdId: householdId ?? '', details })),
      ...(await ofStudents(members, joins)),
    ];
  if (householdId === undefined) return [];
  switch (kind) {
    case 'change family':
      return [await ofFamily(changeHousehold({ name: `Family ${nth}` }, undefined))];
    case 'move to family':
      return ofStudents(
        members.slice(0, 1),
        hour % 2 === 0 ? joins : (state) => (state ? setHousehold(null)(state) : []),
      );
    case 'delete family':
      return [
        ...(await ofStudents(students, (state) =>
          state?.householdId === householdId ? setHousehold(null)(state) : [],
        )),
        await ofFamily(removeHousehold),
      ];
  }
};
