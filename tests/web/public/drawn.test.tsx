import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import { firstCategories } from '#contract/town/categories';
import { blankDocuments } from '#contract/town/documents';
import { resultPage } from '#contract/addresses/results';
import type { TimelyAlert } from '#contract/calendar/alerts';
import type { CarouselItem } from '#contract/lists';
import type { ListQuestion, PublicReader } from '#contract/reader';
import type {
  Album,
  Authority,
  CategoriesDocument,
  EventCard,
  SiteDocument,
  StoryCard,
  UsefulDataDocument,
} from '#contract/records';
import { alternativesIn } from '#contract/town/synonyms';
import { imageTag } from '#contract/uploaded/text-pictures';
import { Pager } from '../../../web/src/components/pager.tsx';
import { MissingPicture } from '../../../web/src/components/media/missing-picture.tsx';
import { RichText } from '../../../web/src/components/rich-text.tsx';
import { Video } from '../../../web/src/components/media/video.tsx';
import { page as alertPage } from '../../../web/src/public/pages/records/alert.tsx';
import { page as alertsPage } from '../../../web/src/public/pages/alerts.tsx';
import { page as agendaPage } from '../../../web/src/public/pages/agenda.tsx';
import type { Agenda } from '../../../web/src/public/pages/agenda.tsx';
import { page as albumPage } from '../../../web/src/public/pages/records/album.tsx';
import { page as authorityPage } from '../../../web/src/public/pages/records/authority.tsx';
import { page as bulletinsPage } from '../../../web/src/public/pages/bulletins.tsx';
import { page as carteleraPage } from '../../../web/src/public/pages/cartelera.tsx';
import { page as eventPage } from '../../../web/src/public/pages/records/event.tsx';
import { page as greenPointsPage } from '../../../web/src/public/pages/green-points.tsx';
import { page as homePage } from '../../../web/src/public/pages/home.tsx';
import { page as searchPage } from '../../../web/src/public/pages/search.tsx';
import { page as loginPage } from '../../../web/src/public/pages/login.tsx';
import { Alerts, Warning } from '../../../web/src/public/parts/alerts/banners.tsx';
import { AlertNews } from '../../../web/src/public/parts/alerts/news.tsx';
import { EventRow } from '../../../web/src/public/parts/event-row.tsx';
import { Footer } from '../../../web/src/public/parts/frame/footer.tsx';
import { Carousel } from '../../../web/src/components/media/carousel.tsx';
import { Highlights } from '../../../web/src/public/parts/highlights.tsx';
import { Viewer } from '../../../web/src/public/parts/viewer.tsx';
import { page as procedurePage } from '../../../web/src/public/pages/records/procedure.tsx';
import { page as proceduresPage } from '../../../web/src/public/pages/procedures.tsx';
import { StoryTile } from '../../../web/src/public/parts/story-tile.tsx';
import { page as siteMapPage } from '../../../web/src/public/pages/site-map.tsx';
import { page as storiesPage } from '../../../web/src/public/pages/stories.tsx';
import { page as storyPage } from '../../../web/src/public/pages/records/story.tsx';
import { page as tourismPage } from '../../../web/src/public/pages/tourism.tsx';
import { filtered, groupsOf } from '../../../web/src/public/directory/entries.ts';
import { page as usefulDataPage } from '../../../web/src/public/pages/useful-data.tsx';
import type { PublicPage } from '../../../web/src/public/public-page.ts';

/** Returns a screen as drawn by the server, for content that the demo town does not have. */
const draw = (content: ReactNode) =>
  renderToString(<StaticRouter location="/">{content}</StaticRouter>).replaceAll('<!-- -->', '');
const site = { town: 'Cañadón Huemul', postalCode: '9407', phone: '02902 48-1100' } as SiteDocument;
const LINE = { name: 'Violencia de género', phone: '144', note: '', always: true };
const blankTown: SiteDocument = { id: 'site', ...blankDocuments.site };
const emptyHome = {
  hero: { id: 'hero', image: null },
  highlights: [],
  stories: [],
  events: [],
  busy: [],
  sections: [],
  chips: [],
  lines: [],
  zones: [],
};
const categories: CategoriesDocument = { id: 'categories', ...firstCategories };
const today = '2026-11-21';
const drawPage = ({ Page }: PublicPage, data: unknown, of = site) =>
  draw(<Page data={data} site={of} categories={categories} today={today} url="https://portal.example/" />);

/** The words of a page. */
const words = (html: string) => html.replace(/<[^>]*>/g, ' ').replace(/[\s\u00a0]+/g, ' ');

describe('the viewer', () => {
  const image = (name: string) => ({ name, width: 1600, height: 1000 });
  const video = { id: 'youtube-abcdefghijk', url: 'https://www.youtube.com/watch?v=abcdefghijk' };
  const album = (images: string[], videos = 0) =>
    ({ id: 'a1', title: 'Lago', images: images.map(image), videos: [video].slice(0, videos) }) as unknown as Album;

  it.each([
    ['one image', album(['uno']), false],
    ['one video', album([], 1), false],
    ['two images', album(['uno', 'dos']), true],
    ['an image and a video', album(['uno'], 1), true],
  ])('of %s has arrows only where there is somewhere to go', (_, one, hasArrows) => {
    const html = draw(<Viewer album={one} />);
    expect(html.includes('aria-label="Anterior"')).toBe(hasArrows);
    expect(html.includes('aria-label="Siguiente"')).toBe(hasArrows);
  });

  it('begins with the first image, or else with the first video', () => {
    expect(draw(<Viewer album={album(['uno', 'dos'], 1)} />)).toContain('alt="Lago: imagen 1 de 3"');
    expect(draw(<Viewer album={album([], 1)} />)).toContain('Ver el video');
    expect(draw(<Viewer album={album([])} />)).toContain('Este álbum todavía no tiene imágenes.');
  });

  it('distinguishes the videos among its thumbnails', () => {
    const videos = [video, { id: 'vimeo-123456', url: 'https://vimeo.com/123456' }];
    const html = draw(<Viewer album={{ ...album(['uno', 'dos']), videos } as Album} />);
    const strip = html.slice(html.indexOf('class="thumbnails"'));
    const names = [...strip.matchAll(/<a [^>]*>(.*?)<\/a>/g)].map(
      ([link, inside = '']) => /aria-label="([^"]+)"/.exec(link)?.[1] ?? inside.replace(/<[^>]+>/g, ''),
    );
    expect(names).toEqual(['Ver la imagen 1', 'Ver la imagen 2', '▶ Video 1 YouTube', '▶ Video 2 Vimeo']);
  });

  it('describes its pictures where a description was written, in the strip too', () => {
    const one = album(['uno', 'dos']);
    const described = { ...one, images: one.images.map((picture, at) => ({ ...picture, alt: `Foto ${at}.` })) };
    const html = draw(<Viewer album={described} />);
    for (const text of [
      'alt="Foto 0."',
      'aria-label="Ver la imagen 1: Foto 0."',
      'aria-label="Ver la imagen 2: Foto 1."',
    ])
      expect(html).toContain(text);
    expect(html).not.toContain('alt="Foto 1."');
  });

  it('is on a page that is shared by its own address', () => {
    const html = drawPage(albumPage, {
      ...album(['uno']),
      shortdescription: 'Siete kilómetros',
      description: '<p>Cómo llegar</p>',
    });
    for (const start of [
      'https://wa.me/?text=Lago%20',
      'https://x.com/intent/post?text=Lago&amp;url=',
      'https://www.facebook.com/sharer/sharer.php?u=',
    ])
      expect(html).toContain(`${start}https%3A%2F%2Fportal.example%2F"`);
    for (const text of ['Siete kilómetros', '<p>Cómo llegar</p>']) expect(html).toContain(text);
  });
});

it('a video is played by its provider, or by the browser where it is a file', () => {
  expect(draw(<Video url="https://vimeo.com/123456789" title="Cierre" isWanted />)).toContain(
    'src="https://player.vimeo.com/video/123456789?autoplay=1&amp;dnt=1"',
  );
  expect(draw(<Video url="https://videos.example/cierre.mp4" title="Cierre" isWanted />)).toContain(
    '<video class="player" src="https://videos.example/cierre.mp4" controls=""',
  );
  expect(draw(<Video url="https://vimeo.com/123456789" title="Cierre" />)).not.toContain('<iframe');
});

it('a video of Facebook is a link, even where the visitor has just watched another one', () => {
  const html = draw(<Video url="https://fb.watch/aB3_x-9/" title="Cierre" isWanted />);
  expect(html).toContain('<a class="button" href="https://fb.watch/aB3_x-9/" rel="external">');
  expect(html).toContain('Ver el video en Facebook');
  expect(html).not.toMatch(/<(iframe|script|img|video)/);
});

it('an authority’s page has every field, and the postal code', () => {
  const authority = {
    id: 'x1',
    name: 'Ana Ruiz',
    position: 'Tesorera',
    education: 'Contadora',
    field: 'Hacienda',
    description: 'Lleva las cuentas.',
    email: 'ana@pueblo.example',
    phones: '02902 48-1100, 02902 48-1102',
    inter: '104',
    address: 'San Martín 250',
    personalData: '<p>Nació acá.</p>',
    titlekey: 'tesorera',
    image: image(),
  } as unknown as Authority;
  const html = drawPage(authorityPage, { authority, stories: [] });
  expect(html).toContain('ana<wbr/>@pueblo<wbr/>.example');
  // On paper it says where it is, as all records do.
  expect(html).toMatch(/<img class="qr" src="[^"]+"/);
  for (const text of [
    'Ana Ruiz',
    'Tesorera',
    'Contadora',
    'Hacienda',
    'Lleva las cuentas.',
    'mailto:ana@pueblo.example',
    'tel:+542902481100',
    'tel:+542902481102',
    '104',
    'San Martín 250',
    'query=San%20Mart%C3%ADn%20250',
    '<p>Nació acá.</p>',
    '9407',
    'alt="Retrato de Ana Ruiz"',
  ]) {
    expect(html).toContain(text);
  }
  expect(html).not.toContain('Noticias de Gobierno');
  expect(drawPage(authorityPage, { authority, stories: [] }, { ...site, postalCode: '' })).not.toContain(
    'Código postal',
  );
});

describe('what a picture shows', () => {
  const alt = 'La plaza «Moreno» con nieve & sol.';
  const shown = 'alt="La plaza «Moreno» con nieve &amp; sol."';
  const story = (picture: object) =>
    ({
      id: 's1',
      year: 2026,
      title: 'Nevada',
      titlekey: 'nevada',
      description: '',
      date: today,
      labels: [],
      text: '',
      image: picture,
    }) as never;

  it('is said on the page of a story and on its card', () => {
    const article = (picture: object) => drawPage(storyPage, { story: story(picture), related: [story(picture)] });
    const [plain, described] = [article(image()), article({ ...image(), alt })];
    expect(described.split(shown)).toHaveLength(3);
    expect(plain.split('alt=""').length - described.split('alt=""').length).toBe(2);
  });

  it('is not said in a link that its title names', () => {
    const item = { ...(story({ ...image(), alt }) as object), type: 'Story', label: '' };
    expect(draw(<Highlights items={[item as CarouselItem]} site={site} />)).toContain('alt=""');
  });

  it('is said of a person in place of their name', () => {
    const authority = {
      name: 'Ana Ruiz',
      position: 'Tesorera',
      personalData: '',
      image: { ...image(), alt },
    } as unknown as Authority;
    const html = drawPage(authorityPage, { authority, stories: [] });
    expect(html).toContain(shown);
    expect(html).not.toContain('Retrato de');
  });

  it('is said of the photos of the green points', () => {
    const intro = { id: 'greenpointpage', txt: '', images: [{ ...image(), alt }] };
    expect(drawPage(greenPointsPage, { intro, points: [] })).toContain(shown);
  });
});

function image() {
  return { name: 'abc', width: 800, height: 1000 };
}

describe('news', () => {
  const story = {
    id: 's1',
    title: 'Una noticia',
    titlekey: 'una-noticia',
    description: '',
    text: '',
    date: today,
    labels: [],
    image: null,
    video: '',
  };

  const highlights = (...labels: string[]) =>
    labels.map((label) => ({
      type: 'Story',
      id: `h${label}`,
      title: `Destacada de ${label}`,
      titlekey: 'd',
      label,
      date: today,
      image: null,
    }));
  const list = {
    items: [story],
    pages: 2,
    page: 1,
    label: null,
    lastLabels: [],
    highlights: highlights('Agua', 'Niñez'),
  };

  it('have their carousel on every page of the list', () => {
    for (const page of [1, 2]) expect(drawPage(storiesPage, { ...list, page })).toContain('aria-label="Destacados"');
  });

  it('say what a feed is for before what it is called', () => {
    expect(words(drawPage(storiesPage, list))).toContain('Seguir las noticias desde otra aplicación (RSS)');
  });

  it('of a label begin with the highlights of that label only, or with none', async () => {
    const read = (label: string) =>
      storiesPage.load(
        {
          list: async () => ({ items: [story], pages: 1 }),
          highlighted: async () => list.highlights,
        } as unknown as PublicReader,
        { params: { label }, query: new URLSearchParams(), categories, today },
      );
    const [some, none] = [drawPage(storiesPage, await read('ninez')), drawPage(storiesPage, await read('deporte'))];
    expect(some).toContain('Destacada de Niñez');
    expect(some).not.toContain('Destacada de Agua');
    expect(none).not.toContain('aria-label="Destacados"');
  });

  it('list related ones only if there are any', () => {
    expect(drawPage(storyPage, { story, related: [story] })).toContain('NOTICIAS RELACIONADAS');
    expect(drawPage(storyPage, { story, related: [] })).not.toContain('RELACIONADAS');
  });
});

it('there is a pager only if there is more than one page', () => {
  const to = (page: number) => `/noticias?pagina=${page}`;
  expect(draw(<Pager page={1} pages={1} to={to} />)).toBe('');
  expect(draw(<Pager page={1} pages={2} to={to} />)).toMatch(/>1<.*>2<.*Siguiente/);
  expect(draw(<Pager page={2} pages={2} to={to} />)).toMatch(/Anterior.*>1<.*>2</);
});

it('an event has a calendar file once the public may read it, and until it is over', () => {
  const event = { id: 'e1', title: 'Feria', label: 'Cultura', date: '2026-12-01', text: '', status: 'Publicado' };
  const drawEvent = (status: string, isOver = false) =>
    drawPage(eventPage, { event: { ...event, status }, isOver, next: [] });
  expect(drawEvent('Publicado')).toContain('Agregar a mi calendario');
  expect(drawEvent('Archivado')).toContain('Agregar a mi calendario');
  expect(drawEvent('Redaccion')).not.toContain('Agregar a mi calendario');
  expect(drawEvent('Publicado', true)).not.toContain('Agregar a mi calendario');
});

describe('an event', () => {
  const plain = { id: 'e1', title: 'Feria', label: 'Cultura', date: '2026-12-01', description: '', text: '' };
  const lasting = { ...plain, lastDay: '2026-12-03', startTime: '10:00', endTime: '19:00', place: 'Museo' };
  const inList = (event: object) =>
    drawPage(agendaPage, { items: [event], chips: [], over: [], label: '', range: null });

  it('says in a list when it is and where, beside the leaf of its first day', () => {
    expect(words(inList(lasting))).toContain('Feria del 1 al 3 de diciembre de 2026, de 10 a 19 h · Museo #cultura');
    expect(words(inList({ ...plain, startTime: '18:30' }))).toContain('Feria 18:30 h #cultura');
    expect(words(inList(plain))).toContain('Feria #cultura');
  });

  it('says until when it is on, once it has begun', () => {
    const html = inList({ ...lasting, date: '2026-11-20', lastDay: '2026-11-26' });
    expect(words(html)).toContain('hasta 26 nov Feria');
  });

  it('says on its page that it is over: on a later day, or once it has left the list of what comes', async () => {
    const load = async (event: object, coming: object[] = []) => {
      const reader = { record: async () => event, list: async () => ({ items: coming, pages: 1 }) };
      const asked = { params: { id: 'e1' }, query: new URLSearchParams(), today, categories };
      return words(drawPage(eventPage, await eventPage.load(reader as unknown as PublicReader, asked)));
    };
    const [published, ofToday] = [
      { ...plain, status: 'Publicado' },
      { ...plain, status: 'Publicado', date: today },
    ];
    expect(await load({ ...published, date: '2026-11-20' })).toContain('Cuándo Terminó · viernes 20');
    expect(await load(ofToday)).toContain('Terminó');
    for (const [event, coming] of [[published], [ofToday, [ofToday]], [{ ...ofToday, status: 'Redaccion' }]] as const)
      expect(await load(event, coming && [...coming])).not.toContain('Terminó');
  });

  it('says first when and where it is, and how to get there: by its own map, or by its place', () => {
    const page = (event: object) => drawPage(eventPage, { event, next: [] }, { ...site, town: 'Villa', province: '' });
    const map = 'https://www.openstreetmap.org/#map=17/-51.41/-72.03';
    expect(words(page({ ...lasting, address: 'Los Notros 210', map }))).toContain('Museo, Los Notros 210 Cómo llegar');
    expect(page({ ...lasting, map })).toContain(`href="${map}"`);
    expect(page(lasting)).toContain('href="https://www.google.com/maps/search/?api=1&amp;query=Museo%2C%20Villa"');
    expect(page(plain)).not.toContain('Cómo llegar');
    expect(page({ ...lasting, description: 'Una muestra' })).toMatch(/<h1.*Cuándo.*<time.*Dónde.*Una muestra/s);
  });
});

it('a picture that is not on the device says what it shows, unless the text beside it does', () => {
  const missing = (alt: string) => draw(<MissingPicture width={480} height={300} alt={alt} />);
  expect(missing('La plaza')).toContain('>«La plaza»: Esta imagen no está en tu dispositivo. ');
  expect(missing('')).toContain('>Esta imagen no está en tu dispositivo. ');
});

it('an amount is not broken after its sign', () => {
  expect(draw(<RichText town="" html="<p>Entrada: $ 1.500, menores $ 500. En $ no.</p>" />)).toContain(
    'Entrada: $\u00a01.500, menores $\u00a0500. En $ no.',
  );
});

it('a picture within a text is loaded when it comes into view, in the width that is needed', () => {
  const base = '/uploads/story/2026/k3v/plaza-0123456789abcdef';
  const img = `<img src="${base}-1200.webp" alt="La plaza" width="1200" height="800" />`;
  const html = draw(
    <RichText town="" html={`<figure class="half">${img}<figcaption>La plaza</figcaption></figure>`} />,
  );
  expect(html).toContain(`srcset="${base}-480.webp 480w, ${base}-960.webp 960w, ${base}-1200.webp 1200w"`);
  expect(html).toContain('loading="lazy"');
  expect(html).toContain('alt="La plaza" width="1200" height="800"');
  expect(html).toContain('sizes="(min-width: 60em) 20rem');
  expect(draw(<RichText town="" html={`<figure>${img}</figure>`} />)).toContain('sizes="(min-width: 60em) 40rem');
  // A small one is not made larger than it is.
  const small = img.replaceAll('1200', '600');
  expect(draw(<RichText town="" html={`<figure>${small}</figure>`} />)).toContain('sizes="600px"');
});

it('a figure whose picture the server does not have is not shown, with all that is in it', () => {
  const absent = `<figure>${imageTag({ name: 'foto-0123456789abcdef', alt: 'La plaza' })}<figcaption>Pie</figcaption></figure>`;
  const there = `<figure>${imageTag({ name: 'foto-0123456789abcdef', width: 480, height: 300 })}</figure>`;
  const html = draw(<RichText town="" html={`<p>uno</p>${absent}<p>dos</p>${there}`} />);
  expect(
    html
      .replace(/<[^>]*>/g, ' ')
      .split(/\s+/)
      .filter(Boolean),
  ).toEqual(['uno', 'dos']);
  expect(html.match(/<img/g)).toHaveLength(1);
});

describe('a procedure', () => {
  const procedure = {
    id: 'p1',
    title: 'Libre deuda',
    titlekey: 'libre-deuda',
    topic: 'Tasas',
    description: '',
    office: 'Recaudación',
    address: 'Mitre 20',
    hours: '',
    phones: '48-1111 int. 3',
    cost: 'Sin costo',
    duration: 'En el momento',
    requirements: 'DNI\nNúmero de partida',
    form: 'https://tributos.example/libre-deuda',
    text: '<p>Vale por 30 días.</p>',
    pdf: 'a.pdf',
    pdfname: 'pedido.pdf',
    pdfsize: 12_000,
  };

  it('says where it is done, whom to call, what it costs, how long it takes and what to bring, and has its forms', () => {
    const html = drawPage(procedurePage, procedure);
    expect(words(html)).toContain('Dónde Recaudación, Mitre 20 Cómo llegar');
    expect(html).toMatch(/href="https:\/\/www\.google\.com\/maps\/[^"]*query=Recaudaci%C3%B3n%2C%20Mitre%2020%2C%20/);
    expect(html).toContain('href="tel:+542902481111"');
    expect(words(html)).toContain('Cuánto cuesta Sin costo Cuánto tarda En el momento');
    expect(html).toContain('<ul><li>DNI</li><li>Número de partida</li></ul>');
    expect(html).toContain('href="https://tributos.example/libre-deuda"');
    expect(words(html)).toContain('Descargar «Formulario» (PDF, 12 KB)');
  });

  it('leaves out what staff have not written', () => {
    const blank = Object.fromEntries(Object.keys(procedure).map((name) => [name, '']));
    const html = drawPage(procedurePage, { ...blank, id: 'p1', title: 'Libre deuda' });
    expect(html).not.toMatch(/<dt>|Qué llevar|Formulario/);
    expect(drawPage(procedurePage, { ...procedure, address: '' })).not.toContain('Cómo llegar');
  });

  it('is in a list by topics, which a search narrows; where nothing is found it leads to the whole search', () => {
    const all = drawPage(proceduresPage, { groups: [{ topic: 'Tasas', procedures: [procedure] }], search: '' });
    expect(words(all)).toContain('Tasas Libre deuda Recaudación · Sin costo · En el momento');
    expect(all).toContain('href="/tramites/p1/libre-deuda"');
    expect(all).toContain('action="/tramites"');
    const none = drawPage(proceduresPage, { groups: [], search: 'perro y gato' });
    expect(none).toContain('href="/buscador/perro%20y%20gato"');
    expect(drawPage(proceduresPage, { groups: [], search: '' })).toContain('Todavía no hay trámites publicados.');
  });
});

describe('the agenda', () => {
  const drawAgenda = (data: object, day: string) =>
    draw(
      <agendaPage.Page
        data={{ items: [], pages: 0, chips: categories.agenda, ...data }}
        site={site}
        categories={categories}
        today={day}
        url="https://portal.example/datosutiles"
      />,
    );
  const chips = (label: string, range: object | null, day = today) =>
    [...drawAgenda({ label, range }, day).matchAll(/<a (aria-current="page" )?href="([^"]+)"[^>]*>(.*?)<\/a>/g)].map(
      ([, current, to, name]) => `${current ? '*' : ''}${name?.replace(/<[^>]+>/g, '')} ${to}`,
    );

  it('offers the most requested days within the category, and categories within the days', () => {
    expect(chips('', null).slice(0, 5)).toEqual([
      'Hoy /agenda/fecha/21-11-2026',
      'Este finde /agenda/fecha/21-11-2026_22-11-2026',
      'Próximos 7 días /agenda/fecha/21-11-2026_27-11-2026',
      '*TODOS /agenda',
      'Cultura /agenda/cultura',
    ]);
    expect(chips('cultura', { from: '2026-11-21', to: '2026-11-22' }).slice(0, 7)).toEqual([
      'Hoy /agenda/cultura/fecha/21-11-2026',
      '*Este finde /agenda/cultura/fecha/21-11-2026_22-11-2026',
      'Próximos 7 días /agenda/cultura/fecha/21-11-2026_27-11-2026',
      'Todas las fechas /agenda/cultura',
      'TODOS /agenda/fecha/21-11-2026_22-11-2026',
      '*Cultura /agenda/cultura/fecha/21-11-2026_22-11-2026',
      'Juventud /agenda/juventud/fecha/21-11-2026_22-11-2026',
    ]);
  });

  it.each([
    ['the home page', homePage, { ...emptyHome, sections: ['/agenda'] }],
    ['the agenda', agendaPage, { items: [], pages: 0, chips: [], label: '', range: null }],
  ])('mark in the calendar of %s the days of events that the list has no room for', (_, page, data) => {
    const busy = ['2026-11-24', '2026-11-28', '2026-12-05'];
    const html = drawPage(page as PublicPage, { ...data, busy }, blankTown);
    expect(html.match(/\d+ de \w+ de \d+, hay eventos/g)).toEqual([
      '24 de noviembre de 2026, hay eventos',
      '28 de noviembre de 2026, hay eventos',
    ]);
  });

  it('offers each range of days once: on a Sunday the weekend is today', () => {
    const sunday = { from: '2026-11-22', to: '2026-11-22' };
    expect(chips('', sunday, '2026-11-22').slice(0, 3)).toEqual([
      '*Hoy /agenda/fecha/22-11-2026',
      'Próximos 7 días /agenda/fecha/22-11-2026_28-11-2026',
      'Todas las fechas /agenda',
    ]);
  });

  it('says what «all» refers to, beside the categories', () => {
    expect(
      drawPage(agendaPage, { items: [], pages: 0, chips: [], over: [], label: '', range: { from: today, to: today } }),
    ).toContain('>Todas las fechas</a>');
  });

  it('says of the events of today which are over, where the list has them', async () => {
    const event = (id: string) => ({ id, title: id, titlekey: id, date: today, label: 'Cultura', place: '' });
    const [breakfast, fair] = [event('Desayuno'), event('Feria')];
    const load = async (comingPages: number) =>
      (await agendaPage.load(
        {
          list: async (_: unknown, { range }: ListQuestion) =>
            range ? { items: [breakfast, fair], pages: 1 } : { items: [fair], pages: comingPages },
          days: async () => [],
        } as unknown as PublicReader,
        { params: { dates: '21-11-2026' }, query: new URLSearchParams(), today, categories },
      )) as Agenda;
    const html = words(drawPage(agendaPage, await load(1)));
    expect(html).toMatch(/Desayuno Terminó .*Feria/);
    expect(html.match(/Terminó/g)).toHaveLength(1);
    // Where more of today may come than the first page has, nothing is said.
    expect((await load(2)).over).toEqual([]);
  });

  it('says that there are more events than it shows, and leads to those that follow', () => {
    const events = ['2026-11-21', '2026-11-30'].map((date) => ({
      id: date,
      title: 'Feria',
      titlekey: 'feria',
      label: 'Cultura',
      description: '',
      date,
    }));
    const more = (range: object | null, label = '') =>
      /más eventos.*?href="([^"]+)"/.exec(
        drawPage(agendaPage, { items: events, pages: 2, chips: [], over: [], label, range }),
      )?.[1];
    expect(more(null)).toBe('/agenda/fecha/30-11-2026_30-11-2027');
    expect(more({ from: '2026-11-01', to: '2026-12-31' }, 'Cultura')).toBe(
      '/agenda/cultura/fecha/30-11-2026_31-12-2026',
    );
    expect(more({ from: '2026-11-30', to: '2026-12-31' })).toBe('/agenda/fecha/01-12-2026_31-12-2026');
    expect(
      drawPage(agendaPage, { items: events, pages: 1, chips: [], over: [], label: '', range: null }),
    ).not.toContain('más eventos');
  });

  it('keeps the category when a day is picked, without scripts too', () => {
    const html = drawPage(agendaPage, { items: [], pages: 0, chips: [], over: [], label: 'cultura', range: null });
    expect(html).toContain('href="/agenda/cultura/fecha/05-11-2026"');
    expect(html).toContain('<form class="dates" action="/agenda/cultura">');
  });
});

const drawUsefulData = (data: Pick<UsefulDataDocument, 'rows'>) =>
  drawPage(
    usefulDataPage,
    { id: 'usefuldata', ...data },
    { ...blankTown, ...site, lines: blankTown.lines.with(3, { ...LINE, phone: '02902 48-1144' }) },
  );

it('useful data of a town that has entered nothing say neither opening hours nor who answers a national number', () => {
  const html = [
    drawPage(usefulDataPage, { id: 'usefuldata', rows: [] }, blankTown),
    drawPage(homePage, emptyHome, blankTown),
    drawPage(carteleraPage, { alerts: [], events: [], bulletins: [], stories: [], days: [] }, blankTown),
  ].join('');
  expect(html).toContain('href="tel:144"');
  expect(html).not.toMatch(/Horario|\d hs|Desarrollo Social|<p><\/p>| <\/p>/);
});

it('useful data begin with the emergency numbers of the town', () => {
  const html = drawUsefulData({ rows: [] });
  expect(html).toContain(`<li id="${resultPage({ id: '0', type: 'Telefono', titlekey: 'bomberos' }).split('#')[1]}">`);
  expect([...html.matchAll(/href="tel:([+\d]+)"/g)].map(([, number]) => number)).toEqual([
    '100',
    '101',
    '107',
    '+542902481144',
  ]);
});

it('useful data are in groups with an index of them, what is urgent first, and need no script', () => {
  const row = { phones: [], extension: '', hours: '', always: false, address: '', email: '' };
  const html = drawUsefulData({
    rows: [
      { ...row, area: 'Hacienda', group: 'Municipio' },
      { ...row, area: 'Escuela 12', group: 'Educación' },
      { ...row, area: 'Hospital', group: 'Salud' },
      { ...row, area: 'Defensa Civil', group: 'Emergencias' },
      // From a device that has not been level with the server since.
      { ...row, area: 'Panadería' },
    ],
  });
  expect([...html.matchAll(/<h([23])[^>]*>([^<]*)</g)].map(([, level, name]) => `${level} ${name}`)).toEqual([
    '2 Emergencias',
    ...blankTown.lines.map(({ name }, at) => `3 ${at === 3 ? LINE.name : name}`),
    '3 Defensa Civil',
    '2 Salud',
    '3 Hospital',
    '2 Municipio',
    '3 Hacienda',
    '2 Educación',
    '3 Escuela 12',
    '2 Otros',
    '3 Panadería',
  ]);
  for (const [, id] of html.matchAll(/href="#([^"]*)"/g)) expect(html).toContain(`<h2 id="${id}">`);
  expect([...html.matchAll(/href="#/g)]).toHaveLength(5);
});

it('useful data are filtered by names, hours, addresses and numbers, however they are typed', () => {
  const row = { phones: ['02902 48-1130'], extension: '', always: false, email: '', hours: '', address: '' };
  const groups = groupsOf(
    { lines: blankTown.lines },
    {
      id: 'usefuldata',
      rows: [
        { ...row, area: 'Señalización', group: 'Servicios' },
        { ...row, area: 'Hospital', group: 'Salud', address: 'Los Ñires 5', phones: ['107'] },
      ],
    },
  );
  const anchors = groupsOf(blankTown, {
    id: 'usefuldata',
    rows: ['A Ñ', 'B', 'a n'].map((area) => ({ ...row, area })),
  });
  expect(anchors.at(-1)?.[1].map(({ anchor }) => anchor)).toEqual(['telefono-a-n', 'telefono-b', '']);
  const found = (typed: string) => filtered(groups, typed).map(([group, all]) => [group, all.map(({ name }) => name)]);
  expect(found('SENALIZACION')).toEqual([['Servicios', ['Señalización']]]);
  expect(found('salud nires ')).toEqual([['Salud', ['Hospital']]]);
  expect(found('481130')).toEqual([['Servicios', ['Señalización']]]);
  expect(found('incendio')).toEqual([['Emergencias', ['Bomberos']]]);
  expect(found('salud señal')).toEqual([]);
  expect(found('')).toHaveLength(3);
  const meant = filtered(groups, 'médico nires', alternativesIn([{ words: 'hospital, médico' }]));
  expect(meant.flatMap(([, all]) => all.map(({ name }) => name))).toEqual(['Hospital']);
});

it('telephones can be called one by one, as they are written, and what is no number is read beside them', () => {
  const row = { area: 'Guardia', extension: '2', hours: '', always: false, address: '', email: '' };
  const html = drawUsefulData({
    rows: [{ ...row, phones: ['02902-481130 / 481131 de 8 a 13', '15-551234 (WhatsApp)', '0800-555-MUNI', 'int. 12'] }],
  });
  expect([...html.matchAll(/<div class="phones">(.*?)<\/div>/g)].at(-1)?.[1]).toBe(
    [
      '<a class="phone" href="tel:+542902481130">02902-481130</a>',
      ' <a class="phone" href="tel:+542902481131">481131</a> <span>de 8 a 13</span>',
      '<a class="phone" href="tel:+5492902551234">15-551234</a>',
      ' <a class="phone" href="https://wa.me/5492902551234" rel="external" aria-label="WhatsApp al 15-551234">',
      'WhatsApp</a>',
      '<a class="phone" href="tel:08005556864">0800-555-MUNI</a>',
      '<span>int. 12</span>',
      '<small>int. 2</small>',
    ].join(''),
  );
});

describe('an alert', () => {
  const alert = { severity: 'Severe', headline: 'Viento', titlekey: 'viento', created: '2025-08-01T12:00:00.000Z' };
  const at = (time: string) => Date.parse(`2026-11-${time}:00-03:00`);
  const current: TimelyAlert = {
    id: 'a1',
    titlekey: 'viento',
    headline: 'Viento',
    severity: 'Severe',
    area: 'Ruta 12',
    instruction: 'Quedate adentro. Si hay heridos, llamá al 107.',
    source: '',
    note: '',
    state: 'current',
    start: at('21T08:00'),
    end: at('21T20:00'),
    key: 'a1-x',
  };
  const CALL = 'llamá al <a href="tel:107">107</a>.';

  it('above a page says until when in the words of the day, and lets one call whom it names', () => {
    const html = draw(<Alerts alerts={[current]} today={today} town="" putAway={() => {}} />);
    expect(html).toContain('<p>Alerta severa · Ruta 12 · hasta hoy a las 20\u00a0h</p>');
    expect(html).toContain(CALL);
  });

  it('of the weather service has its source, the name and colour of its level, and what the town adds', () => {
    const service = { ...current, source: 'Servicio Meteorológico Nacional', note: 'El gimnasio está abierto.' };
    const html = draw(<Warning alert={service} today="2026-11-21" town="" />);
    expect(html).toContain(
      '<p>Alerta naranja · Servicio Meteorológico Nacional · Ruta 12 · hasta hoy a las 20\u00a0h</p>',
    );
    expect(html).toContain('data-severity="Severe" data-service=""');
    expect(html).toContain('La municipalidad agrega: El gimnasio está abierto.');
    const own = { ...alert, ...service, onset: '2026-11-21T08:00', expires: '2026-11-21T20:00' };
    const page = drawPage(alertPage, { alert: own, state: 'current', key: '' });
    expect(page).toContain('<dt>Fuente</dt><dd>Servicio Meteorológico Nacional</dd>');
    expect(page).toContain('Alerta naranja · En vigor');
    expect(page).toContain('La municipalidad agrega: El gimnasio está abierto.');
    expect(draw(<Warning alert={current} today="2026-11-21" town="" />)).not.toContain('data-service');
  });

  it('at the foot of the screen interrupts a screen reader only where it is severe or extreme', () => {
    const role = (severity: TimelyAlert['severity']) =>
      /role="(\w+)"/.exec(draw(<AlertNews alert={{ ...current, severity }} see={() => {}} />))?.[1];
    expect((['Extreme', 'Severe', 'Moderate', 'Minor'] as const).map(role)).toEqual([
      'alert',
      'alert',
      'status',
      'status',
    ]);
  });

  it('on its own page says a day once, and lets one call whom it names', () => {
    const own = { ...alert, instruction: current.instruction, onset: '2026-11-21T08:00', expires: '2026-11-21T20:00' };
    const html = drawPage(alertPage, { alert: own, state: 'current', key: '' });
    expect(html).toContain('<dt>Cuándo</dt><dd>Hoy, de 8 a 20 h</dd>');
    expect(html).toContain(CALL);
  });

  it('in force stands in full on the list, once, and each other with its state and its days', () => {
    const list = {
      items: [
        { ...alert, id: 'a1', onset: '2026-11-21T08:00', expires: '2026-11-21T20:00' },
        { ...alert, id: 'a2', onset: '2026-11-22T08:00', expires: '2026-11-22T20:00' },
        { ...alert, id: 'a3', onset: '2025-08-02T08:00', expires: '2025-08-03T20:00' },
      ],
      pages: 1,
      page: 1,
      current: [current],
      states: { a1: 'current', a2: 'coming' },
    };
    const html = drawPage(alertsPage, list);
    const said = (part: string) =>
      [...html.matchAll(new RegExp(`<span class="${part}">([^<]*)<`, 'g'))].map(([, it]) => it);
    expect(html.match(/href="\/alertas\/a1\//g)).toHaveLength(1);
    expect(html).toContain(CALL);
    expect(said('label')).toEqual(['Severa · Todavía no empezó', 'Severa · Terminó']);
    expect(said('date')).toEqual([
      '22 de noviembre, de 8 a 20 h',
      'Desde el 2 de agosto de 2025 a las 8\u00a0h hasta el 3 de agosto de 2025 a las 20\u00a0h',
    ]);
    expect(html).not.toContain('No hay ninguna alerta en vigor.');
    const past = drawPage(alertsPage, { ...list, current: [], states: {} });
    expect(past).toContain('No hay ninguna alerta en vigor.');
  });
});

it('a card is one stop of the Tab key, and its labels stay links for fingers', () => {
  const stops = (html: string) =>
    [...html.matchAll(/<a (?![^>]*tabindex="-1")[^>]*>(.*?)<\/a>/g)].map(([, text]) => text);
  const story = {
    id: 's1',
    year: 2026,
    title: 'Feria',
    titlekey: 'feria',
    description: 'En la plaza',
    date: '2026-11-21',
    image: null,
    labels: [{ id: 'l1', name: 'Cultura', namehashed: 'cultura' }],
  } as unknown as StoryCard;
  const card = draw(<StoryTile story={story} />);
  expect(stops(card)).toEqual(['Feria']);
  expect(card).toMatch(/<a (?=[^>]*href="\/noticias\/cultura")[^>]*tabindex="-1"/);
  expect(card).toContain('<span class="more" aria-hidden="true">Ver más..</span>');
  const event = { id: 'e1', title: 'Peña', titlekey: 'pena', description: '', date: '2026-11-21', label: 'cultura' };
  const row = draw(<EventRow event={event as unknown as EventCard} categories={[]} from="2026-11-21" />);
  expect(stops(row)).toEqual(['Peña']);
});

it('an empty section says so in a resident’s words, not in those of the office', () => {
  const html = [
    drawPage(tourismPage, { albums: { items: [], pages: 0 }, highlighted: [], maps: [], page: 1 }, blankTown),
    drawPage(greenPointsPage, { intro: { id: 'greenpointpage', txt: '', images: [] }, points: [] }, blankTown),
  ].join('');
  for (const sentence of [
    'Todavía no hay mapas publicados.',
    'Todavía no hay álbumes publicados.',
    'puntos verdes publicados.',
  ])
    expect(html).toContain(sentence);
  expect(html).not.toContain('cargad');
});

describe('the bulletin’s list', () => {
  const bulletin = {
    id: 'b1',
    title: 'Tarifa de agua',
    titlekey: 'tarifa-de-agua',
    number: 'Res. 5/2026',
    bclass: 'Tarifas',
    date: '2026-11-02',
  };
  const list = {
    items: [bulletin],
    pages: 1,
    page: 1,
    bclass: 'all',
    title: '',
    classes: categories.bulletin,
    search: null,
    range: null,
    digest: { pdf: 'abc' },
  };

  it('has class, title, number and date of each, and the last 90 days to choose from', () => {
    const html = drawPage(bulletinsPage, list);
    for (const text of [
      'href="/boletin/tarifas">#tarifas',
      'href="/boletin/leer/b1/tarifa-de-agua">Tarifa de agua',
      'Res. 5/2026',
      '02/11/2026',
      'min="2026-08-23" max="2026-11-21"',
      'href="/uploads/digesto.pdf" target="_blank"',
    ]) {
      expect(html).toContain(text);
    }
  });

  it('has no calendar while searching for words', () => {
    expect(drawPage(bulletinsPage, { ...list, search: 'agua' })).not.toContain('type="date"');
  });
});

it('two results that are alike where the spec cuts their titles show them whole, and others do not', () => {
  const found = (id: string, title: string) => ({ type: 'Boletin', id, title, titlekey: 'x', keywordcontext: '' });
  const html = drawPage(searchPage, {
    search: 'agua',
    page: 1,
    pages: 1,
    items: [
      found('a', 'Servicio de agua y cloacas: cuadro vigente'),
      found('b', 'Servicio de agua y cloacas: cuadro anterior'),
      found('c', 'Emergencia por el tanque de Loma Alta'),
    ],
  });
  expect(html).toContain('<p>Servicio de agua y cloacas: cuadro vigente</p>');
  expect(html).toContain('<p>Servicio de agua y cloacas: cuadro anterior</p>');
  expect(html).not.toContain('<p>Emergencia');
});

it('a section is a result that leads to its page, and a link of the menu to another site says so', () => {
  const section = { type: 'Seccion', id: '/turismo', title: 'Turismo', titlekey: '', keywordcontext: 'Paseos' };
  const items = [section, { ...section, id: 'https://tributos.example/', title: 'Impuestos' }];
  const html = drawPage(searchPage, { search: 'x', page: 1, pages: 1, items });
  expect(html).toContain('<span class="date">Sección</span><h2><a title="Turismo" href="/turismo">Turismo</a></h2>');
  expect(html).toContain('<h2><a href="https://tributos.example/" rel="external">Impuestos</a></h2>');
});

it('an event found by search says that it is over', () => {
  const event = { type: 'Evento', id: 'a', title: 'Feria', titlekey: 'feria', keywordcontext: '', date: '2026-11-20' };
  const html = drawPage(searchPage, { search: 'feria', page: 1, pages: 1, items: [{ ...event, isOver: true }] });
  expect(words(html)).toContain('Evento Terminó 20 de noviembre de 2026 Feria');
});

it('an alert found by search says whether it is in force, and its days', () => {
  const alert = (id: string, state: string, start: string, end: string) => {
    const alert = { state, start: Date.parse(`${start}:00-03:00`), end: Date.parse(`${end}:00-03:00`) };
    return { type: 'Alerta', id, title: `Corte de agua ${id}`, titlekey: 'corte', keywordcontext: '', alert };
  };
  const html = drawPage(searchPage, {
    search: 'agua',
    page: 1,
    pages: 1,
    items: [
      alert('a', 'current', '2026-11-21T08:00', '2026-11-21T18:00'),
      alert('b', 'over', '2026-11-02T08:00', '2026-11-02T18:00'),
    ],
  });
  expect(words(html)).toMatch(/Alerta En vigor · Hoy, de 8 a 18 h Corte de agua a .*Terminó · .*2 de noviembre/);
});

it('the row of a carousel takes the focus only where it scrolls and nothing in it does', () => {
  const stops = (isOfPictures: boolean, names: string[]) => {
    const slides = names.map((name) => <img key={name} alt={name} />);
    const html = draw(
      <Carousel label="Fotos" isOfPictures={isOfPictures}>
        {slides}
      </Carousel>,
    );
    return html.includes('tabindex="0"');
  };
  expect([stops(true, ['a', 'b']), stops(true, ['a']), stops(false, ['a', 'b'])]).toEqual([true, false, false]);
});

it('a telephone number found by search can be called from its result, and the digest opens separately', () => {
  const result = { id: '0', title: 'Bomberos', titlekey: 'bomberos', keywordcontext: '24 h todos los días' };
  const html = drawPage(searchPage, {
    search: 'bomberos',
    page: 1,
    pages: 1,
    items: [
      { ...result, type: 'Telefono', phones: ['100', '02902 48-1122'] },
      { ...result, type: 'Digesto' },
    ],
  });
  expect(html).toContain(
    '<a class="phone" href="tel:100">100</a><a class="phone" href="tel:+542902481122">02902 48-1122</a>',
  );
  expect(html).toContain('<a title="Bomberos" href="/datosutiles#telefono-bomberos">');
  expect(html).toContain('href="/uploads/digesto.pdf" target="_blank"');
});

it('a search result leads to the page of its type', () => {
  const one = { id: 'id1', titlekey: 'un-titulo' };
  expect(
    (
      [
        'Noticia',
        'Evento',
        'Boletin',
        'Gobierno',
        'Turismo',
        'Telefono',
        'Mapa',
        'PuntoVerde',
        'PuntosVerdes',
        'Digesto',
      ] as const
    ).map((type) => resultPage({ ...one, type })),
  ).toEqual([
    '/noticias/leer/id1/un-titulo',
    '/agenda/leer/id1/un-titulo',
    '/boletin/leer/id1/un-titulo',
    '/gobierno/un-titulo',
    '/turismo/id1',
    '/datosutiles#telefono-un-titulo',
    '/turismo#mapa-id1',
    '/puntosverdes#mapa-id1',
    '/puntosverdes',
    '/uploads/digesto.pdf',
  ]);
});

it('the log-in tells a browser without scripts what it needs', () => {
  expect(drawPage(loginPage, { back: '/admin' })).toMatch(
    /<form [^>]*method="post"[^>]*><noscript><p class="alert">Para administrar el portal hace falta JavaScript: [^<]+\.<\/p><\/noscript>/,
  );
});

describe('the site map', () => {
  const linksOf = (html: string) =>
    [...html.matchAll(/<a href="([^"]*)"[^>]*>([^<]*)</g)].map(([, to, name]) => [to, name]);
  const data = {
    authorities: [{ id: 'a', created: '', name: 'Ana Paz', position: 'Intendenta', titlekey: 'intendenta' }],
    labels: [{ id: 'obras', name: 'Obras', namehashed: 'obras' }],
    albums: { items: [{ id: 'b1', title: 'El bosque' }], pages: 3 },
    digest: { pdf: 'x.pdf' },
    procedures: [{ id: 't1', title: 'Libre deuda', titlekey: 'libre-deuda' }],
    rosters: [{ id: 'g1', title: 'Farmacias', titlekey: 'farmacias' }],
    freePages: [{ id: 'p1', title: 'Transparencia', titlekey: 'transparencia' }],
    classes: categories.bulletin,
    categories: categories.agenda,
  };

  it('leads to every section, and to what is in it', () => {
    const links = linksOf(drawPage(siteMapPage, data));
    for (const link of [
      ['/', 'Inicio'],
      ['/hoy', 'Hoy'],
      ['/noticias', 'Noticias'],
      ['/noticias/obras', '#Obras'],
      ['/agenda/institucional', 'Institucional'],
      ['/gobierno/intendenta', 'Intendenta'],
      ['/tramites', 'Trámites'],
      ['/tramites/t1/libre-deuda', 'Libre deuda'],
      ['/guardias', 'Guardias y recorridos'],
      ['/guardias/g1/farmacias', 'Farmacias'],
      ['/boletin', 'Boletín Oficial'],
      ['/boletin/decreto', 'Decretos Intendencia'],
      ['/uploads/digesto.pdf', 'Digesto municipal (PDF)'],
      ['/turismo/b1', 'El bosque'],
      ['/turismo?pagina=2', 'Más álbumes'],
      ['/puntosverdes', 'Puntos verdes'],
      ['/pagina/p1/transparencia', 'Transparencia'],
      ['/datosutiles', 'Datos útiles'],
      ['/agenda.ics', 'Agenda (calendario)'],
    ])
      expect(links).toContainEqual(link);
  });

  it('of a new town leads to nothing that is not there', () => {
    const empty = {
      authorities: [],
      labels: [],
      albums: { items: [], pages: 0 },
      digest: { pdf: '' },
      procedures: [],
      rosters: [],
      freePages: [],
      classes: [],
      categories: [],
    };
    const html = drawPage(siteMapPage, empty);
    expect(html).not.toContain('Gobierno');
    expect(linksOf(html).map(([to]) => to)).not.toContain('/uploads/digesto.pdf');
    expect(html).not.toMatch(/<ul[^>]*><\/ul>/);
  });
});

describe('what a town writes of itself', () => {
  const home = { ...emptyHome, sections: ['/turismo', '/agenda', 'impuestos'] };

  it('is on the signs of the home page, and the usual words where it writes nothing', () => {
    const texts = { tourismSign: 'Termas, playas y cabañas' };
    const html = drawPage(homePage, home, { ...blankTown, texts });
    expect(html).toContain('<small>Termas, playas y cabañas</small>');
    expect(html).toContain('<small>Qué hay esta semana</small>');
    expect(html).toContain('<small>Se abre en otro sitio</small>');
  });

  it('is also what the menu calls a section, on its sign and above its part of the home page', () => {
    const items = [
      { to: '/turismo', name: 'Vení', isHidden: false },
      { to: '/agenda', name: 'Qué hacer', isHidden: false },
    ];
    const html = drawPage(homePage, home, { ...blankTown, menu: { hidesEmpty: true, items } });
    for (const said of ['<span>Vení<small>', '<span>Qué hacer<small>', '<h2 id="agenda">Qué hacer</h2>'])
      expect(html).toContain(said);
  });

  it('is in the footer, which has nothing in its place where it writes nothing', () => {
    const footer = (texts: SiteDocument['texts'] = {}) => draw(<Footer site={{ ...blankTown, texts }} today={today} />);
    expect(footer({ footer: 'Ciudad hermana de Trevelin' })).toContain('<p>Ciudad hermana de Trevelin</p>');
    expect(footer()).not.toContain('<p></p>');
  });

  it('may be a photo with its description in the place of the landscape, loaded before all others', () => {
    const own = { ...blankTown, photo: { x: 20, y: 75 } };
    const story = {
      id: 's',
      type: 'Story',
      title: 'Agua',
      label: '',
      date: '2026-11-21',
      titlekey: 'agua',
      year: 2026,
    };
    const data = {
      ...home,
      hero: { id: 'hero', image: { ...image(), alt: 'La costanera' } },
      highlights: [{ ...story, image: image() }],
    };
    const html = drawPage(homePage, data, own);
    const pictures = [...html.matchAll(/<img [^>]*>/g)].map(([tag]) => tag);
    expect(pictures[0]).toContain('/uploads/hero/hero/abc-480.webp');
    expect(pictures[0]).toContain('alt="La costanera"');
    expect(pictures.map((tag) => tag.includes('fetchPriority="high"'))).toEqual([true, false]);
    expect(html).not.toContain('class="ridge"');
    expect(drawPage(homePage, home, own)).toContain('class="ridge"');
  });
});
