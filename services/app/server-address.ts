import type { Config } from './config/config.ts';

/** Where people open this server: the public address, else the one that it listens on. Never what a request names. */
export const serverAddress = ({ PUBLIC_URL, HOST }: Pick<Config, 'PUBLIC_URL' | 'HOST'>, port: number): string => {
  if (PUBLIC_URL !== undefined) return PUBLIC_URL.replace(/\/+$/, '');
  const everywhere = HOST === undefined || HOST === '0.0.0.0' || HOST === '::';
  const host = everywhere ? 'localhost' : HOST.includes(':') ? `[${HOST}]` : HOST;
  return `http://${host}:${port}`;
};
