/** The signed-in user, as stored in the session. */
export type Actor = {
  readonly userId: string;
  /** One account's tenant; it has the account's id. */
  readonly studioId: string;
  readonly isGuest: boolean;
};

declare module 'express-session' {
  interface SessionData {
    actor: Actor;
    /** The day this session was last written, so that keeping it alive does not take a write per request. */
    touchedOn: string;
  }
}
