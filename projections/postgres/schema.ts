import type pg from 'pg';

const schemaLock = 7_263_001;

/** Runs idempotent DDL in one transaction; processes that start together wait for each other. */
export const applySchema = async (pool: pg.Pool, ddl: string): Promise<void> => {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query('select pg_advisory_xact_lock($1)', [schemaLock]);
    await client.query(ddl);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
};
