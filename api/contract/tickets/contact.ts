/** The fewest digits of a telephone of a person: one of the town alone, as in `48-1234`. Short ones are services. */
const LEAST = 6;

/** Returns what is wrong with the telephone that somebody leaves to be called back; '' where nothing is. */
export function contactFault({ phone, email }: { phone: string; email: string }): string {
  const digits = phone.replace(/\D/g, '').length;
  if (phone.trim() === '' || digits >= LEAST) return '';
  // Who has left another way may say so here, as with `no tengo`.
  if (digits === 0 && email.trim() !== '') return '';
  return 'Ahí no podemos llamarte: escribí el teléfono completo, como 02902 48-1234.';
}
