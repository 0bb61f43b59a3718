import type { Analysis } from './analysis/analyze.ts';
import { absence } from './analysis/identity.ts';
import type { Applied, FeedState, Read } from './feed-states.ts';
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

type Content = Pick<ReadContent, 'isWhole'>;

/**
 * Whether missing events are gone: the feed was read whole, and has at least half of the events of the last reading of which this was so. The
 * first reading of an address has nothing to be compared with.
 */
const isTrusted = ({ isWhole }: Content, { compared }: Pick<Analysis, 'compared'>, { trusted_count: last }: Applied) =>
  isWhole && compared.length > 0 && compared.length * 2 >= (last ?? 0);

/** The imported rows whose events are believed to be gone from the address. Those on closed dates wait until these stand again. */
export const believedMissing = (
  content: Content,
  analysis: Pick<Analysis, 'compared' | 'vanished' | 'waitingRows'>,
  known: Applied,
): Analysis['vanished'] => {
  if (known.baseline === null || !isTrusted(content, analysis, known)) return [];
  const unrelated = new Set(known.unrelated);
  return analysis.vanished.filter(({ lessonId }) => !unrelated.has(lessonId) && !analysis.waitingRows.has(lessonId));
};

/** The imported rows that an address has never had so far. */
const unrelatedRows = ({ vanished, unsure }: Analysis, { baseline, unrelated }: Applied): string[] => {
  const absent = [...vanished, ...unsure].map(({ lessonId }) => lessonId);
  if (baseline === null) return absent;
  const before = new Set(unrelated);
  return absent.filter((id) => before.has(id));
};

type ToRemember = {
  readonly content: ReadContent;
  readonly analysis: Analysis;
  readonly known: Applied;
  /** A person has seen what is missing, and has replaced what was imported. */
  readonly isConfirmed?: boolean;
};

/**
 * What is remembered after a feed was applied. Missing events that were not believed to be gone, or may be among those not read, stay remembered. What
 * waits for a closed date is not: the feed is then read again although it has not changed.
 */
export const nextRead = (address: string, { content, analysis, known, isConfirmed = false }: ToRemember): Read => {
  const { etag, lastModified, hash } = content;
  const trusted = isTrusted(content, analysis, isConfirmed ? { ...known, trusted_count: null } : known);
  const stays = trusted ? analysis.unsureKeys : analysis.missingKeys;
  const absent = trusted ? analysis.goneKeys : [];
  // A first reading applies nothing, closed or not.
  const waiting = known.baseline === null ? new Set<string>() : analysis.waitingKeys;
  const before = [...waiting].flatMap((key) => {
    const content = known.baseline?.get(key);
    return content === undefined ? [] : [[key, content] as const];
  });
  const validators = waiting.size > 0 ? { etag: null, lastModified: null } : { etag, lastModified };
  return {
    address,
    ...validators,
    hash,
    baseline: new Map([
      ...stays.map((key) => [key, known.baseline?.get(key) ?? ''] as const),
      ...absent.map((key) => [key, absence] as const),
      ...[...analysis.contents].filter(([key]) => !waiting.has(key)),
      ...before,
    ]),
    trustedCount: trusted ? analysis.compared.length : known.trusted_count,
    unrelated: unrelatedRows(analysis, known),
  };
};
