/** A feed that could not be read. The message is a sentence for the teacher. */
export class FeedUnreadable extends Error {}

/** A feed that was not asked for, because its host is asked too often: it says nothing about the feed. */
export class FeedPostponed extends FeedUnreadable {}

/** The same for an address that is refused, closed or no calendar, so that nothing can be learned about the server's own network. */
export const noCalendar = 'There is no calendar at this address.';
