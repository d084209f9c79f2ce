/** What the message about a ticket's answer is stored under. */
export const answerSubject = (ticket: string) => `ticket/${ticket}`;

/** Deletes devices that were there for a ticket alone. */
export const DROP_UNUSED = `
  DELETE FROM push_subscription
  WHERE topics = '[]' AND NOT EXISTS (SELECT 1 FROM ticket_push WHERE subscription = push_subscription.id)`;
