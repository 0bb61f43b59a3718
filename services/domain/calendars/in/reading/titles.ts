const maxTitle = 200;
export const untitled = 'Untitled event';

/** Text in one line, without control characters. */
export const plainText = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim();

const short = (text: string): string => (text.length <= maxTitle ? text : `${text.slice(0, maxTitle - 1).trimEnd()}…`);

/** The word in brackets, before a separator, or just before the title. */
const cancelledBefore = /^(?:[[(]\s*cancell?ed\s*[\])]\s*[:|,–—-]?|cancell?ed\s*[:|,–—-]|cancell?ed(?=\s|$))\s*/i;
/** At the end only in brackets or after a separator: "was not cancelled" is no mark. */
const cancelledAfter = /(?:\s*[[(]\s*cancell?ed\s*[\])]|(?:\s*[:|,–—]|\s+-)\s*cancell?ed)$/i;

/** A title as services and people write it for a cancelled lesson: "Cancelled: Ann Lee", "CANCELED Ann Lee", "Ann Lee (cancelled)". */
export const readTitle = (summary: string): { readonly title: string; readonly isCancelled: boolean } => {
  const text = plainText(summary);
  const title = text.replace(cancelledBefore, '').replace(cancelledAfter, '');
  return { title: short(title) || untitled, isCancelled: title !== text };
};

/** Joins lines that are folded over several. */
export const unfolded = (text: string): string => text.replaceAll(/\r?\n[ \t]/g, '');
