/** Why nothing is sent under no name. */
export const senderMissing = "Enter your name or your studio's name first: it stands on the invoice.";

/** The same of statements. */
export const statementSenderMissing = "Enter your name or your studio's name first: it stands on the statement.";

/** The most invoices that one call marks or deletes, that one call sends, and that one file holds. */
export const mostInvoices = 400;
export const mostMails = 300;
export const mostPdfs = 100;
