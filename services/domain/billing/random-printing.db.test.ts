import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mondayMorning } from '../../testing/settable-time.ts';
import { testRondo, type TestRondo } from '../../testing/test-rondo.ts';
import { batchOf, ok, type Answer } from '../../testing/visitor.ts';
import { readPdf } from './pdf/testing/read-pdf.ts';
import { december, kimInDecember } from './testing/studio-of-kim.ts';

/** The same histories at every run; other ones: `HISTORIES=500 SEED=7` before the command. */
const histories = Number(process.env['HISTORIES'] ?? 50);
const seed = Number(process.env['SEED'] ?? 20261124);

let rondo: TestRondo;
beforeAll(async () => {
  rondo = await testRondo(mondayMorning);
});
afterAll(() => rondo.stop());

const kinds = [
  ...(['rename', 'address', 'teacher', 'terms', 'letterhead', 'zone', 'notes', 'notes'] as const),
  ...(['sent', 'sent', 'paid', 'overdue', 'mail', 'delete', 'undo', 'undo', 'undo', 'undo', 'restore'] as const),
];
const step = fc.record({ kind: fc.constantFrom(...kinds), nth: fc.nat(99) });

const livedInvoice = async () => {
  const { dana, teacher, kim } = await kimInDecember(rondo);
  const start = new Date().toISOString();
  const wish = { teacherId: null, ...december, selectedStudentIds: [kim] };
  const [{ id }] = ok(await dana.post('/api/invoices/generate', wish));
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
      case 'notes':
        return dana.patch(`/api/invoices/${id}`, { notes: `Note ${nth}.` });
      case 'mail':
        return dana.post(`/api/invoices/${id}/send`, { email: 'kim@example.com' });
      case 'delete':
        return dana.delete(`/api/invoices/${id}`);
      case 'undo':
        return dana.post('/api/undo', { batchId: batches[Math.max(0, batches.length - 1 - (nth % 4))] ?? 'none' });
      case 'restore':
        return dana.post('/api/restore', { asOf: start });
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
  return {
    live: async (happening: Parameters<typeof act>[0]): Promise<Answer> => {
      const answer = await act(happening);
      if (batchOf(answer) !== '') batches.push(batchOf(answer));
      return answer;
    },
    read: () => dana.get(`/api/invoices/${id}`),
    text,
  };
};

test(`what an invoice says never changes once it has left its studio’s hands, in ${histories} histories`, async () => {
  const met = new Set<string>();
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 16 }), async (steps) => {
      const { live, read, text } = await livedInvoice();
      /** What was kept, by when it was first kept: a redo brings it back. */
      const kept = new Map<string, { print: object; text: string }>();
      let mailedSince: string | null = null;
      for (const one of steps) {
        const { status: code } = await live(one);
        met.add(`${one.kind} ${code}`);
        const answer = await read();
        // It is deleted until an undo brings it back.
        if (answer.status === 404) continue;
        const { status, keptAt, print, mail } = ok(answer);
        if (status !== 'draft' || mail !== null) expect(keptAt, `${status}, mail ${mail}`).not.toBeNull();
        if (mailedSince !== null) expect(keptAt).toBe(mailedSince);
        if (mail !== null) mailedSince = keptAt;
        if (keptAt === null) continue;
        const known = kept.get(keptAt) ?? { print, text: await text() };
        kept.set(keptAt, known);
        expect(print).toEqual(known.print);
      }
      if ((await read()).status === 404) return;
      const { keptAt } = ok(await read());
      if (keptAt !== null) expect(await text()).toBe(kept.get(keptAt)?.text);
    }),
    { numRuns: histories, seed, endOnFailure: true },
  );
  // Each kind of step has happened, and not only in vain.
  for (const kind of new Set(kinds))
    expect(
      [...met].some((one) => one === `${kind} 200`),
      kind,
    ).toBe(true);
}, 300_000);
