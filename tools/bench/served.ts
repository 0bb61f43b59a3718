// Rondo in a process of its own, which says what its answers cost; see rondo-process.ts.
import { subscribe } from 'node:diagnostics_channel';
import { IncomingMessage } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { loopBlocks } from '@rondo/services/testing/loop-blocks.ts';
import { collectWhenIdle } from '@rondo/services/platform/kit/idle-collection.ts';
import { rondoOn } from './bench-rondo.ts';
import { answerParent } from './forked.ts';

const [, , connectionString = '', dataDir = ''] = process.argv;
const rondo = await rondoOn({ connectionString, dataDir, stop: async () => undefined });
// As the product's own entry does.
collectWhenIdle();

const isExchange = (message: unknown): message is { readonly request: IncomingMessage } =>
  typeof message === 'object' && message !== null && 'request' in message && message.request instanceof IncomingMessage;

const delay = monitorEventLoopDelay({ resolution: 1 });
let from = process.cpuUsage();

/** Processor time of the loop's thread, in milliseconds. */
const worked = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

/** How long the loop worked, for anybody, during each call that says that it is watched. */
let during: number[] = [];
const begun = new WeakMap<IncomingMessage, number>();
subscribe('http.server.request.start', (message) => {
  if (isExchange(message) && message.request.headers['x-watched'] !== undefined) begun.set(message.request, worked());
});
subscribe('http.server.response.finish', (message) => {
  const from = isExchange(message) ? begun.get(message.request) : undefined;
  if (from !== undefined) during.push(worked() - from);
});

let blocks: ReturnType<typeof loopBlocks> | undefined;

answerParent(
  {
    url: async () => rondo.url,
    measure: async () => {
      from = process.cpuUsage();
      during = [];
      delay.reset();
      delay.enable();
      blocks = loopBlocks();
    },
    figures: async () => {
      delay.disable();
      const { user, system } = process.cpuUsage(from);
      const busy = blocks?.longest() ?? 0;
      blocks?.stop();
      return {
        cpu: (user + system) / 1000,
        block: delay.max / 1e6,
        busy,
        rss: process.memoryUsage.rss(),
        delay: delay.percentile(99) / 1e6,
        during,
      };
    },
  },
  () => rondo.stop(),
);
