/** Whoever is signed in, as the session keeps it. */
export type Actor = {
  readonly userId: string;
  /** One account's tenant; it has the account's id. */
  readonly studioId: string;
  readonly isGuest: boolean;
};

declare module 'express-session' {
  interface SessionData {
    actor: Actor;
    /** The day this session was last written, to keep it alive without a write a request. */
    touchedOn: string;
  }
}
