import pg from 'pg';

/**
 * Functions of these names hide PostgreSQL's own ones wherever none is qualified: the database has the visit's time too, in its column defaults and
 * functions as well.
 */
const fixedClock = `
create schema fixed;
create table fixed.clock (at timestamptz not null);
insert into fixed.clock values ('epoch');
create sequence fixed.ticks;
create function fixed.now() returns timestamptz language sql stable as 'select at from fixed.clock';
create function fixed.clock_timestamp() returns timestamptz language sql volatile as $$ TICKING $$;
`;
const still = 'select at from fixed.clock';
/** Each event is a millisecond later than the one before, so that lists by time have one order. */
const ticking = "select at + nextval('fixed.ticks') * interval '1 millisecond' from fixed.clock";

const connectTo = async (connectionString: string): Promise<pg.Client> => {
  const client = new pg.Client({ connectionString, options: '-c TimeZone=UTC' });
  await client.connect();
  return client;
};

export type FixedDatabase = {
  readonly connectionString: string;
  readonly client: pg.Client;
  readonly setClock: (instant: number) => Promise<void>;
  readonly drop: () => Promise<void>;
};

/** A new database whose clock is set, on a server that someone else runs. @param ticks whether events get different times all the same */
export const fixedDatabase = async (server: string, name: string, ticks = false): Promise<FixedDatabase> => {
  const owner = await connectTo(server);
  await owner.query(`create database ${name}`);
  await owner.query(`alter database ${name} set search_path = fixed, pg_catalog, public`);
  await owner.query(`alter database ${name} set synchronous_commit = off`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  const client = await connectTo(url.href);
  await client.query(fixedClock.replace('TICKING', ticks ? ticking : still));
  return {
    connectionString: url.href,
    client,
    setClock: async (instant) => {
      await client.query('update fixed.clock set at = to_timestamp($1)', [instant / 1000]);
    },
    drop: async () => {
      await client.end();
      await owner.query(`drop database if exists ${name} with (force)`);
      await owner.end();
    },
  };
};
