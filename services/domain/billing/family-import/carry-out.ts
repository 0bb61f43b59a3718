import { familyOptions, type FamilyOptions } from '@rondo/contracts/api/people/family-import.ts';
import type { UploadedFile } from '@rondo/contracts/api/endpoint.ts';
import { balanceText } from '@rondo/contracts/money/balance.ts';
import { chooseBelowZero, chooseNames } from '@rondo/contracts/people/family-file.ts';
import { chunksOf } from '@rondo/projections/kit/chunks.ts';
import { householdsModel } from '@rondo/projections/households/project.ts';
import { listHouseholds } from '@rondo/projections/households/queries.ts';
import { pauses } from '@rondo/projections/pacing/pauses.ts';
import { studentsModel } from '@rondo/projections/students/project.ts';
import { listStudents } from '@rondo/projections/students/queries.ts';
import type { CommandContext } from '../../../platform/commands/aggregate.ts';
import { derivedId } from '../../../platform/commands/ids.ts';
import { InvalidInput, Unavailable } from '../../../platform/kit/errors.ts';
import type { Services } from '../../../platform/kit/services.ts';
import { formatOf } from '../../people/family-files/headers.ts';
import { columnsIn, readCsv } from '../../people/family-files/read-csv.ts';
import { hasBelowZero, readRows, type FileRow } from '../../people/family-files/read-rows.ts';
import { createHousehold, householdStream } from '../../people/households/household.ts';
import { studentStream } from '../../people/roster.ts';
import { registerStudent, setHousehold } from '../../people/student.ts';
import { studioNow } from '../../studio/clock.ts';
import { refuseFuture } from '../payments/amounts.ts';
import { openingInWords, setOpeningBalance } from '../payments/opening.ts';
import { billingStream, executeBilling } from '../state.ts';
import { planFamilies, type Plan } from './plan.ts';

export type ImportServices = Pick<
  Services,
  'handlers' | 'models' | 'store' | 'streams' | 'locks' | 'sizes' | 'settingsOf' | 'now'
>;

/** Commands that are appended together: the log takes what arrives at once in one statement. */
const appendedAtOnce = 100;
/** Waits of two seconds for the lists to show what was written before the import. */
const waits = 5;

/** @throws InvalidInput */
const optionsIn = ({ options = '{}' }: UploadedFile): FamilyOptions => {
  try {
    const read = familyOptions.safeParse(JSON.parse(options));
    if (read.success) return read.data;
    throw new InvalidInput(read.error.issues[0]?.message ?? 'The options cannot be read.');
  } catch (error) {
    if (error instanceof SyntaxError) throw new InvalidInput('The options must be JSON.');
    throw error;
  }
};

/** What a file says, and what has to be said about it. @throws InvalidInput */
export const readFile = async (services: ImportServices, studioId: string, file: UploadedFile) => {
  const options = optionsIn(file);
  const [{ today }, { settings }] = await Promise.all([studioNow(services, studioId), services.settingsOf(studioId)]);
  const { currency } = settings;
  const { date = today, belowZero } = options;
  refuseFuture(date, today, 'an opening balance');
  const table = readCsv(file.bytes);
  const columns = columnsIn(table, options.columns);
  const hasNames = (['firstName', 'lastName', 'name'] as const).some((field) => columns.has(field));
  const isBelowZero = hasBelowZero(table, { columns, currency });
  const fieldAt = new Map([...columns].map(([field, at]) => [at, field]));
  return {
    format: formatOf(table.headers),
    columns: table.headers.map((header, at) => ({ header, field: fieldAt.get(at) ?? null })),
    needs: [...(hasNames ? [] : [chooseNames]), ...(isBelowZero && belowZero === undefined ? [chooseBelowZero] : [])],
    hasBelowZero: isBelowZero,
    date,
    currency,
    skip: new Set(options.skip),
    rows: readRows(table, { columns, currency, belowZero }),
  };
};
type Read = Awaited<ReturnType<typeof readFile>>;

/** Waits until the lists show what was written so far. @throws Unavailable */
const untilListed = async ({ store, models }: Pick<Services, 'store' | 'models'>): Promise<void> => {
  const position = await store.head();
  if (position === null) return;
  for (let wait = 0; wait < waits; wait += 1)
    if (await models.reached(position, [studentsModel, householdsModel])) return;
  throw new Unavailable('The list of students is still being updated. Please try again in a moment.');
};

/** What an import would do now, without what it has done itself. @throws Unavailable */
export const planImport = async (
  services: ImportServices,
  { studioId, commandId }: Pick<CommandContext, 'studioId' | 'commandId'>,
  { rows, skip, currency }: Read,
): Promise<Plan & { readonly already: number }> => {
  await untilListed(services);
  const { handlers, models } = services;
  const studentIdOf = (row: number): string => derivedId(commandId, `student of row ${row}`);
  const householdIdOf = (row: number): string => derivedId(commandId, `family of row ${row}`);
  const own = new Set(rows.flatMap(({ row }) => [studentIdOf(row), householdIdOf(row)]));
  const [students, households, { state }] = await Promise.all([
    listStudents(studentsModel.read(models), studioId),
    listHouseholds(householdsModel.read(models), studioId),
    handlers.billing.load(billingStream(studioId)),
  ]);
  const openings = new Map<string, string>();
  for (const entry of state.entries.values())
    if (entry.kind === 'opening' && !entry.removed && entry.entryId !== openingIdOf(commandId, entry.payerId))
      openings.set(entry.payerId, balanceText(entry.side === 'owes' ? entry.cents : -entry.cents, entry.currency));
  const plan = planFamilies(rows, skip, {
    students: students
      .filter(({ student_id: id }) => !own.has(id))
      .map(({ student_id: studentId, household_id: householdId, details }) => ({
        studentId,
        householdId: householdId !== null && own.has(householdId) ? null : householdId,
        details,
      })),
    families: households
      .filter(({ household }) => !own.has(household.household_id))
      .map(({ household, members }) => ({
        householdId: household.household_id,
        name: household.details.name,
        importId: household.import_id,
        members: members.filter(({ removed, student_id: id }) => !removed && !own.has(id)).length,
      })),
    openingOf: (payerId) => openings.get(payerId) ?? null,
    currency,
    studentIdOf,
    householdIdOf,
  });
  return { ...plan, already: students.filter(({ student_id: id }) => own.has(id)).length };
};

const openingIdOf = (commandId: string, payerId: string): string => derivedId(commandId, `balance of ${payerId}`);

/** The students of the file, each with the family that it belongs to from then on. */
const registerStudents = async (services: ImportServices, context: CommandContext, plan: Plan): Promise<void> => {
  const { studioId, commandId } = context;
  const familyOf = new Map(plan.joining.map(({ studentId, householdId }) => [studentId, householdId]));
  const parts = plan.rows.flatMap(({ file, studentId, result }) =>
    studentId === null || result !== 'new' ? [] : [{ file, studentId, stream: studentStream(studioId, studentId) }],
  );
  const fresh = await services.streams.registerAll(
    studioId,
    parts.map(({ stream }) => stream),
  );
  await inTurns(parts, async ({ file, studentId, stream }) => {
    const own = { commandId: derivedId(commandId, `row ${file.row}`), batchId: commandId };
    const details = detailsOf(file);
    const householdId = familyOf.get(studentId) ?? null;
    const register = registerStudent({ studentId, details, householdId, availability: [], origin: 'csv' });
    const command = { input: { ...details, householdId }, decide: register };
    await services.handlers.student.execute(stream, { ...context, ...own, begins: fresh.has(stream) }, command);
  });
};

/** Lets others have their turn between some commands. */
const inTurns = async <Part>(parts: readonly Part[], execute: (part: Part) => Promise<void>): Promise<void> => {
  const pause = pauses();
  for (const together of chunksOf(parts, appendedAtOnce)) {
    await Promise.all(together.map(execute));
    await pause();
  }
};

const detailsOf = (file: FileRow) => ({
  firstName: file.firstName,
  lastName: file.lastName,
  phone: file.phone,
  email: file.email,
  address: file.address,
  city: file.city,
  zipCode: file.zipCode,
  location: null,
  lessonDuration: file.lessonDuration,
  startDate: null,
  calendarUrl: null,
  paymentType: 'per_lesson' as const,
  perLessonRateCents: file.rateCents,
  monthlyRateCents: null,
  notes: null,
  doorNote: null,
});

const makeFamilies = async (services: ImportServices, context: CommandContext, plan: Plan): Promise<void> => {
  const { studioId, commandId } = context;
  const parts = plan.families.map((family) => ({ ...family, stream: householdStream(studioId, family.householdId) }));
  const fresh = await services.streams.registerAll(
    studioId,
    parts.map(({ stream }) => stream),
  );
  await inTurns(parts, async ({ householdId, importId, name, row, stream }) => {
    const own = { commandId: derivedId(commandId, `family ${householdId}`), batchId: commandId };
    const contacts = row.contacts.map((contact, i) => ({
      ...contact,
      id: derivedId(own.commandId, `contact ${i}`),
      gets: i === 0 ? ('both' as const) : ('schedule' as const),
    }));
    const fallback = { id: derivedId(own.commandId, 'contact 0'), name, gets: 'both' as const };
    const reachable =
      row.email === null && row.phone === null ? [] : [{ ...fallback, email: row.email, phone: row.phone }];
    const details = {
      name,
      address: null,
      city: null,
      zipCode: null,
      contacts: contacts.length > 0 ? contacts : reachable,
    };
    await services.handlers.household.execute(
      stream,
      { ...context, ...own, begins: fresh.has(stream) },
      { input: details, decide: (state) => (state ? [] : createHousehold({ householdId, importId, details })()) },
    );
  });
};

/** The students who are there already and join a family of the file. */
const joinFamilies = async (services: ImportServices, context: CommandContext, plan: Plan): Promise<void> => {
  const { studioId, commandId } = context;
  const there = new Set(plan.rows.flatMap(({ studentId, result }) => (result === 'new' ? [] : (studentId ?? []))));
  const joining = plan.joining.filter(({ studentId }) => there.has(studentId));
  await inTurns(joining, async ({ studentId, householdId }) => {
    const own = { commandId: derivedId(commandId, `joining of ${studentId}`), batchId: commandId };
    await services.handlers.student.execute(
      studentStream(studioId, studentId),
      { ...context, ...own },
      {
        input: { householdId },
        decide: (state) => (state && state.householdId === null ? setHousehold(householdId)(state) : []),
      },
    );
  });
};

/**
 * Sets what the payers owe as one command. A balance that somebody has entered by hand since the plan was made stays.
 * @returns the lines whose balances are left out
 */
const setBalances = async (
  services: ImportServices,
  context: CommandContext,
  { balances }: Plan,
  { date, currency }: Pick<Read, 'date' | 'currency'>,
): Promise<RowError[]> => {
  if (balances.length === 0) return [];
  let leftOut: RowError[] = [];
  const own = { commandId: derivedId(context.commandId, 'balances'), batchId: context.commandId };
  await executeBilling(services, { ...context, ...own }, { balances, date }, (state) => {
    leftOut = [];
    return balances.flatMap(({ payerId, payer, cents, row }) => {
      const known = openingInWords(state, payerId);
      if (known !== null) {
        leftOut.push({ row, error: `Row ${row}: ${payer} has an opening balance already: ${known}.` });
        return [];
      }
      return setOpeningBalance({
        openingId: openingIdOf(context.commandId, payerId),
        payerId,
        payer,
        date,
        currency,
        side: cents > 0 ? 'owes' : 'credit',
        cents: Math.abs(cents),
        note: null,
      })(state);
    });
  });
  return leftOut;
};

export type RowError = { readonly row: number; readonly error: string };

/** Imports a file as one batch. Two imports into one studio run one after the other. @throws InvalidInput, RuleBroken, Unavailable */
export const carryOut = async (
  services: ImportServices,
  context: CommandContext,
  file: UploadedFile,
): Promise<Plan & { readonly errors: readonly RowError[] }> => {
  const { studioId } = context;
  const read = await readFile(services, studioId, file);
  const [missing] = read.needs;
  if (missing !== undefined) throw new InvalidInput(missing);
  const { date, currency } = read;
  return services.locks.hold([`families ${studioId}`, `import ${studioId}`], async () => {
    const plan = await planImport(services, context, read);
    const growth = { students: plan.rows.filter(({ result }) => result === 'new').length - plan.already };
    await services.sizes.adding(studioId, growth, async () => {
      await makeFamilies(services, context, plan);
      await registerStudents(services, context, plan);
    });
    await joinFamilies(services, context, plan);
    return { ...plan, errors: await setBalances(services, context, plan, { date, currency }) };
  });
};
