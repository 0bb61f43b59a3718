import type { Analysis } from './analysis/analyze.ts';
import type { Applied, Baseline, FeedState, Read } from './feed-states.ts';
import { believesMissing } from './sync-commands.ts';
import type { ReadContent } from './teacher-feeds.ts';

/** The state of a feed at its present address: what another address answered says nothing of it. */
export const applied = (state: FeedState | undefined, address: string): FeedState | undefined =>
  state && state.address !== null && state.address !== address
    ? {
        ...state,
        last_sync_at: null,
        event_hash: null,
        error_count: 0,
        last_error: null,
        etag: null,
        last_modified: null,
      }
    : state;

/** What each future event of a feed says, by its key. */
export const baselineOf = ({ compared }: Pick<Analysis, 'compared'>): Baseline =>
  Object.fromEntries(
    compared.map(({ event: { key, date, start, duration, isCancelled } }) => [
      key,
      `${date} ${start} ${duration}${isCancelled ? ' cancelled' : ''}`,
    ]),
  );

/** Events of a baseline that a feed no longer has. */
export const missingKeys = (before: Baseline, now: Baseline): string[] =>
  Object.keys(before).filter((key) => !Object.hasOwn(now, key));

/** What is remembered after a feed was applied. Missing events that were not believed to be gone stay remembered. */
export const nextRead = (
  address: string,
  { content, analysis, known }: { readonly content: ReadContent; readonly analysis: Analysis; readonly known: Applied },
): Read => {
  const { etag, lastModified, hash } = content;
  const now = baselineOf(analysis);
  const believed = believesMissing(content, analysis, known.trusted_count);
  const before = known.baseline ?? {};
  const kept = believed ? {} : Object.fromEntries(missingKeys(before, now).map((key) => [key, before[key] ?? '']));
  return {
    address,
    etag,
    lastModified,
    hash,
    baseline: { ...kept, ...now },
    trustedCount: believed ? analysis.compared.length : known.trusted_count,
  };
};
