import type { AccountsDb } from '../../../platform/postgres/tables.ts';
import type { Kysely } from 'kysely';
import { besideRegistrations } from '../../../platform/postgres/stream-registry.ts';

/** How far a restore is. */
export type Progress = { readonly done: number; readonly total: number; readonly detail: string };

/** A studio's restore in the database: how far it is, how often it was started, and whether new streams are refused. */
export const restoreProgress = (db: Kysely<AccountsDb>) => ({
  /** Counts a start. @returns the number of starts since the restore last got further */
  begin: async (studioId: string, restoreId: string): Promise<number> => {
    const nothing = { is_closed: false, done: 0, total: 0, detail: 'Getting ready', starts: 1, most_done: 0 };
    const row = await db
      .insertInto('accounts.restores')
      .values({ studio_id: studioId, restore_id: restoreId, ...nothing })
      .onConflict((conflict) =>
        conflict.column('studio_id').doUpdateSet((set) => ({
          restore_id: restoreId,
          starts: set
            .case()
            .when('accounts.restores.restore_id', '=', restoreId)
            .then(set('accounts.restores.starts', '+', 1))
            .else(1)
            .end(),
          most_done: set
            .case()
            .when('accounts.restores.restore_id', '=', restoreId)
            .then(set.ref('accounts.restores.most_done'))
            .else(0)
            .end(),
          done: 0,
          total: 0,
          detail: nothing.detail,
        })),
      )
      .returning('starts')
      .executeTakeFirstOrThrow();
    return row.starts;
  },
  /** A start that failed because something did not answer does not count. */
  forgive: async (studioId: string): Promise<void> => {
    await db
      .updateTable('accounts.restores')
      .set((set) => ({ starts: set('starts', '-', 1) }))
      .where('studio_id', '=', studioId)
      .execute();
  },
  tell: async (studioId: string, restoreId: string, { done, total, detail }: Progress): Promise<void> => {
    await db
      .updateTable('accounts.restores')
      .set((set) => ({
        done,
        total,
        detail,
        starts: set.case().when('most_done', '<', done).then(0).else(set.ref('starts')).end(),
        most_done: set.fn<number>('greatest', ['most_done', set.val(done)]),
      }))
      .where('studio_id', '=', studioId)
      .where('restore_id', '=', restoreId)
      .execute();
  },
  find: async (studioId: string, restoreId: string): Promise<Progress | undefined> =>
    db
      .selectFrom('accounts.restores')
      .select(['done', 'total', 'detail'])
      .where('studio_id', '=', studioId)
      .where('restore_id', '=', restoreId)
      .executeTakeFirst(),
  /** Refuses new streams; resolves once the list of streams is complete. */
  close: (studioId: string): Promise<void> =>
    besideRegistrations(db, studioId, async (tx) => {
      await tx.updateTable('accounts.restores').set({ is_closed: true }).where('studio_id', '=', studioId).execute();
    }),
  open: async (studioId: string): Promise<void> => {
    await db.updateTable('accounts.restores').set({ is_closed: false }).where('studio_id', '=', studioId).execute();
  },
});
export type RestoreProgressTable = ReturnType<typeof restoreProgress>;
