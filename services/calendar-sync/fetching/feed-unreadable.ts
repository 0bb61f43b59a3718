/** A feed that could not be read. The message is a sentence for the teacher. */
export class FeedUnreadable extends Error {}

/** The same for an address that is refused, closed or no calendar, so that nothing can be learned about the server's own network. */
export const noCalendar = 'There is no calendar at this address.';
