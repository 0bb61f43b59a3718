import type { InvoicePrint } from '@rondo/contracts/events/billing/invoice-print.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mondayMorning } from '../../testing/settable-time.ts';
import { testRondo, type TestRondo } from '../../testing/test-rondo.ts';
import { batchOf, ok, restoreTo, type Answer } from '../../testing/visitor.ts';
import { readPdf } from './pdf/testing/read-pdf.ts';
import { december, kimInDecember } from './testing/studio-of-kim.ts';

/** The same histories at every run; other ones: `HISTORIES=500 SEED=7` before the command. */
const histories = Number(process.env['HISTORIES'] ?? 20);
const seed = Number(process.env['SEED'] ?? 20261124);

let rondo: TestRondo;
beforeAll(async () => {
  rondo = await testRondo(mondayMorning);
});
afterAll(() => rondo.stop());

const kinds = [
  ...(['rename', 'address', 'teacher', 'terms', 'letterhead', 'zone', 'currency', 'notes', 'notes'] as const),
  ...(['sent', 'sent', 'paid', 'overdue', 'mail', 'delete', 'undo', 'undo', 'undo', 'undo', 'restore'] as const),
];
const step = fc.record({ kind: fc.constantFrom(...kinds), nth: fc.nat(99) });

const livedInvoice = async () => {
  const { dana, teacher, kim } = await kimInDecember(rondo);
  ok(await dana.put(`/api/students/${kim}`, { address: '1 Elm St', city: 'Kyle', zipCode: '78640' }));
  const start = new Date().toISOString();
  const wish = { teacherId: null, ...december, selectedStudentIds: [kim] };
  const [{ id, invoiceNumber }] = ok(await dana.post('/api/invoices/generate', wish));
  const batches: string[] = [];

  const act = ({ kind, nth }: typeof step extends fc.Arbitrary<infer One> ? One : never): Promise<Answer> => {
    switch (kind) {
      case 'rename':
        return dana.put(`/api/students/${kim}`, { lastName: `Park${nth}` });
      case 'address':
        return dana.put(`/api/students/${kim}`, { address: `${nth} Oak St`, city: 'Austin', zipCode: '78704' });
      case 'teacher':
        return dana.put(`/api/teachers/${teacher}`, { name: `Dana Whitfield${nth}` });
      case 'terms':
        return dana.patch('/api/settings', { paymentTermsDays: nth % 30, paymentInstructions: `By check ${nth}.` });
      case 'letterhead':
        return dana.patch('/api/settings', { studioName: `Strings ${nth}`, studioAddress: `${nth} First St` });
      case 'zone':
        return dana.patch('/api/settings', { timeZone: nth % 2 === 0 ? 'Pacific/Auckland' : 'America/Chicago' });
      case 'currency':
        return dana.patch('/api/settings', { currency: ['EUR', 'JPY', 'USD'][nth % 3] });
      case 'notes':
        return dana.patch(`/api/invoices/${id}`, { notes: `Note ${nth}.` });
      case 'mail':
        return dana.post(`/api/invoices/${id}/send`, { email: 'kim@example.com' });
      case 'delete':
        return dana.delete(`/api/invoices/${id}`);
      case 'undo':
        return dana.post('/api/undo', { batchId: batches[Math.max(0, batches.length - 1 - (nth % 4))] ?? 'none' });
      case 'restore':
        return restoreTo(dana, start);
      case 'sent':
      case 'paid':
      case 'overdue':
        return dana.put(`/api/invoices/${id}/status`, { status: kind });
    }
  };
  const text = async (): Promise<string> => {
    const answer = await fetch(`${rondo.url}/api/invoices/${id}/pdf`, { headers: dana.cookies });
    return (await readPdf(Buffer.from(await answer.arrayBuffer()))).pages.flat().join('\n');
  };
  /** What an invoice says that is printed now, from what the studio's other screens show. */
  const wordsNow = async ({ notes, createdAt }: { notes: string | null; createdAt: string }) => {
    const [[student], [{ name }], settings] = await Promise.all(
      ['/api/students', '/api/teachers', '/api/settings'].map(async (path) => ok(await dana.get(path))),
    );
    const { firstName, lastName, address, city, zipCode } = student;
    const { studioName, studioAddress, paymentTermsDays: termsDays, paymentInstructions, timeZone } = settings;
    const date = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone }).format(new Date(createdAt));
    const within = termsDays === 0 ? 'on receipt' : `within ${termsDays} ${termsDays === 1 ? 'day' : 'days'}`;
    return {
      number: invoiceNumber,
      paper: 'LETTER',
      studioName: studioName ?? 'Invoice',
      contact: studioAddress === null ? [] : [studioAddress],
      billedTo: [`${firstName} ${lastName}`, ...(city === null ? [address] : [address, `${city} ${zipCode}`])],
      facts: [
        ['Invoice', invoiceNumber],
        ['Date', date],
        ['Period', 'December 1 – 31, 2026'],
      ],
      heading: `Lessons with ${name}`,
      total: ['Total in US dollars', '$250.00'],
      due: { label: 'Amount due', amount: '$250.00', by: within },
      dueOn: null,
      termsDays,
      sections: [
        ...(paymentInstructions === null ? [] : [['How to pay', paymentInstructions]]),
        ...(notes === null ? [] : [['Note', notes]]),
      ],
    };
  };
  return {
    invoiceNumber,
    live: async (happening: Parameters<typeof act>[0]): Promise<Answer> => {
      const answer = await act(happening);
      if (batchOf(answer) !== '') batches.push(batchOf(answer));
      return answer;
    },
    read: () => dana.get(`/api/invoices/${id}`),
    listed: async () => ok(await dana.get('/api/invoices'))[0],
    text,
    wordsNow,
  };
};

/** Without by when to pay: a draft does not know the day yet. */
const withoutDay = ({ due: { by: _, ...due }, dueOn: __, ...print }: InvoicePrint) => ({ ...print, due });

test(`what an invoice says never changes once it has left its studio’s hands, in ${histories} histories`, async () => {
  const met = new Set<string>();
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 16 }), async (steps) => {
      const { live, read, listed, text, wordsNow, invoiceNumber } = await livedInvoice();
      /** What was kept, by when it was first kept: a redo brings it back. */
      const kept = new Map<string, { print: InvoicePrint; text: string }>();
      let mailedSince: string | null = null;
      let draft: InvoicePrint | null = ok(await read()).print;
      for (const one of steps) {
        const { status: code } = await live(one);
        met.add(`${one.kind} ${code}`);
        const answer = await read();
        // It is deleted until an undo brings it back.
        if (answer.status === 404) continue;
        const invoice = ok(answer);
        const { status, keptAt, print, mail, dueDate } = invoice;
        expect([invoice.invoiceNumber, print.number]).toEqual([invoiceNumber, invoiceNumber]);
        if (status !== 'draft' || mail !== null) expect(keptAt, `${status}, mail ${mail}`).not.toBeNull();
        if (mailedSince !== null) expect(keptAt).toBe(mailedSince);
        if (mail !== null) mailedSince = keptAt;
        if (keptAt === null) {
          expect(print, 'a draft').toMatchObject(await wordsNow(invoice));
          draft = print;
          continue;
        }
        // Paid before it was sent, it asks for payment within some days.
        if (dueDate !== null && print.dueOn !== null) expect(print.dueOn).toBe(dueDate);
        const known = kept.get(keptAt) ?? { print, text: await text() };
        // Kept by this very step, which changed nothing else.
        if (!kept.has(keptAt) && draft !== null) expect(withoutDay(print)).toEqual(withoutDay(draft));
        if (!kept.has(keptAt) && ['sent', 'mail'].includes(one.kind)) expect(print.dueOn).not.toBeNull();
        kept.set(keptAt, known);
        expect(print).toEqual(known.print);
        draft = null;
      }
      if ((await read()).status === 404) return;
      const { keptAt, print } = ok(await read());
      const { printedName, studentName } = await listed();
      expect(printedName ?? studentName).toBe(print.billedTo[0]);
      if (keptAt === null) return;
      const printed = await text();
      expect(printed).toBe(kept.get(keptAt)?.text);
      for (const words of [print.number, print.studioName, ...print.billedTo, print.total[1], print.due.by])
        expect(printed).toContain(words);
    }),
    { numRuns: histories, seed, endOnFailure: true },
  );
  // Each kind of step has happened, and not only in vain.
  for (const kind of new Set(kinds))
    expect(
      [...met].some((one) => one === `${kind} 200`),
      kind,
    ).toBe(true);
}, 600_000);
