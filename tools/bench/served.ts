// Rondo in a process of its own, which says what its answers cost; see rondo-process.ts.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { rondoOn } from './bench-rondo.ts';

const [, , connectionString = '', dataDir = ''] = process.argv;
const rondo = await rondoOn({ connectionString, dataDir, stop: async () => undefined });
const delay = monitorEventLoopDelay({ resolution: 1 });
let from = process.cpuUsage();

const tell = (figures: unknown): void => void process.send?.(figures);

const stop = async (): Promise<void> => {
  await rondo.stop();
  process.exit();
};

process.on('message', (message) => {
  if (message === 'measure') {
    from = process.cpuUsage();
    delay.reset();
    delay.enable();
    tell('measuring');
  } else if (message === 'figures') {
    delay.disable();
    const { user, system } = process.cpuUsage(from);
    tell({ cpu: (user + system) / 1000, block: delay.max / 1e6, rss: process.memoryUsage.rss() });
  } else void stop();
});
tell(rondo.url);
