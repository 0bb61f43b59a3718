import type { EventCategory } from '@rondo/contracts/events/event.ts';
import type { HouseholdDetails } from '@rondo/contracts/events/household.ts';
import { householdsModel } from '@rondo/projections/households/project.ts';
import { listHouseholds } from '@rondo/projections/households/queries.ts';
import { createHousehold, householdStream, removeHousehold } from '../../domain/people/households/household.ts';
import { studentStream } from '../../domain/people/roster.ts';
import { registered, setHousehold } from '../../domain/people/student.ts';
import type { CommandContext } from '../../platform/commands/aggregate.ts';
import type { Executed } from '../../platform/commands/command-handler.ts';
import { derivedId } from '../../platform/commands/ids.ts';
import type { Services } from '../../platform/kit/services.ts';

// The families of the sample studio.

type SampleFamily = {
  readonly name: string;
  /** Full names. */
  readonly students: readonly string[];
  readonly contacts: readonly Pick<HouseholdDetails['contacts'][number], 'name' | 'email' | 'phone' | 'gets'>[];
};

const sampleFamilies: readonly SampleFamily[] = [
  {
    name: 'Park family',
    students: ['Mia Park', 'Theo Park'],
    contacts: [
      { name: 'Grace Park', email: 'grace@park.example', phone: '(512) 555-0111', gets: 'both' },
      { name: 'Joon Park', email: 'joon@park.example', phone: '(512) 555-0149', gets: 'schedule' },
    ],
  },
  {
    name: 'Jensen and Olsen family',
    students: ['Clara Jensen', 'Freya Olsen'],
    contacts: [{ name: 'Karin Olsen', email: 'karin@olsen.example', phone: '(512) 555-0128', gets: 'both' }],
  },
];

/** The command of a part of the batch. */
type PartOf = (name: string) => CommandContext;

type Ids = {
  readonly familyId: (name: string) => string;
  readonly studentId: (fullName: string) => string;
};

/** Makes the families of students who are registered. */
export const makeSampleFamilies = async (
  { handlers }: Pick<Services, 'handlers'>,
  part: PartOf,
  { familyId, studentId }: Ids,
): Promise<Executed<EventCategory>[]> => {
  const done: Executed<EventCategory>[] = [];
  for (const { name, students, contacts } of sampleFamilies) {
    const householdId = familyId(name);
    const command = part(householdId);
    const { studioId } = command;
    const numbered = contacts.map((contact, i) => ({ ...contact, id: derivedId(householdId, `contact ${i}`) }));
    const details = { name, address: null, city: null, zipCode: null, contacts: numbered };
    const decide = createHousehold({ householdId, details, sample: true });
    done.push(
      await handlers.household.execute(householdStream(studioId, householdId), command, { input: name, decide }),
    );
    for (const student of students) {
      const id = studentId(student);
      const joining = {
        input: { householdId },
        decide: (state: Parameters<typeof registered>[0]) => setHousehold(householdId)(registered(state)),
      };
      done.push(await handlers.student.execute(studentStream(studioId, id), part(`family of ${id}`), joining));
    }
  }
  return done;
};

/** The families of some students alone. */
export const sampleFamiliesOf = async (
  { models }: Pick<Services, 'models'>,
  studioId: string,
  studentIds: ReadonlySet<string>,
): Promise<string[]> =>
  (await listHouseholds(householdsModel.read(models), studioId)).flatMap(({ household, members }) =>
    members.length > 0 && members.every(({ student_id: id }) => studentIds.has(id)) ? [household.household_id] : [],
  );

export const removeSampleFamilies = async (
  { handlers }: Pick<Services, 'handlers'>,
  part: PartOf,
  householdIds: readonly string[],
): Promise<Executed<EventCategory>[]> => {
  const done: Executed<EventCategory>[] = [];
  for (const id of householdIds) {
    const command = part(id);
    const removal = { input: { id }, decide: removeHousehold };
    done.push(await handlers.household.execute(householdStream(command.studioId, id), command, removal));
  }
  return done;
};
