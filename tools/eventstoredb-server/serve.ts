// node serve.ts --port PORT --file FILE: the test server as a process of its own, with its log in a file. It tells its parent when it listens.
import { parseArgs } from 'node:util';
import { logInFile } from './journal.ts';
import { startTestServer } from './test-server.ts';

const { values } = parseArgs({
  options: { port: { type: 'string', default: '2113' }, file: { type: 'string', default: 'test-log.jsonl' } },
});
const { log } = logInFile(values.file);
const { connectionString } = await startTestServer({ log, port: Number(values.port) });
process.stdout.write(`${connectionString}\n`);
process.send?.(connectionString);
