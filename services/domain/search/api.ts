import { search } from '@rondo/contracts/api/studio/search.ts';
import { unknownStudent } from '@rondo/contracts/api/placeholders.ts';
import { studentsOn } from '@rondo/contracts/events/billing/payers.ts';
import { namesLabel } from '@rondo/contracts/people/family-name.ts';
import { searchWords } from '@rondo/contracts/people/search-words.ts';
import { householdsModel } from '@rondo/projections/households/project.ts';
import { findHousehold, searchHouseholds } from '@rondo/projections/households/queries.ts';
import { invoicesModel } from '@rondo/projections/invoices/project.ts';
import { searchInvoices } from '@rondo/projections/invoices/queries.ts';
import { lessonsModel } from '@rondo/projections/lessons/project.ts';
import { somePeople } from '@rondo/projections/lessons/queries.ts';
import { studentsModel } from '@rondo/projections/students/project.ts';
import { searchStudents } from '@rondo/projections/students/queries.ts';
import { teachersModel } from '@rondo/projections/teachers/project.ts';
import { searchTeachers, teacherNames } from '@rondo/projections/teachers/queries.ts';
import { route, type Route } from '../../platform/http/route.ts';
import type { Services } from '../../platform/kit/services.ts';

/** How many of each kind an answer has. */
const mostOfAKind = 8;

type Search = { readonly terms: readonly string[]; readonly limit: number };

const foundStudents = async ({ models }: Pick<Services, 'models'>, studioId: string, search: Search) => {
  const rows = await searchStudents(studentsModel.read(models), studioId, search);
  const assigned = new Set(rows.flatMap(({ assignments }) => assignments.map(({ teacherId }) => teacherId)));
  const names = await teacherNames(teachersModel.read(models), studioId, [...assigned]);
  return rows.map(({ student_id: id, details, assignments }) => ({
    id,
    name: `${details.firstName} ${details.lastName}`.trim(),
    address: details.address,
    city: details.city,
    zipCode: details.zipCode,
    phone: details.phone,
    teachers: assignments
      .toSorted((a, b) => a.preferenceRank - b.preferenceRank)
      .flatMap(({ teacherId }) => names.get(teacherId) ?? []),
  }));
};

const foundTeachers = async ({ models }: Pick<Services, 'models'>, studioId: string, search: Search) =>
  (await searchTeachers(teachersModel.read(models), studioId, search)).map(({ teacher_id: id, details }) => ({
    id,
    name: details.name,
    address: details.address,
    city: details.city,
    zipCode: details.zipCode,
    phone: details.phone,
  }));

/** What a payer owes, in words. */
type BalanceOf = (studioId: string, payerId: string) => Promise<string>;

const foundFamilies = async (
  { models }: Pick<Services, 'models'>,
  studioId: string,
  search: Search,
  balanceOf: BalanceOf,
) => {
  const found = await searchHouseholds(householdsModel.read(models), studioId, search);
  return Promise.all(
    found.map(async ({ household: { household_id: id, details }, members }) => ({
      id,
      name: details.name,
      students: members.flatMap(({ removed, first_name, last_name }) =>
        removed ? [] : [`${first_name} ${last_name}`.trim()],
      ),
      balance: await balanceOf(studioId, id),
    })),
  );
};

const foundInvoices = async ({ models }: Pick<Services, 'models'>, studioId: string, search: Search) => {
  const invoices = await searchInvoices(invoicesModel.read(models), studioId, search);
  const families = [...new Set(invoices.flatMap(({ payer }) => (payer.type === 'household' ? payer.id : [])))];
  const [billed, ...found] = await Promise.all([
    somePeople(lessonsModel.read(models), studioId, [...new Set(invoices.flatMap(studentsOn))]),
    ...families.map((id) => findHousehold(householdsModel.read(models), studioId, id)),
  ]);
  const nameOf = (studentId: string): string => {
    const student = billed.get(studentId);
    return student ? `${student.first_name} ${student.last_name}`.trim() : unknownStudent;
  };
  return invoices.map((invoice) => {
    const studentName = nameOf(invoice.studentId);
    const family = found.find((one) => one?.household.household_id === invoice.payer.id)?.household.details.name;
    return {
      id: invoice.invoiceId,
      invoiceNumber: invoice.invoiceNumber,
      studentId: invoice.studentId,
      studentName,
      payer: family === undefined ? studentName : `${family} (${namesLabel(studentsOn(invoice).map(nameOf))})`,
      total: invoice.totalCents / 100,
      currency: invoice.currency,
      status: invoice.status,
      billingPeriodStart: invoice.from,
      billingPeriodEnd: invoice.to,
    };
  });
};

export const searchRoutes = (services: Pick<Services, 'models'>, balanceOf: BalanceOf): Route[] => [
  route(search, async ({ query: { q } }, { actor: { studioId } }) => {
    const terms = searchWords(q);
    if (terms.length === 0) return { students: [], teachers: [], families: [], invoices: [] };
    const search = { terms, limit: mostOfAKind };
    const [students, teachers, families, invoices] = await Promise.all([
      foundStudents(services, studioId, search),
      foundTeachers(services, studioId, search),
      foundFamilies(services, studioId, search, balanceOf),
      foundInvoices(services, studioId, search),
    ]);
    return { students, teachers, families, invoices };
  }),
];
