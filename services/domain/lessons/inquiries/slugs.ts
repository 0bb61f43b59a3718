import { addressTaken, reservedSlugs, slugKeptDays, type AskForm } from '@rondo/contracts/people/ask-form.ts';
import { instantAt, epochMillisecondsOf, instantOf } from '@rondo/contracts/calendar/instants.ts';
import { RuleBroken } from '../../../platform/kit/errors.ts';
import type { Services } from '../../../platform/kit/services.ts';

// Whose the addresses of question forms are: a plain table, so that no two studios of this server have the same one. A studio whose settings
// name an address that is not its own has no form.

const keptMilliseconds = slugKeptDays * 24 * 60 * 60 * 1000;

type SlugServices = Pick<Services, 'db' | 'settingsOf' | 'now'>;

/** The studio that has a form at an address, and the form; undefined: none. */
export const formAt = async (
  { db, settingsOf }: Pick<Services, 'db' | 'settingsOf'>,
  slug: string,
): Promise<{ readonly studioId: string; readonly form: AskForm } | undefined> => {
  const row = await db
    .selectFrom('accounts.form_slugs')
    .select('studio_id')
    .where('slug', '=', slug)
    .executeTakeFirst();
  if (!row) return undefined;
  const { askForm } = (await settingsOf(row.studio_id)).settings;
  return askForm?.slug === slug ? { studioId: row.studio_id, form: askForm } : undefined;
};

/** Settings without a form whose address is another studio's. */
export const withOwnForm = async <S extends { readonly askForm: AskForm | null }>(
  services: Pick<Services, 'db' | 'settingsOf'>,
  studioId: string,
  settings: S,
): Promise<S> => {
  if (settings.askForm === null) return settings;
  const found = await formAt(services, settings.askForm.slug);
  return found?.studioId === studioId ? settings : { ...settings, askForm: null };
};

/**
 * Makes an address the studio's own, from before its settings name it.
 * @throws RuleBroken when it is another studio's, or was until 90 days ago
 */
export const takeSlug = async (
  { db, settingsOf, now }: SlugServices,
  studioId: string,
  slug: string,
): Promise<void> => {
  if (reservedSlugs.has(slug)) throw new RuleBroken(addressTaken);
  const other = await db
    .selectFrom('accounts.form_slugs')
    .selectAll()
    .where('slug', '=', slug)
    .where('studio_id', '<>', studioId)
    .executeTakeFirst();
  if (other) {
    const leftAt = other.left_at === null ? Infinity : epochMillisecondsOf(instantOf(other.left_at));
    const { askForm } = (await settingsOf(other.studio_id)).settings;
    if (askForm?.slug === slug || !(leftAt + keptMilliseconds <= now())) throw new RuleBroken(addressTaken);
    await db
      .deleteFrom('accounts.form_slugs')
      .where('slug', '=', slug)
      .where('studio_id', '=', other.studio_id)
      .execute();
  }
  await db
    .insertInto('accounts.form_slugs')
    .values({ slug, studio_id: studioId })
    .onConflict((conflict) => conflict.column('slug').doNothing())
    .execute();
  const own = await db
    .selectFrom('accounts.form_slugs')
    .select('studio_id')
    .where('slug', '=', slug)
    .executeTakeFirst();
  // Another studio was faster.
  if (own?.studio_id !== studioId) throw new RuleBroken(addressTaken);
};

/** Notes since when the studio does not use its addresses any more. */
export const noteLeftSlugs = async ({ db, settingsOf, now }: SlugServices, studioId: string): Promise<void> => {
  const used = (await settingsOf(studioId)).settings.askForm?.slug ?? '';
  const own = db.updateTable('accounts.form_slugs').where('studio_id', '=', studioId);
  await own.set({ left_at: null }).where('slug', '=', used).execute();
  await own
    .set({ left_at: instantAt(now()) })
    .where('slug', '<>', used)
    .where('left_at', 'is', null)
    .execute();
};
