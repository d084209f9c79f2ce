export const INCOMPLETE = 'La fecha quedó incompleta y sigue la anterior. Escribila entera, como 15/03/2026.';
export const NONEXISTENT = 'Esa fecha no existe y sigue la anterior. Fijate en el día y el mes, como 15/03/2026.';
/** A browser's own control does not say which of the two it is. */
export const NOT_READ = {
  date: 'La fecha quedó incompleta o no existe, y sigue la anterior. Escribila entera, como 15/03/2026.',
  'datetime-local':
    'La fecha quedó incompleta o no existe, y sigue la anterior. Escribila entera, como 15/03/2026 18:30.',
  time: 'La hora quedó incompleta y sigue la anterior. Escribila entera, como 18:30.',
};

/** Says why what was typed is gone. @param hasStored whether there is an earlier value, which is shown again */
export const refusedWords = (words: string, hasStored: boolean) =>
  hasStored ? words : words.replace(/,? y sigue la anterior/, ' y no se guardó');
