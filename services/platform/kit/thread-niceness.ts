/**
 * What is added to the niceness of threads that compute for long, so that the event loop's thread goes first where both need a processor. On Linux
 * a thread has its own; elsewhere it would be the whole process's.
 */
export const behindTheLoop = process.platform === 'linux' ? 5 : 0;
