import { familyTemplate, importFamilies, previewFamilies } from '@rondo/contracts/api/people/family-import.ts';
import { previewedFileRows } from '@rondo/contracts/people/family-file.ts';
import { answeredAfter } from '../../../platform/http/answer.ts';
import { sendCsv } from '../../../platform/http/bodies/csv.ts';
import { route, type Route } from '../../../platform/http/route.ts';
import { templateHeaders } from '../../people/family-files/headers.ts';
import { carryOut, planImport, readFile, type ImportServices } from './carry-out.ts';
import { fileRowView, inOrderOfTrouble, type Plan } from './plan.ts';

const counted = (count: number, one: string, several: string): string => `${count} ${count === 1 ? one : several}`;

const countsOf = ({ rows, families, balances }: Plan) => {
  const count = (...results: readonly string[]): number => rows.filter(({ result }) => results.includes(result)).length;
  const sum = (sign: 1 | -1): number =>
    balances.reduce((total, { cents }) => total + Math.max(0, sign * cents), 0) / 100;
  return {
    rows: rows.length,
    students: count('new'),
    families: families.length,
    joins: count('joins'),
    known: count('known'),
    balances: balances.length,
    owed: sum(1),
    credit: sum(-1),
    skipped: count('skipped'),
    failed: count('failed'),
  };
};

const messageOf = ({ students, families, joins, known, balances, failed }: ReturnType<typeof countsOf>): string => {
  const made = [
    ...(students > 0 ? [counted(students, 'student', 'students')] : []),
    ...(families > 0 ? [counted(families, 'family', 'families')] : []),
    ...(balances > 0 ? [counted(balances, 'balance', 'balances')] : []),
  ];
  const imported =
    made.length < 2 ? (made[0] ?? 'Nothing') : `${made.slice(0, -1).join(', ')} and ${made.at(-1) ?? ''}`;
  return [
    `${imported} imported.`,
    ...(joins > 0 ? [`${joins} already here, joined to a family.`] : []),
    ...(known > 0 ? [`${known} already here, left as they are.`] : []),
    ...(failed > 0 ? [`${counted(failed, 'row', 'rows')} could not be imported.`] : []),
  ].join(' ');
};

/** Imports families with their students and balances from CSV files. */
export const familyImportRoutes = (services: ImportServices): Route[] => [
  route(previewFamilies, async ({ file }, { actor: { studioId }, command }) => {
    const read = await readFile(services, studioId, file);
    const plan = await planImport(services, { studioId, commandId: command.commandId }, read);
    const { rows: _, skip: __, ...reading } = read;
    const rows = inOrderOfTrouble(plan.rows).slice(0, previewedFileRows);
    return { ...reading, counts: countsOf(plan), rows: rows.map((row) => fileRowView(row, read.currency)) };
  }),
  route(importFamilies, async ({ file }, context) => {
    const plan = await carryOut(services, context.command, file);
    const failed = plan.rows.flatMap(({ file: { row }, result, detail }) =>
      result === 'failed' ? [{ row, error: detail }] : [],
    );
    const errors = [...failed, ...plan.errors];
    const made = countsOf(plan);
    const counts = { ...made, balances: made.balances - plan.errors.length, failed: errors.length };
    const { students, families, joins, balances, skipped, known } = counts;
    const isChange = students + families + joins + balances > 0;
    return answeredAfter(services, context, isChange ? context.command.commandId : null, () => ({
      success: true,
      students,
      families,
      balances,
      skipped: skipped + known,
      message: messageOf(counts),
      errors,
    }));
  }),
  route(familyTemplate, async (_, { response }) =>
    sendCsv(response, 'families-and-balances.csv', `${templateHeaders.join(',')}\r\n`),
  ),
];
