/** Days from sending an invoice to the day by which to pay it. */
export const paymentTermsDays = 14;
