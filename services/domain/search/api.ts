import { search } from '@rondo/contracts/api/studio/search.ts';
import { unknownStudent } from '@rondo/contracts/api/placeholders.ts';
import { searchWords } from '@rondo/contracts/people/search-words.ts';
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

const foundInvoices = async ({ models }: Pick<Services, 'models'>, studioId: string, search: Search) => {
  const invoices = await searchInvoices(invoicesModel.read(models), studioId, search);
  const billed = await somePeople(lessonsModel.read(models), studioId, [
    ...new Set(invoices.map(({ studentId }) => studentId)),
  ]);
  return invoices.map((invoice) => {
    const student = billed.get(invoice.studentId);
    return {
      id: invoice.invoiceId,
      invoiceNumber: invoice.invoiceNumber,
      studentId: invoice.studentId,
      studentName: student ? `${student.first_name} ${student.last_name}`.trim() : unknownStudent,
      total: invoice.totalCents / 100,
      currency: invoice.currency,
      status: invoice.status,
      billingPeriodStart: invoice.from,
      billingPeriodEnd: invoice.to,
    };
  });
};

export const searchRoutes = (services: Pick<Services, 'models'>): Route[] => [
  route(search, async ({ query: { q } }, { actor: { studioId } }) => {
    const terms = searchWords(q);
    if (terms.length === 0) return { students: [], teachers: [], invoices: [] };
    const search = { terms, limit: mostOfAKind };
    const [students, teachers, invoices] = await Promise.all([
      foundStudents(services, studioId, search),
      foundTeachers(services, studioId, search),
      foundInvoices(services, studioId, search),
    ]);
    return { students, teachers, invoices };
  }),
];
