// npm run contract -- esdb://host:2113?tls=false: the event store's contract against any server; one line a case, exit 0 when all hold.
import path from 'node:path';
import type { Reporter, TestCase } from 'vitest/node';
import { startVitest } from 'vitest/node';
import type { EventStore } from '../platform/log/event-store.ts';
import { eventStoreDbEventStore } from '../platform/log/eventstoredb/eventstoredb-event-store.ts';
import { sentenceOf } from '../app/own-log.ts';
import { postgresEventStore } from '../platform/log/postgres/postgres-event-store.ts';

const [url, ...rest] = process.argv.slice(2);
if (url === undefined || rest.length > 0 || !/^(esdb(\+discover)?|postgres(ql)?):\/\//.test(url)) {
  console.error(
    'Usage: npm run contract -- ADDRESS, where ADDRESS begins with esdb://, esdb+discover:// or postgres://',
  );
  process.exit(2);
}

/** Why the server cannot be used at all; printed once instead of failing every case. */
const trouble = async (address: string): Promise<string | undefined> => {
  let store: EventStore | undefined;
  try {
    store = address.startsWith('postgres')
      ? await postgresEventStore({ connectionString: address })
      : eventStoreDbEventStore({ connectionString: address });
    await store.head();
    return undefined;
  } catch (error) {
    return sentenceOf(error);
  } finally {
    await store?.close();
  }
};

const reason = await trouble(url);
if (reason !== undefined) {
  console.log(`FAIL ${reason}`);
  process.exit(1);
}

let cases = 0;

/** Prints whether each case holds, and if not, why. */
const lines: Reporter = {
  onTestCaseResult: (test: TestCase) => {
    const { state, errors = [] } = test.result();
    cases += 1;
    console.log(`${state === 'passed' ? 'ok  ' : 'FAIL'} ${test.name}`);
    for (const { message } of errors) console.log(`     ${message.replaceAll('\n', ' ')}`);
  },
  onTestRunEnd: (modules, unhandled) => {
    const suites = modules.flatMap((module) => [
      ...module.errors(),
      ...[...module.children.allSuites()].flatMap((suite) => suite.errors()),
    ]);
    for (const { message } of [...suites, ...unhandled]) console.log(`FAIL ${message}`);
  },
};

process.env['EVENTSTORE_TEST_URL'] = url;
const vitest = await startVitest('test', [], {
  root: path.resolve(import.meta.dirname, '../..'),
  project: ['containers'],
  watch: false,
  reporters: [lines],
});
await vitest.close();
if (cases === 0) console.log('FAIL No case was run.');
process.exit(cases === 0 ? 1 : (process.exitCode ?? 0));
