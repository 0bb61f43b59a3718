import pg from 'pg';

/** Seconds of patience with a connection in use: its user may wait for another one, and would for ever. */
const patience = 30;

type Use = { readonly by: Error; readonly end: () => void };

/** One connection is in use at a time, first come, first served: what runs side by side is written in the order in which it was begun. */
let last: Promise<void> = Promise.resolve();
let now: Use | undefined;
const turns = new WeakMap<object, () => void>();

const turn = async (): Promise<() => void> => {
  const by = new Error('A connection is in use here.');
  const before = last;
  const { promise, resolve } = Promise.withResolvers<void>();
  last = promise;
  await before;
  const use: Use = { by, end: resolve };
  now = use;
  return () => {
    if (now === use) now = undefined;
    resolve();
  };
};

const watchTurns = (): void => {
  let seen: Use | undefined;
  let seconds = 0;
  const look = (): void => {
    seconds = now === seen ? seconds + 1 : 0;
    seen = now;
    if (now === undefined || seconds < patience) return;
    process.stderr.write(`What is written at the same time may have another order next time. ${now.by.stack}\n`);
    now.end();
  };
  setInterval(look, 1000).unref();
};

type Connected = (error: Error | undefined, client: pg.PoolClient | undefined, done: (error?: Error) => void) => void;

const inTurn = async (open: () => Promise<pg.PoolClient>): Promise<pg.PoolClient> => {
  const end = await turn();
  try {
    const client = await open();
    turns.set(client, end);
    const release = client.release.bind(client);
    client.release = (error) => {
      release(error);
      turns.delete(client);
      end();
    };
    return client;
  } catch (error) {
    end();
    throw error;
  }
};

/** Who has one of these waits for others, or works on other connections meanwhile. */
const isOfLocks = ({ options }: pg.Pool): boolean => options.application_name?.includes('locks') === true;

/** Lets the connections of all pools be used in turn. Who takes a lock for the whole session gives up the turn. */
export const fixOrder = (): void => {
  watchTurns();
  // oxlint-disable-next-line typescript/unbound-method -- called with `this`
  const { connect } = pg.Pool.prototype;
  // oxlint-disable-next-line typescript/unbound-method -- called with `this`
  const { query } = pg.Client.prototype;
  const connectInTurn = function (this: pg.Pool, callback?: Connected): Promise<pg.PoolClient> | undefined {
    const open = (): Promise<pg.PoolClient> =>
      new Promise((resolve, reject) => {
        connect.call(this, (error, client) => (client ? resolve(client) : reject(error)));
      });
    const opened = isOfLocks(this) ? open() : inTurn(open);
    if (callback === undefined) return opened;
    opened.then(
      (client) => callback(undefined, client, (error) => client.release(error)),
      (error: Error) => callback(error, undefined, () => undefined),
    );
    return undefined;
  };
  const queryInTurn = function (this: pg.Client, ...args: unknown[]): unknown {
    const [first] = args;
    const text = typeof first === 'object' && first !== null && 'text' in first ? first.text : first;
    if (typeof text === 'string' && /pg_(try_)?advisory_lock/.test(text)) turns.get(this)?.();
    return Reflect.apply(query, this, args);
  };
  Object.defineProperty(pg.Pool.prototype, 'connect', { value: connectInTurn, configurable: true, writable: true });
  Object.defineProperty(pg.Client.prototype, 'query', { value: queryInTurn, configurable: true, writable: true });
};
