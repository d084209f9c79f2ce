export type SiteTextName =
  | 'hours'
  | 'news'
  | 'agenda'
  | 'bulletins'
  | 'tourism'
  | 'greenPoints'
  | 'usefulData'
  | 'phones'
  | 'consultation'
  | 'bulletinsSign'
  | 'tourismSign'
  | 'agendaSign'
  | 'greenPointsSign'
  | 'footer'
  | 'rights';

/** The sentences of pages that a town can write, with defaults that are true of any town. */
export function siteTexts({
  town,
  texts = {},
}: {
  town: string;
  texts?: Partial<Record<SiteTextName, string>>;
}): Record<SiteTextName, string> {
  return {
    hours: texts.hours || '',
    news: texts.news || 'Lo que pasa en el pueblo, contado por el municipio.',
    agenda: texts.agenda || 'Lo que pasa en el pueblo, día por día.',
    bulletins: texts.bulletins || 'Todo lo que el municipio decide, escrito y a la vista.',
    tourism: texts.tourism || `Paseos, mapas y datos para visitar ${town}.`,
    greenPoints: texts.greenPoints || 'Dónde llevar lo reciclable.',
    usefulData: texts.usefulData || 'Llamá directo al área que necesitás.',
    phones: texts.phones || 'Los teléfonos de cada área del municipio.',
    consultation: texts.consultation || 'Realizá tu consulta dejando tu correo electrónico o teléfono.',
    bulletinsSign: texts.bulletinsSign || 'Lo que decide el municipio',
    tourismSign: texts.tourismSign || 'Paseos, mapas y alojamiento',
    agendaSign: texts.agendaSign || 'Qué hay esta semana',
    greenPointsSign: texts.greenPointsSign || 'Dónde llevar lo reciclable',
    footer: texts.footer || '',
    rights: texts.rights || 'Todos los derechos reservados.',
  };
}
