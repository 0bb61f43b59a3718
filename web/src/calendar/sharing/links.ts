/** Apple Calendar, Outlook and phones subscribe to an address of this scheme; an https address would be downloaded once. */
export const webcalLink = (url: string): string => url.replace(/^https?:/, 'webcal:');

/** Asks to subscribe in Google Calendar, which refuses https addresses here although it then reads the calendar by https. */
export const googleLink = (url: string): string =>
  `https://calendar.google.com/calendar/render?cid=${encodeURIComponent(webcalLink(url))}`;

const ownHost = /^(?:localhost|.*\.localhost|127\..*|\[::1\])$/;
const privateHost =
  /^(?:[^.]+|.*\.(?:local|lan|internal)|10\..*|192\.168\..*|169\.254\..*|172\.(?:1[6-9]|2\d|3[01])\..*|\[.*\])$/;

/** Who can read an address: anyone on the internet, the devices of the server's network, or only the computer on which Rondo runs. */
export const reachOf = (url: string): 'internet' | 'network' | 'computer' => {
  const { hostname } = new URL(url);
  if (ownHost.test(hostname)) return 'computer';
  return privateHost.test(hostname) ? 'network' : 'internet';
};
