/** A restore that is given up. The message is a sentence for the user. */
export class GivenUp extends Error {}
