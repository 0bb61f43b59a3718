import { sql, type Kysely } from 'kysely';
import { z } from 'zod';
import { KeyReused, RuleBroken } from '../kit/errors.ts';
import type { CommandContext } from './aggregate.ts';

/** References the account, which is the studio: erasing it deletes its keys, and a late insert violates the reference. */
export const commandKeysSchema = `
create schema if not exists commands;
create table if not exists commands.command_keys (
  studio_id text not null references accounts.users on delete cascade,
  command_id text not null,
  input_hash text not null,
  answer json,
  first_seen timestamptz not null default now(),
  primary key (studio_id, command_id)
);
create index if not exists command_keys_first_seen on commands.command_keys (first_seen);
`;

/** Longer answers, in characters of JSON, are not stored: the repeated command is executed again, without a second effect. */
export const longestAnswer = 256 * 1024;
const keptDays = 30;

const storedAnswer = z.object({
  status: z.number(),
  batchId: z.string().nullable(),
  position: z.string().nullable(),
  body: z.unknown(),
});
/** The first answer of a command. */
export type StoredAnswer = z.infer<typeof storedAnswer>;

const claimed = z.object({ input_hash: z.string(), answer: storedAnswer.nullable() });

type Command = Pick<CommandContext, 'studioId' | 'commandId'>;

/** Stores a studio's Idempotency-Keys. */
export type CommandKeys = {
  /**
   * Records a command before it is executed.
   * @returns the answer to an earlier request with the same key and input; null when its outcome is unknown
   * @throws KeyReused when the key came with another input
   */
  claim(command: Command, inputHash: string): Promise<StoredAnswer | null>;
  /** Stores the first answer of a claimed command. */
  keep(command: Command, answer: StoredAnswer): Promise<void>;
  /** Deletes expired keys. */
  readonly forgetOld: () => Promise<void>;
};

/** Commits this one statement without waiting for the disk. */
const quickly = sql`(select set_config('synchronous_commit', 'off', true)) quickly`;

/**
 * Keys in PostgreSQL.
 * @param besideTheLog the event log is in the same database: its own commits, which wait for the disk, make the earlier claim durable too
 */
export const commandKeys = <Db>(db: Kysely<Db>, { besideTheLog }: { besideTheLog: boolean }): CommandKeys => {
  const find = async ({ studioId, commandId }: Command, inputHash: string) => {
    const found = await sql`
      with first as (
        insert into commands.command_keys (studio_id, command_id, input_hash)
        select users.id, ${commandId}, ${inputHash}
          from accounts.users ${besideTheLog ? sql`, ${quickly}` : sql``} where users.id = ${studioId} for key share of users
        on conflict do nothing returning input_hash, answer)
      select * from first union all
      select input_hash, answer from commands.command_keys where studio_id = ${studioId} and command_id = ${commandId}
    `.execute(db);
    return found.rows.map((row) => claimed.parse(row))[0];
  };

  return {
    claim: async (command, inputHash) => {
      // Not found when another process claimed the key during the statement, which a second query sees, or when the studio was erased.
      const found = (await find(command, inputHash)) ?? (await find(command, inputHash));
      if (!found) throw new RuleBroken('This studio has been erased.');
      if (found.input_hash !== inputHash)
        throw new KeyReused('This Idempotency-Key was already used for another request.');
      return found.answer;
    },

    keep: async ({ studioId, commandId }, answer) => {
      const text = JSON.stringify(answer);
      if (text.length > longestAnswer) return;
      // An answer lost in a crash is computed again.
      await sql`
        update commands.command_keys set answer = ${text}::json from ${quickly}
         where studio_id = ${studioId} and command_id = ${commandId} and answer is null`.execute(db);
    },

    forgetOld: async () => {
      await sql`delete from commands.command_keys where first_seen < now() - ${keptDays} * interval '1 day'`.execute(
        db,
      );
    },
  };
};
