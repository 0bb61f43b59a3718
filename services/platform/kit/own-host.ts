import ipaddr from 'ipaddr.js';

export const isLoopback = (address: string): boolean =>
  ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback';

/** Whether a host's name leads to the machine itself. */
export const isOwnHost = (host: string): boolean => {
  const name = host.replaceAll(/^\[|\]$/g, '').toLowerCase();
  return name === 'localhost' || name.endsWith('.localhost') || isLoopback(name);
};
