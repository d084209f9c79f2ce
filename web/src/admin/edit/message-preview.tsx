import { alertMessageText } from '#contract/messages/alert-message';
import type { Alert } from '#contract/records';

/** The message about an alert as phones show it: they cut long texts, each in its own way. */
export function MessagePreview({ alert, sender }: { alert: Alert; sender: string }) {
  const { title, body } = alertMessageText(alert);
  return (
    <figure className="message-preview">
      <figcaption>Así lo van a ver en el teléfono</figcaption>
      <div>
        <small>{sender} · ahora</small>
        <b>{title}</b>
        <p>{body}</p>
      </div>
    </figure>
  );
}
