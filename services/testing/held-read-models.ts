import pg from 'pg';

/** Keeps every read model from writing until the returned function is called. */
export const holdReadModels = async (connectionString: string): Promise<() => Promise<void>> => {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query('begin');
  await client.query('select * from projections.read_models for update');
  return async () => {
    await client.query('rollback');
    await client.end();
  };
};
