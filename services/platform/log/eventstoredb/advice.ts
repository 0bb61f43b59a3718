/** Failures of a connection that its settings explain, and what to do about each. */
const known: readonly (readonly [cause: RegExp, advice: string])[] = [
  [/\bUNAUTHENTICATED\b/, 'The server does not know the user, or the password is wrong.'],
  [
    /\bPERMISSION_DENIED\b/,
    'The user lacks a right: give it those that "TLS and users" in docs/operations.md lists, reading $all among them.',
  ],
  [
    /ECONNREFUSED/,
    'Nothing listens at its address: start the server. One whose disk is full ends by itself; its own log says so.',
  ],
  [/wrong version number/, 'The server does not speak TLS: give it a certificate, or add tls=false in development.'],
  [/Last error: Failed to connect/, 'It closes connections without TLS: if it has a certificate, remove tls=false.'],
  [/certificate has expired/, 'Its certificate has expired: give it a new one.'],
  [/altnames/, 'Its certificate is for another host name: use that name in the address.'],
  [
    /self[- ]signed certificate|unable to (verify|get)/,
    'Its certificate comes from an authority that is not trusted here: name the file with the certificate of that authority as tlsCAFile.',
  ],
  [
    /leader info available|Server Is Not Ready|Failed to discover/i,
    'No node says that it is the leader: more than half of the nodes have to run, and the address has to name one of them.',
  ],
];

/** What an operator can do about a log that does not answer or refuses, as a sentence after a space; nothing where the error has to speak for itself. */
export const adviceOn = (error: unknown): string => {
  const text = String(error);
  const advice = known.find(([cause]) => cause.test(text))?.[1];
  return advice === undefined ? '' : ` ${advice}`;
};
