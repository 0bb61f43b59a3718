/** The signed-in user, as stored in the session. */
export type Actor = {
  readonly userId: string;
  /** One account's tenant; it has the account's id. */
  readonly studioId: string;
  readonly isGuest: boolean;
};

/** Who has not signed in. */
export const anyone: Actor = { userId: '', studioId: '00000000-0000-4000-8000-000000000000', isGuest: false };

/** When and where a session was used. */
export type Sight = {
  /** Epoch milliseconds. */
  readonly at: number;
  readonly device: string | null;
  readonly kind: 'computer' | 'phone' | 'tablet';
  /** A hash: enough to recognize the place. */
  readonly place: string;
};

declare module 'express-session' {
  interface SessionData {
    actor: Actor;
    /** Epoch milliseconds; absent from sessions of earlier versions, as is `seen` until they are used again. */
    signedInAt: number;
    /** Its last use that was noted. */
    seen: Sight;
  }
}
