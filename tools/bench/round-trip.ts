import { median, percentile, timeEach, type Row } from './measure.ts';
import type { BenchRondo } from './bench-rondo.ts';
import { startPlainHandler } from './plain-handler.ts';

const runs = 400;
const warmUp = 60;

/** The edit of a student over HTTP, read-your-writes included, alternating with the plain handler in the same run. */
export const benchRoundTrip = async ({ url, connectionString, visitor }: BenchRondo): Promise<Row[]> => {
  const plain = await startPlainHandler(connectionString);
  const { json: student } = await visitor.post('/api/students', {
    firstName: 'Ann',
    lastName: 'Bench',
    address: '78704',
  });
  const send = async (address: string, run: number, headers: Record<string, string>): Promise<void> => {
    const response = await fetch(address, {
      method: 'PUT',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify({ firstName: `Ann ${run}` }),
    });
    if (response.status !== 200) throw new Error(`${address} answered ${response.status}: ${await response.text()}`);
    await response.json();
  };
  const ours: number[] = [];
  const theirs: number[] = [];
  for (let block = 0; block < 4; block += 1) {
    const warm = block === 0 ? warmUp : 5;
    ours.push(
      ...(await timeEach(runs / 4, warm, (run) =>
        send(`${url}/api/students/${student.id}`, block * runs + run, visitor.cookies),
      )),
    );
    theirs.push(...(await timeEach(runs / 4, warm, (run) => send(`${plain.url}/students/1`, run, {}))));
  }
  await plain.stop();
  const figures = (times: readonly number[]) => ({ 'p50 ms': median(times), 'p99 ms': percentile(times, 0.99) });
  return [
    { what: 'edit of a student over HTTP, read-your-writes included', figures: figures(ours) },
    { what: 'plain Express + pg, INSERT and SELECT', figures: figures(theirs) },
    {
      what: 'ratio',
      figures: { p50: median(ours) / median(theirs), p99: percentile(ours, 0.99) / percentile(theirs, 0.99) },
      aim: 'at most 3',
    },
  ];
};
