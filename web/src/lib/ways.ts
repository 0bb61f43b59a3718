export type Link = { readonly label: string; readonly url: string };

export const query = (parts: Readonly<Record<string, string>>): string => new URLSearchParams(parts).toString();

/** Links to directions to an address from the current location, in three navigation apps. */
export const navigateTo = (address: string): Link[] => [
  {
    label: 'Google Maps',
    url: `https://www.google.com/maps/dir/?${query({ api: '1', destination: address, travelmode: 'driving' })}`,
  },
  { label: 'Apple Maps', url: `https://maps.apple.com/?${query({ daddr: address, dirflg: 'd' })}` },
  { label: 'Waze', url: `https://www.waze.com/ul?${query({ q: address, navigate: 'yes' })}` },
];

/** A number as phones dial it. */
export const dialed = (phone: string): string => phone.replace(/[^\d+*#]/g, '');
