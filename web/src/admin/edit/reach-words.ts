import type { AlertReach } from '#contract/messages/alert-reach';

const phones = (count: number) => (count === 1 ? '1 teléfono' : `${count} teléfonos`);

/**
 * Whom an alert will be told to.
 * @param count how many phones asked for alerts; null: not known, as without a network
 */
export function beforeWords(count: number | null): string {
  if (count === null) return 'Ahora no se sabe a cuántos teléfonos va. Sin conexión, sale cuando vuelva la señal.';
  if (count === 0) return 'Nadie pidió todavía avisos de alertas en su teléfono: se va a ver en el sitio.';
  return `Va a ${phones(count)}, de quienes pidieron avisos de alertas. Lo que ya salió no se puede retirar.`;
}

/** Whom it was told to, as far as the push services have said; '' where nothing is known. */
export function afterWords(reach: AlertReach | null): string {
  if (!reach) return '';
  const { message } = reach;
  if (!message) return 'El aviso a los teléfonos todavía no salió.';
  const { wanted, taken, waiting } = message;
  if (wanted === 0) return 'No había teléfonos a los que avisar.';
  if (waiting > 0) return `Enviando el aviso: ${taken} de ${phones(wanted)}.`;
  const left = wanted - taken;
  if (left === 0) return `Aviso enviado a ${phones(wanted)}.`;
  return `Aviso enviado a ${taken} de ${phones(wanted)}: ${left === 1 ? '1 no lo tomó' : `${left} no lo tomaron`}.`;
}
