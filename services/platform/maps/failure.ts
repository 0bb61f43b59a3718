/** What keeps the maps service from answering. */
export type FailureReason = 'refused' | 'limited' | 'unavailable' | 'rejected' | 'wrong' | 'budget';

/** The maps service does not answer; estimates stand in for it. Any other error rises as it is. */
export class MapsFailure extends Error {
  override readonly name = 'MapsFailure';
  readonly reason: FailureReason;
  /** Milliseconds in which another call is pointless. */
  readonly pause: number;
  constructor(reason: FailureReason, detail: string, { pause, cause }: { pause: number; cause?: unknown }) {
    super(`Mapbox: ${detail}`, { cause });
    this.reason = reason;
    this.pause = pause;
  }
}

/** An answer; `failure` is why estimates stand in for the maps service, null if they do not. */
export type Answered<Answer> = Answer & { readonly failure: MapsFailure | null };

const happened = (reason: FailureReason): string => {
  switch (reason) {
    case 'refused':
      return 'Mapbox did not accept the token of this server';
    case 'limited':
      return 'Mapbox limited how often this server may ask';
    case 'unavailable':
      return 'Mapbox did not answer';
    case 'rejected':
      return 'Mapbox rejected what this server asked';
    case 'wrong':
      return 'Mapbox gave an answer that cannot be right';
    case 'budget':
      return 'The daily limit of calls to Mapbox was reached';
    default:
      return reason satisfies never;
  }
};

/** For a person: what happened, and what is shown instead. Null if nothing happened. */
export const noticeOf = (failure: MapsFailure | null): string | null =>
  failure === null ? null : `${happened(failure.reason)}, so places, distances and times are estimates for now.`;

/**
 * Of drives between places that are not located exactly: they lead to the middle of a ZIP code or city. That need not be the service's
 * doing: an address can name no street, or be older than the token.
 */
export const inexactNotice = 'Some addresses are not known exactly, so drives to and from them are approximate.';

/** Why some drives of a plan are estimates. */
export const planNoticeOf = (failure: MapsFailure | null): string | null =>
  failure === null
    ? null
    : `${happened(failure.reason)} when this plan was made, so some of its drive times are estimates. Generate again later to use exact ones.`;

const namedInPlan = 3;

/** Names whose addresses in a plan are not located exactly; null for nobody. */
export const planInexactNotice = (names: readonly string[]): string | null => {
  if (names.length === 0) return null;
  const [listed, others] = [names.slice(0, namedInPlan), names.length - namedInPlan];
  const all = others > 0 ? [...listed, others === 1 ? '1 other' : `${others} others`] : listed;
  const [last = '', ...before] = all.toReversed();
  const who = before.length === 0 ? last : `${before.toReversed().join(', ')} and ${last}`;
  return `The exact address of ${who} is not known, so drives to and from there are approximate.`;
};
