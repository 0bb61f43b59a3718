// The wire-level EventStoreDB in a process of its own, for bench parts. Prints its address, and ends with its standard input.
import { startTestServer } from '../eventstoredb-server/test-server.ts';

const server = await startTestServer();
process.stdout.write(`${server.connectionString}\n`);
process.stdin.on('end', () => process.exit(0)).resume();
