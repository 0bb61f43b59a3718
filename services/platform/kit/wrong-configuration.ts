/** A setting that Rondo cannot start with; the message names it and what to do. */
export class WrongConfiguration extends Error {}
