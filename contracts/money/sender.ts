/** Why nothing is sent under no name. */
export const senderMissing = "Enter your name or your studio's name first: it stands on the invoice.";
