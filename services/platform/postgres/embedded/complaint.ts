/** What begins each line of the log: when it was written, and by which process. */
export const logLinePrefix = '%m [%p] ';

const complaint = /(FATAL|PANIC|ERROR):\s*/;

/**
 * Why a server ended, in the words of its log; empty if that does not say. What the server's first process says counts first: processes of a
 * killed server, which end by themselves, write to the same log.
 * @param log what has been written since the server was launched
 * @param pid the server's first process
 */
export const complaintIn = (log: string, pid: number | undefined): string => {
  const lines = log.trim().split('\n');
  const complaints = lines.filter((line) => complaint.test(line));
  const line = complaints.findLast((one) => one.includes(`[${pid}]`)) ?? complaints.at(-1) ?? lines.at(-1) ?? '';
  return line.replace(new RegExp(`^.*?${complaint.source}`), '');
};
