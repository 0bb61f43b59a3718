// Lists are fetched again when something in the same tab changes them. Settings affect every screen, and all tabs share one session, so the
// user's other tabs have to hear of changes to either.

/** What a tab tells the others: settings have changed (undefined), or who is signed in now; null if nobody is. */
export type News = { readonly userId?: string | null };

let opened: BroadcastChannel | undefined;

/** One for both directions: a channel does not receive what is sent through it, so that a tab does not tell itself. */
export const otherTabs = (): BroadcastChannel => (opened ??= new BroadcastChannel('rondo'));

const tell = (news: News): void => otherTabs().postMessage(news);

/** Has the user's other tabs load again what they show. */
export const tellOtherTabs = (): void => tell({});

/**
 * Tells the other tabs who is signed in now. What they show of another user must go, and nothing that is typed there may be saved in this
 * user's studio.
 */
export const tellWhoIsSignedIn = (userId: string | null): void => tell({ userId });
