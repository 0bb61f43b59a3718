import { readConfig } from './app/config/config.ts';
import { WrongConfiguration } from './platform/kit/errors.ts';
import { startRondo } from './app/rondo.ts';
import { collectWhenIdle } from './platform/kit/idle-collection.ts';

/** The process: reads the settings, starts Rondo and shuts it down gracefully. */
const main = async (): Promise<void> => {
  const config = readConfig(process.env);
  const started = startRondo(config, (why) => {
    process.stderr.write(`${why.message}\n`);
    void started.then((running) => running.stop()).finally(() => process.exit(1));
  });
  const rondo = await started;
  collectWhenIdle();
  process.stdout.write(`Rondo is ready at http://localhost:${rondo.port}\n`);
  let stopping: Promise<void> | undefined;
  const stop = (): void => {
    stopping ??= rondo.stop().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
};

try {
  await main();
} catch (error) {
  // A wrong setting, a taken port or a directory in use is reported as one sentence, without a stack trace.
  const expected = error instanceof WrongConfiguration || (error instanceof Error && 'code' in error);
  process.stderr.write(
    `${expected && error instanceof Error ? error.message : String(error instanceof Error ? error.stack : error)}\n`,
  );
  process.exit(1);
}
