/** Apple Calendar, Outlook and phones subscribe to an address of this scheme; an https address would be downloaded once. */
export const webcalLink = (url: string): string => url.replace(/^https?:/, 'webcal:');

/** Asks to subscribe in Google Calendar, which refuses https addresses here although it then reads the calendar by https. */
export const googleLink = (url: string): string =>
  `https://calendar.google.com/calendar/render?cid=${encodeURIComponent(webcalLink(url))}`;

const privateHost =
  /^(?:localhost|[^.]+|.*\.(?:localhost|local|lan|internal)|127\..*|10\..*|192\.168\..*|169\.254\..*|172\.(?:1[6-9]|2\d|3[01])\..*|\[.*\])$/;

/** False if only this computer or its network can reach the address, so that a calendar service on the internet cannot read it. */
export const isOnInternet = (url: string): boolean => !privateHost.test(new URL(url).hostname);
