import { sql, type Kysely } from 'kysely';
import { z } from 'zod';
import { KeyReused, RuleBroken } from '../errors/errors.ts';
import type { CommandContext } from './aggregate.ts';

/** The row hangs on the account, which is the studio: erasing it removes its keys, and a late one finds nothing to hang on. */
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

/** Longer answers, in characters of JSON, are not kept: the repeated command is carried out again, which has no second effect. */
const longestAnswer = 256 * 1024;
const keptDays = 30;

const storedAnswer = z.object({
  status: z.number(),
  batchId: z.string().nullable(),
  position: z.string().nullable(),
  body: z.unknown(),
});
/** What a command was answered the first time. */
export type StoredAnswer = z.infer<typeof storedAnswer>;

const claimed = z.object({ input_hash: z.string(), answer: storedAnswer.nullable() });

type Command = Pick<CommandContext, 'studioId' | 'commandId'>;

/** The memory of a studio's Idempotency-Keys. */
export type CommandKeys = {
  /**
   * Notes a command before it is carried out.
   * @returns what an earlier request with the same key and input was answered; null when nothing is known of its outcome
   * @throws KeyReused when the key came with another input
   */
  claim(command: Command, inputHash: string): Promise<StoredAnswer | null>;
  /** Keeps the first answer of a command that was claimed. */
  keep(command: Command, answer: StoredAnswer): Promise<void>;
  /** Forgets the keys of a month ago. */
  forgetOld(): Promise<void>;
};

/** Commits without waiting for the disk, for this one statement. */
const quickly = sql`(select set_config('synchronous_commit', 'off', true)) quickly`;

/**
 * Keys in PostgreSQL.
 * @param besideTheLog the event log is in the same database: its own commits, which wait for the disk, bring the claim before them there too
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
      // None is found when another process claimed the key during the statement, which a second one sees, or when the studio is gone.
      const found = (await find(command, inputHash)) ?? (await find(command, inputHash));
      if (!found) throw new RuleBroken('This studio has been erased.');
      if (found.input_hash !== inputHash)
        throw new KeyReused('This Idempotency-Key was already used for another request.');
      return found.answer;
    },

    keep: async ({ studioId, commandId }, answer) => {
      const text = JSON.stringify(answer);
      if (text.length > longestAnswer) return;
      // An answer that is lost with the machine is worked out again.
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
