import type { Site } from '#contract/town/documents';
import { escaped } from '#contract/values/text';
import { GAP } from '../parts/words/draft-placeholders.ts';

/** A page to begin with. Its text has the town's data where they are known, and marks what staff have to fill in. */
export interface PageDraft {
  title: string;
  description: string;
  text: string;
}

/** The pages that every municipality needs, in the order in which they are offered. */
export const PAGE_DRAFTS = ['Accesibilidad', 'Privacidad', 'Transparencia'] as const;
export type DraftName = (typeof PAGE_DRAFTS)[number];

/** Returns a draft. @param site the town's document; undefined if this device does not hold it */
export function pageDraft(name: DraftName, site: Pick<Site, 'name' | 'address' | 'phone' | 'email'> | undefined) {
  return MAKERS[name]({
    hall: known(site?.name, 'nombre de la municipalidad'),
    address: known(site?.address, 'dirección de la municipalidad'),
    phone: known(site?.phone, 'teléfono'),
    email: known(site?.email, 'correo electrónico'),
  });
}

/** What the drafts say of the town, as HTML. */
interface Contact {
  hall: string;
  address: string;
  phone: string;
  email: string;
}

/** Returns a mark that staff replace by what it asks for. */
const gap = (what: string) => `<strong>${GAP}${what}]</strong>`;
const known = (value: string | undefined, what: string) => (value ? escaped(value) : gap(what));
const paragraph = (text: string) => `<p>${text}</p>`;
const heading = (text: string) => `<h2>${text}</h2>`;
const list = (...items: string[]) => `<ul>${items.map((item) => `<li>${paragraph(item)}</li>`).join('')}</ul>`;
const steps = (...items: string[]) => `<ol>${items.map((item) => `<li>${paragraph(item)}</li>`).join('')}</ol>`;
const rowOf = (cell: 'th' | 'td', texts: string[]) =>
  `<tr>${texts.map((text) => `<${cell}>${paragraph(text)}</${cell}>`).join('')}</tr>`;
const table = (head: string[], ...rows: string[][]) =>
  `<table><thead>${rowOf('th', head)}</thead><tbody>${rows.map((row) => rowOf('td', row)).join('')}</tbody></table>`;

const MAKERS: Record<DraftName, (contact: Contact) => PageDraft> = {
  Accesibilidad: ({ hall, phone, email }) => ({
    title: 'Declaración de accesibilidad',
    description: 'Qué hicimos para que todas las personas puedan usar este sitio, qué falta y a quién avisar.',
    text: [
      paragraph(
        `${hall} quiere que cualquier persona pueda usar este sitio: también quien navega con lector de pantalla, ` +
          'solo con el teclado, con la letra más grande o con mala señal. Seguimos la Ley 26.653 de Accesibilidad de ' +
          'la Información en las Páginas Web y las pautas WCAG 2.1, nivel AA.',
      ),
      heading('Qué podés hacer en este sitio'),
      list(
        'Recorrer todas las páginas con el teclado. ' +
          'La primera parada de cada una, «Saltar al contenido», evita el menú.',
        'Agrandar la letra hasta el doble sin que el texto se corte ni se tape.',
        'Leer sin conexión lo que ya está guardado en tu dispositivo.',
        'Imprimir cualquier página sin menús ni fondos de color.',
        'Usarlo sin JavaScript: las noticias, la agenda y los teléfonos se leen igual.',
      ),
      heading('Qué todavía no es accesible'),
      list(
        'Los PDF escaneados, que un lector de pantalla no puede leer. Si necesitás uno, pedilo y te mandamos el texto.',
        'Los videos y mapas de otros sitios, que no siempre tienen subtítulos o descripción.',
        gap('otras partes que sepan que no son accesibles, y cuándo se van a corregir; o quitar este punto'),
      ),
      heading('Avisanos si algo no anda'),
      paragraph(
        `Escribí a ${email} o llamá al ${phone}. Contanos en qué página te pasó y con qué navegás. Te respondemos en ` +
          `${gap('plazo, por ejemplo 10 días hábiles')}.`,
      ),
      paragraph(`Esta declaración se revisó por última vez el ${gap('fecha')}.`),
    ].join(''),
  }),

  Privacidad: ({ hall, address, phone, email }) => ({
    title: 'Política de privacidad',
    description: 'Qué datos tuyos guarda este sitio, cuáles no, y cómo ejercer tus derechos.',
    text: [
      paragraph(
        'Podés leer todo este sitio sin registrarte y sin decir quién sos. Rige la Ley 25.326 de Protección de los ' +
          `Datos Personales. Responsable: ${hall}, ${address}.`,
      ),
      heading('Lo que este sitio no hace'),
      list(
        'No usa cookies ni contadores de visitas, y no muestra publicidad.',
        'No te pide datos personales ni tiene cuentas para vecinos.',
        'No carga nada de otros sitios hasta que tocás un video o un mapa. Entonces ese sitio (YouTube, Vimeo u ' +
          'OpenStreetMap) conoce la dirección de tu conexión y valen sus propias reglas.',
        'Los botones para compartir son enlaces comunes: WhatsApp, X y Facebook no se enteran de que estuviste acá ' +
          'si no los tocás.',
      ),
      heading('Lo que se guarda'),
      table(
        ['Qué', 'Dónde', 'Por cuánto tiempo'],
        [
          'Lo publicado en este sitio, para que lo leas sin conexión',
          'En tu dispositivo',
          'Hasta que lo borres, también desde «En este dispositivo», al pie de cada página',
        ],
        [
          'Si pedís avisos: la dirección que crea tu navegador para recibirlos y los temas que elegiste, ' +
            'nada que diga quién sos. Los avisos viajan cifrados por el servicio de tu navegador ' +
            '(de Google, Mozilla o Apple)',
          'En el servidor y en tu dispositivo',
          'Hasta que dejes de recibirlos, desde «Avisos en este teléfono», al pie de cada página',
        ],
        [
          'La dirección de tu conexión, para frenar abusos',
          'En la memoria del servidor',
          'Hasta que el servidor se reinicia o se llena esa memoria',
        ],
        [
          'La dirección de tu conexión, la página que pediste y tu navegador',
          'En el registro técnico del servidor',
          gap('plazo que fija quien administra el servidor: por ejemplo, 14 días'),
        ],
        [
          'Lo que buscás',
          'En ningún registro sobre vos. La respuesta a cada búsqueda se guarda un tiempo, sin decir quién la pidió',
          'Hasta 25 horas después del último pedido',
        ],
      ),
      heading('Personas que aparecen en el sitio'),
      paragraph(
        'Publicamos el nombre, el cargo y los medios de contacto de las autoridades, y fotos de la vida del pueblo. ' +
          'A las fotos les quitamos el lugar, la fecha y el aparato con que se tomaron. Si aparecés en una foto o en ' +
          'un texto y querés que lo retiremos, escribinos.',
      ),
      heading('Tus derechos'),
      paragraph(
        'Podés pedir los datos tuyos que tengamos, y que los corrijamos, actualicemos o borremos: ' +
          `escribí a ${email}, llamá al ${phone} o presentá una nota en ${address}. ` +
          'Respondemos los pedidos de acceso en 10 días corridos y los de corrección en 5 días hábiles.',
      ),
      paragraph(
        'El titular de los datos personales tiene la facultad de ejercer el derecho de acceso a los mismos en forma ' +
          'gratuita a intervalos no inferiores a seis meses, salvo que se acredite un interés legítimo al efecto, ' +
          'conforme lo establecido en el artículo 14, inciso 3, de la Ley 25.326.',
      ),
      paragraph(
        'La Agencia de Acceso a la Información Pública, órgano de control de la Ley 25.326, atiende las denuncias y ' +
          'los reclamos de quienes resulten afectados en sus derechos por el incumplimiento de las normas sobre ' +
          'protección de datos personales.',
      ),
      paragraph(`Última revisión: ${gap('fecha')}.`),
    ].join(''),
  }),

  Transparencia: ({ hall, address, phone, email }) => ({
    title: 'Transparencia',
    description: 'Presupuesto, sueldos, compras y declaraciones juradas, y cómo pedir lo que no esté acá.',
    text: [
      paragraph(
        `La información pública es de todos. ${hall} publica acá la que más se pide; el resto lo puede pedir ` +
          'cualquier persona, sin explicar para qué, según la Ley 27.275 de Derecho de Acceso a la Información ' +
          'Pública y ' +
          `${gap('ordenanza o ley provincial que se aplica en el municipio; o quitar estas palabras')}.`,
      ),
      heading('Presupuesto'),
      list(
        `Presupuesto aprobado: ${gap('año, importe total y dónde leerlo')}.`,
        `Ejecución, por trimestre: ${gap('dónde leerla')}.`,
        `Cuenta de inversión del año anterior: ${gap('dónde leerla')}.`,
      ),
      heading('Sueldos'),
      table(
        ['Cargo o categoría', 'Sueldo bruto', 'Cantidad de personas'],
        [gap('intendencia'), gap('importe'), gap('cantidad')],
        [gap('secretarías'), gap('importe'), gap('cantidad')],
        [gap('planta permanente, por categoría'), gap('importe'), gap('cantidad')],
      ),
      paragraph(`Vigente desde ${gap('mes y año')}.`),
      heading('Compras y licitaciones'),
      paragraph(
        'Los llamados, los pliegos y las adjudicaciones se publican en <a href="/boletin">el Boletín Oficial</a>. ' +
          `Las contrataciones directas: ${gap('dónde leerlas')}.`,
      ),
      heading('Declaraciones juradas'),
      paragraph(
        'Los funcionarios presentan su declaración jurada patrimonial al asumir, cada año y al dejar el cargo. Se ' +
          `consultan en ${gap('lugar u oficina, días y horarios')}.`,
      ),
      heading('Cómo pedir información'),
      steps(
        `Escribí qué necesitás y mandalo a ${email}, o presentalo en ${address}. Es gratis y no hace falta abogado.`,
        'Te respondemos por escrito en 15 días hábiles. Si hace falta más tiempo, te avisamos por qué: pueden ser ' +
          '15 días hábiles más.',
        `Si no te respondemos o te negamos la información, podés reclamar ante ${gap('organismo')}.`,
      ),
      paragraph(`Por consultas: ${phone}.`),
      paragraph(`Responsable de acceso a la información: ${gap('nombre y cargo')}.`),
    ].join(''),
  }),
};
