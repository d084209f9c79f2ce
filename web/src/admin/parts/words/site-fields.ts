import type { SiteTextName } from '#contract/town/site-texts';
import type { Path } from './document-paths.ts';

/** A text in the document Sitio, with its name in the form and the history. */
export interface Part {
  label: string;
  path: Path;
  type?: 'color';
  inputMode?: 'tel' | 'email' | 'url';
}
const tel = 'tel' as const;
const url = 'url' as const;

/** In the order of the form. */
export const SITE_GROUPS: { title: string; parts: Part[] }[] = [
  {
    title: 'Nombre y escudo',
    parts: [
      { label: 'Nombre de la localidad', path: ['town'] },
      { label: 'Nombre corto, para el ícono de la aplicación', path: ['shortName'] },
      { label: 'Provincia', path: ['province'] },
      { label: 'Nombre de la municipalidad', path: ['name'] },
      { label: 'Lema', path: ['motto'] },
    ],
  },
  {
    title: 'Contacto',
    parts: [
      { label: 'Dirección', path: ['address'] },
      { label: 'Código postal', path: ['postalCode'] },
      { label: 'Teléfono', path: ['phone'], inputMode: tel },
      { label: 'Correo electrónico', path: ['email'], inputMode: 'email' },
    ],
  },
  {
    title: 'Enlaces',
    parts: [
      { label: 'Consulta de impuestos', path: ['taxUrl'], inputMode: url },
      { label: 'Consulta ciudadana', path: ['consultationUrl'], inputMode: url },
      { label: 'Facebook', path: ['social', 'facebook'], inputMode: url },
      { label: 'Instagram', path: ['social', 'instagram'], inputMode: url },
      { label: 'X', path: ['social', 'x'], inputMode: url },
      { label: 'YouTube', path: ['social', 'youtube'], inputMode: url },
    ],
  },
  {
    title: 'Turismo y mapa',
    parts: [
      { label: 'Dirección de la oficina de turismo', path: ['tourism', 'address'] },
      { label: 'Teléfono de la oficina de turismo', path: ['tourism', 'phone'], inputMode: tel },
      { label: 'Correo de la oficina de turismo', path: ['tourism', 'email'], inputMode: 'email' },
      { label: 'Dirección web del mapa', path: ['map', 'embedUrl'], inputMode: url },
      { label: 'Título del mapa', path: ['map', 'title'] },
    ],
  },
  {
    title: 'Seguridad informática',
    parts: [{ label: 'Contacto para avisar de una falla: correo o página', path: ['securityContact'] }],
  },
];
/** The sentences of pages, each with the default that is shown unless the town writes another. */
export const SITE_TEXTS: [SiteTextName, string][] = [
  ['hours', 'Horario de atención, en Datos útiles, la portada y la cartelera'],
  ['news', 'Bajo el título de Noticias'],
  ['agenda', 'Bajo el título de Agenda'],
  ['bulletins', 'Bajo el título de Boletín Oficial'],
  ['tourism', 'Bajo el título de Turismo'],
  ['greenPoints', 'Bajo el título de Puntos verdes'],
  ['usefulData', 'Bajo el título de Datos útiles'],
  ['phones', 'Datos útiles, en la portada'],
  ['consultation', 'Consulta ciudadana, en la portada'],
  ['bulletinsSign', 'Cartel del Boletín Oficial, en la portada'],
  ['tourismSign', 'Cartel de Turismo, en la portada'],
  ['agendaSign', 'Cartel de la Agenda, en la portada'],
  ['greenPointsSign', 'Cartel de Puntos verdes, en la portada'],
  ['footer', 'Al pie, bajo el lema'],
  ['rights', 'Al pie, después del nombre de la municipalidad'],
];
export const SITE_COLOURS: Part[] = [
  { label: 'Color de la municipalidad', path: ['accent'], type: 'color' },
  { label: 'Segundo color: emergencias y detalles', path: ['second'], type: 'color' },
];
export const SITE_WEATHER = [
  { label: 'Dirección de las alertas', path: ['weather', 'feed'] },
  { label: 'Lugar del pueblo', path: ['weather', 'place'] },
  { label: 'Avisar a los teléfonos desde la alerta', path: ['weather', 'pushFrom'] },
] as const;
