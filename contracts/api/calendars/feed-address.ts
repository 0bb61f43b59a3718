import { clearableText } from '../shapes.ts';

const ports: ReadonlySet<string> = new Set(['', '80', '443', '8080', '8443']);

const notAnAddress =
  'This is not a web address. Please copy the address of the calendar feed from your calendar service.';
const beginnings = 'A calendar’s address begins with https://, http:// or webcal://.';

/** The web address of a calendar: webcal means https. Null if the text is not an address. */
const webAddress = (text: string, base?: string): URL | null => {
  const secure = text.trim().replace(/^webcal:/i, 'https:');
  return URL.canParse(secure, base) ? new URL(secure, base) : null;
};

const hasKnownScheme = (text: string): boolean => /^(https?|webcal):\/\//i.test(text);
/** Another scheme, or an address that was copied without one. */
const lacksScheme = (text: string): boolean => /^([a-z][a-z\d+.-]*:|[a-z\d.-]+\.[a-z]{2,}(\/|$))/i.test(text);

/** Where a feed is read, or a sentence that says what is wrong with its address. @param base the address that redirected to it */
export const readFeedAddress = (text: string, base?: string): URL | string => {
  const typed = text.trim();
  if (base === undefined && !hasKnownScheme(typed)) return lacksScheme(typed) ? beginnings : notAnAddress;
  const url = webAddress(typed, base);
  if (url === null) return notAnAddress;
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return beginnings;
  if (url.username !== '' || url.password !== '')
    return 'The address contains a name or a password before an @. Please use the calendar’s private address, which works without them.';
  if (!ports.has(url.port))
    return 'Rondo cannot read a calendar there: after the server’s name, only :80, :443, :8080 and :8443 are allowed.';
  return url;
};

/** The address of a teacher's calendar feed, as a person enters it; optional. */
export const feedAddressText = clearableText(500).superRefine((text, context) => {
  const problem = typeof text === 'string' ? readFeedAddress(text) : null;
  if (typeof problem === 'string') context.addIssue(problem);
});
