/** What a studio's file may be when a browser sends it. */
export const studioUpload = {
  maxBytes: 50 * 1024 * 1024,
  missing: 'Please choose the file of a studio.',
  tooLarge: 'This file is larger than 50 MB. Ask the operator of this server to import it.',
} as const;
