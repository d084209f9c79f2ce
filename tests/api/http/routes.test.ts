import { expect, test } from 'vitest';
import { openSessions } from '../../../api/auth/sessions.ts';
import { openTown, openTownForAll } from '../town.ts';
import { allRoutes } from './all-routes.ts';

type Who = 'nobody' | 'editor' | 'admin';
type Row = readonly [nobody: number, editor: number, admin: number];

const PUBLIC: Row = [200, 200, 200];
/** Something that does not exist is 404 for everybody with access. */
const ABSENT: Row = [404, 404, 404];
const STAFF: Row = [401, 200, 200];
const STAFF_ABSENT: Row = [401, 404, 404];
const ADMINS: Row = [401, 403, 200];
const ADMINS_ABSENT: Row = [401, 403, 404];
/** An empty body is refused, after the session was checked. */
const STAFF_EMPTY: Row = [401, 400, 400];
const ADMINS_EMPTY: Row = [401, 403, 400];
/** For nobody but the person whose id it is. */
const OWN: Row = [401, 403, 403];
const REFUSED: Row = [405, 405, 405];

const table: Record<string, Row> = {
  'GET /salud': PUBLIC,
  'GET /robots.txt': PUBLIC,
  'GET /sitemap.xml': PUBLIC,
  'GET /sitemap-:piece.xml': ABSENT,
  'GET /manifest.webmanifest': PUBLIC,
  'GET /favicon.ico': PUBLIC,
  'GET /uploads/icono/:hash/:file': ABSENT,
  'GET /admin.webmanifest': PUBLIC,
  'GET /.well-known/security.txt': ABSENT,
  'GET /noticias.atom': PUBLIC,
  'GET /noticias/:label.atom': ABSENT,
  'GET /boletin.atom': PUBLIC,
  'GET /boletin/:bclass.atom': ABSENT,
  'GET /agenda.ics': PUBLIC,
  'GET /agenda/:label.ics': ABSENT,
  'GET /evento/:id.ics': ABSENT,
  'GET /guardias/:id.ics': ABSENT,
  'GET /guardias/:id/:zone.ics': ABSENT,
  'GET /api/dataPublic/site': PUBLIC,
  'GET /api/dataPublic/hero': PUBLIC,
  'GET /api/dataPublic/categories': PUBLIC,
  'GET /api/dataPublic/alerts': PUBLIC,
  'GET /alertas.atom': PUBLIC,
  'GET /alertas/:id.xml': ABSENT,
  'GET /api/dataPublic/usefulData': PUBLIC,
  'GET /api/dataPublic/menu': PUBLIC,
  'GET /api/dataPublic/getAuthoritiesByAll': PUBLIC,
  'GET /api/dataPublic/getAuthorities/:name': ABSENT,
  'GET /api/dataPublic/getStoriesById/:id': ABSENT,
  'GET /api/dataPublic/getStoriesRelated/:id': PUBLIC,
  'GET /api/dataPublic/getStoriesByPage/:page': PUBLIC,
  'GET /api/dataPublic/getStoriesByLabel/:label/:page': PUBLIC,
  'GET /api/dataPublic/getLastStories': PUBLIC,
  'GET /api/dataPublic/getAllLabels': PUBLIC,
  'GET /api/dataPublic/getLastLabels': PUBLIC,
  'GET /api/dataPublic/getAgendaById/:id': ABSENT,
  'GET /api/dataPublic/getAgendaByBlock/:by/:dates/:page': PUBLIC,
  'GET /api/dataPublic/getAgendaNextThree': PUBLIC,
  'GET /api/dataPublic/getCarouselStories': PUBLIC,
  'GET /api/dataPublic/getCarouselNews': PUBLIC,
  'GET /api/dataPublic/getAlbumsByPage/:page': PUBLIC,
  'GET /api/dataPublic/getAlbumsHighlight': PUBLIC,
  'GET /api/dataPublic/getAlbumById/:id': ABSENT,
  'GET /api/dataPublic/getMapsByAll': PUBLIC,
  'GET /api/dataPublic/getGreenPointMapsByAll': PUBLIC,
  'GET /api/dataPublic/getGreenPointimagesByAll': PUBLIC,
  'GET /api/dataPublic/GreenPointGetPage': PUBLIC,
  'GET /api/dataPublic/digest': PUBLIC,
  'GET /api/dataPublic/BulletinById/:id': ABSENT,
  'GET /api/dataPublic/BulletinByAll': PUBLIC,
  'GET /api/dataPublic/BulletinByClases/:by/:page': PUBLIC,
  'GET /api/dataPublic/BulletinBySearch/:search/:page': PUBLIC,
  'GET /api/dataPublic/BulletinByDateAndClass/:dates/:by/:page': PUBLIC,
  'GET /api/dataPublic/BulletinByKeywords/:by/:search/:page': PUBLIC,
  'GET /api/dataPublic/record/:type/:id': ABSENT,
  'GET /api/dataPublic/list/:type/:page': ABSENT,
  'GET /api/dataPublic/list/:type/:dates/:page{/:by}': ABSENT,
  'GET /api/dataPublic/document/:type': ABSENT,
  'GET /api/dataPublic/named/:type/:titlekey': ABSENT,
  'GET /api/dataPublic/days/:type/:dates{/:by}': ABSENT,
  'GET /api/dataPublic/highlighted/:type': ABSENT,
  'GET /api/dataPublic/changes': PUBLIC,
  'POST /api/dataPublic/searchContent': [400, 400, 400],
  'POST /api/dataPublic/listSearch/:type': ABSENT,
  'GET /api/push': PUBLIC,
  'POST /api/push/subscriptions': [400, 400, 400],
  'DELETE /api/push/subscriptions': [400, 400, 400],

  'GET /api/tickets': PUBLIC,
  'POST /api/tickets': [400, 400, 400],
  'POST /api/tickets/:id/message': [400, 400, 400],
  'POST /api/tickets/:id/photo': [400, 400, 400],
  'POST /api/tickets/:id/follow': [400, 400, 400],
  'POST /api/tickets/:id/photoFile': [400, 400, 400],
  'POST /api/tickets/:id/erase': [400, 400, 400],
  'POST /api/tickets/followers': [400, 400, 400],
  'GET /api/tickets/public': PUBLIC,
  'GET /api/tickets/public/:id/photo/:place': ABSENT,
  'GET /api/tickets/picture/:name': ABSENT,
  // A town that does not show them.
  'GET /open311/discovery.json': ABSENT,
  'GET /open311/discovery.xml': ABSENT,
  'GET /open311/v2/services.json': ABSENT,
  'GET /open311/v2/services.xml': ABSENT,
  'GET /open311/v2/requests.json': ABSENT,
  'GET /open311/v2/requests.xml': ABSENT,
  'GET /open311/v2/requests/:id.json': ABSENT,
  'GET /open311/v2/requests/:id.xml': ABSENT,
  'POST /api/tickets/:id/push': [400, 400, 400],

  'POST /users/authenticate': [400, 400, 400],
  'POST /users/tokenExpired': PUBLIC,
  'POST /users/logout': PUBLIC,
  'POST /users/confirm': STAFF_EMPTY,
  'GET /users/passwordReset': PUBLIC,
  'POST /users/passwordReset': [400, 400, 400],
  'POST /users/passwordReset/use': [400, 400, 400],
  'GET /users': ADMINS,
  'POST /users/register': ADMINS_EMPTY,
  'GET /users/:id': ADMINS_ABSENT,
  'PUT /users/:id': ADMINS_ABSENT,
  'DELETE /users/:id': ADMINS_ABSENT,
  'POST /api/data/secondFactorRule': ADMINS,
  'POST /users/:id/secondFactor': ADMINS_ABSENT,
  'POST /users/:id/secondFactor/set': OWN,
  'POST /users/:id/secondFactor/codes': OWN,
  'POST /users/:id/secondFactor/remove': ADMINS_ABSENT,
  'POST /users/:id/secondFactor/forget': ADMINS_ABSENT,
  'POST /users/:id/sessions': ADMINS_ABSENT,
  'POST /users/:id/sessions/close': ADMINS_ABSENT,

  'GET /api/data/tickets': STAFF,
  // An Editor without an area sees no tickets.
  'GET /api/data/ticketsExport': ADMINS,
  'GET /api/data/ticketSettings': ADMINS,
  'POST /api/data/ticketSettings': ADMINS_EMPTY,
  'GET /api/data/ticketPicture': ADMINS,
  'POST /api/data/ticketPicture': ADMINS_EMPTY,
  'POST /api/ticket/:id/update/:field': STAFF_ABSENT,
  'POST /api/ticket/:id/entry': [401, 422, 422],
  'POST /api/ticket/:id/merge': STAFF_EMPTY,
  'POST /api/ticket/:id/release': [401, 422, 422],
  'POST /api/ticket/:id/photo': STAFF_EMPTY,
  'GET /api/ticket/:id/photo/:name': STAFF_ABSENT,
  'POST /api/ticket/:id/erase': ADMINS_ABSENT,

  'GET /api/data/changes': STAFF,
  'GET /api/data/portalState': ADMINS,
  'GET /api/data/logbook': ADMINS,
  'GET /api/data/logbookExport': ADMINS,
  'POST /api/operations': STAFF_EMPTY,
  'GET /api/data/presence/:type/:id': STAFF_ABSENT,
  'GET /api/data/alertReach/:id': STAFF,
  'GET /api/data/draftLink/:type/:id': STAFF_ABSENT,
  'POST /api/data/draftLink/:type/:id': STAFF_ABSENT,
  'DELETE /api/data/draftLink/:type/:id': STAFF_ABSENT,
  'GET /api/data/history': STAFF,
  'GET /api/data/history/:type/:id': STAFF_ABSENT,
  'GET /api/data/history/:type/:id/:entry': STAFF_ABSENT,
  'GET /api/data/historyExport': STAFF_EMPTY,
  'GET /api/data/historyExport/:type/:id': STAFF_EMPTY,
  'POST /api/data/historyFile/:type/:id': STAFF_ABSENT,
  'POST /api/data/site': ADMINS_EMPTY,
  'POST /api/data/categories': ADMINS_EMPTY,
  'POST /api/data/usefulData': STAFF_EMPTY,
  'POST /api/data/createStoryBasic': STAFF,
  'POST /api/data/deleteStory/:id': STAFF_ABSENT,
  'GET /api/data/getStoryById/:id': STAFF_ABSENT,
  'GET /api/data/getStoriesByAll/:page': STAFF,
  'POST /api/story/:id/update/:field': STAFF_EMPTY,
  'POST /api/story/:id/update': STAFF_EMPTY,
  'POST /api/data/agendaCreateBasic': STAFF,
  'POST /api/data/agendaDelete/:id': STAFF_ABSENT,
  'GET /api/data/getAgendaById/:id': STAFF_ABSENT,
  'GET /api/data/getAgendaByAll/:page': STAFF,
  'POST /api/agenda/:id/update/:field': STAFF_EMPTY,
  'POST /api/agenda/:id/update': STAFF_EMPTY,
  'POST /api/data/authorityCreateBasic': ADMINS,
  'POST /api/data/authorityDelete/:id': ADMINS_ABSENT,
  'GET /api/data/getAuthoritiesById/:id': ADMINS_ABSENT,
  'GET /api/data/getAuthoritiesByAll': ADMINS,
  'POST /api/authority/:id/update/:field': ADMINS_EMPTY,
  'POST /api/authority/:id/update': ADMINS_EMPTY,
  'POST /api/data/createAlbumBasic': STAFF,
  'POST /api/data/deleteAlbum/:id': STAFF_ABSENT,
  'GET /api/data/getAlbumById/:id': STAFF_ABSENT,
  'GET /api/data/getAlbumsByAll/:page': STAFF,
  'POST /api/album/:id/update/:field': STAFF_EMPTY,
  'POST /api/album/:id/update': STAFF_EMPTY,
  'POST /api/data/createMap': STAFF,
  'POST /api/data/deleteMap/:id': STAFF_ABSENT,
  'GET /api/data/getMapsById/:id': STAFF_ABSENT,
  'GET /api/data/getMapsByAll': STAFF,
  'POST /api/map/:id/update/:field': STAFF_EMPTY,
  'POST /api/map/:id/update': STAFF_EMPTY,
  'POST /api/data/createGreenPoint': STAFF,
  'POST /api/data/deleteGreenPoint/:id': STAFF_ABSENT,
  'GET /api/data/getGreenPointById/:id': STAFF_ABSENT,
  'GET /api/data/getGreenPointMapsByAll': STAFF,
  'POST /api/greenpoint/:id/update/:field': STAFF_EMPTY,
  'POST /api/greenpoint/:id/update': STAFF_EMPTY,
  'GET /api/data/GreenPointGetPage': STAFF,
  'POST /api/greenpointpage/update': STAFF_EMPTY,
  'POST /api/data/createBulletin': STAFF,
  'POST /api/data/createProcedure': STAFF,
  'POST /api/data/deleteProcedure/:id': STAFF_ABSENT,
  'GET /api/data/getProcedureById/:id': STAFF_ABSENT,
  'GET /api/data/getProcedureByAll': STAFF,
  'POST /api/procedure/:id/update/:field': STAFF_EMPTY,
  'POST /api/procedure/:id/update': STAFF_EMPTY,
  'POST /api/procedure/pdf/:id': STAFF_EMPTY,
  'POST /api/procedure/pdf/delete/:id': STAFF_EMPTY,
  'GET /uploads/procedure/:id/:file.pdf': ABSENT,
  'GET /borrador/:token/uploads/procedure/:id/:file.pdf': ABSENT,
  'POST /api/data/createRoster': STAFF,
  'POST /api/data/deleteRoster/:id': STAFF_ABSENT,
  'GET /api/data/getRosterById/:id': STAFF_ABSENT,
  'GET /api/data/getRosterByAll': STAFF,
  'POST /api/roster/:id/update/:field': STAFF_EMPTY,
  'POST /api/roster/:id/update': STAFF_EMPTY,
  'POST /api/data/deleteBulletin/:id': STAFF_ABSENT,
  'GET /api/data/getBulletinById/:id': STAFF_ABSENT,
  'GET /api/data/getBulletinsByPage/:page': STAFF,
  'POST /api/bulletin/:id/update/:field': STAFF_EMPTY,
  'POST /api/bulletin/:id/update': STAFF_EMPTY,
  'POST /api/data/createAlert': STAFF,
  'POST /api/data/deleteAlert/:id': STAFF_ABSENT,
  'GET /api/data/getAlertById/:id': STAFF_ABSENT,
  'GET /api/data/getAlertByAll/:page': STAFF,
  'POST /api/alert/:id/update/:field': STAFF_EMPTY,
  'POST /api/alert/:id/update': STAFF_EMPTY,
  'POST /api/data/createPage': STAFF,
  'POST /api/data/deletePage/:id': STAFF_ABSENT,
  'GET /api/data/getPageById/:id': STAFF_ABSENT,
  'GET /api/data/getPageByAll': STAFF,
  'POST /api/page/:id/update/:field': STAFF_EMPTY,
  'POST /api/page/:id/update': STAFF_EMPTY,
  'POST /api/data/createUserBasic': ADMINS,
  'POST /api/data/deleteUser/:id': ADMINS_ABSENT,
  'POST /api/data/getUserById/:id': ADMINS_ABSENT,
  'POST /api/data/getUserByAll': ADMINS,
  'POST /api/user/:id/update/password': ADMINS_EMPTY,
  'POST /api/user/:id/update/:field': ADMINS_EMPTY,
  'GET /api/data/firstSteps': ADMINS,
  'GET /api/data/getLabelsBySearch/:text': STAFF,
  'GET /api/data/LabelsCreateAddStory/:story/:name': STAFF_ABSENT,
  'HEAD /api/data/LabelsCreateAddStory/:story/:name': REFUSED,
  'GET /api/data/LabelsAddStory/:story/:label': STAFF_ABSENT,
  'HEAD /api/data/LabelsAddStory/:story/:label': REFUSED,
  'GET /api/data/LabelsRemoveStory/:story/:label': STAFF_ABSENT,
  'HEAD /api/data/LabelsRemoveStory/:story/:label': REFUSED,
  'POST /api/data/AlbumAddVideo/:album': STAFF_EMPTY,
  'GET /api/data/AlbumDeleteVideo/:album/:video': STAFF_ABSENT,
  'HEAD /api/data/AlbumDeleteVideo/:album/:video': REFUSED,

  'POST /api/site/image/:id': ADMINS_EMPTY,
  'POST /api/site/image/delete/:id': ADMINS_EMPTY,
  'POST /api/hero/image/:id': ADMINS_EMPTY,
  'POST /api/hero/image/delete/:id': ADMINS_EMPTY,
  'POST /api/hero/image/alt/:id': ADMINS_EMPTY,
  'POST /api/story/image/:id': STAFF_EMPTY,
  'POST /api/agenda/image/:id': STAFF_EMPTY,
  'POST /api/authority/image/:id': ADMINS_EMPTY,
  'POST /api/album/image/:id': STAFF_EMPTY,
  'POST /api/album/image/delete/:id': STAFF_EMPTY,
  'POST /api/story/image/delete/:id': STAFF_EMPTY,
  'POST /api/agenda/image/delete/:id': STAFF_EMPTY,
  'POST /api/authority/image/delete/:id': ADMINS_EMPTY,
  'POST /api/page/image/delete/:id': STAFF_EMPTY,
  'POST /api/album/image/order/:id': STAFF_EMPTY,
  'POST /api/greenpoints/image/order': STAFF_EMPTY,
  'POST /api/story/image/alt/:id': STAFF_EMPTY,
  'POST /api/agenda/image/alt/:id': STAFF_EMPTY,
  'POST /api/authority/image/alt/:id': ADMINS_EMPTY,
  'POST /api/album/image/alt/:id': STAFF_EMPTY,
  'POST /api/page/image/alt/:id': STAFF_EMPTY,
  'POST /api/text/image': STAFF_EMPTY,
  'POST /api/greenpoints/image': STAFF_EMPTY,
  'POST /api/greenpoints/image/alt': STAFF_EMPTY,
  'POST /api/greenpoints/image/delete': STAFF_EMPTY,
  'POST /api/bulletin/pdf': STAFF_EMPTY,
  'POST /api/bulletin/pdf/:id': STAFF_EMPTY,
  'POST /api/bulletin/pdf/delete/:id': STAFF_EMPTY,
  'POST /api/page/image/:id': STAFF_EMPTY,
  'POST /api/page/pdf/:id': STAFF_EMPTY,
  'POST /api/page/pdf/delete/:id': STAFF_EMPTY,
  'GET /uploads/compartir/:name/:hash.jpg': ABSENT,
  'GET /uploads/digesto.pdf': ABSENT,
  'GET /uploads/bulletin/:id/:file.pdf': ABSENT,
  'GET /uploads/page/:id/:file.pdf': ABSENT,
  'GET /uploads/text/:file': ABSENT,
  'GET /uploads/:owner/:id/:file': ABSENT,
  'GET /uploads/:owner/:year/:id/:file': ABSENT,
  'GET /borrador/:token/uploads/bulletin/:id/:file.pdf': ABSENT,
  'GET /borrador/:token/uploads/page/:id/:file.pdf': ABSENT,
  'GET /borrador/:token/uploads/text/:file': ABSENT,
  'GET /borrador/:token/uploads/:owner/:id/:file': ABSENT,
  'GET /borrador/:token/uploads/:owner/:year/:id/:file': ABSENT,
};

/** Values for the parameters of an address: valid, but of records that do not exist. */
const places: Record<string, string> = { page: '1', dates: 'all', label: 'all', bclass: 'all' };
const addressOf = (pattern: string) => pattern.replace(/:(\w+)/g, (_, name: string) => places[name] ?? 'nadie');

test('every route of the app is in the table, and the table has no others', () => {
  expect(allRoutes().sort()).toEqual(Object.keys(table).sort());
});

const townForAll = openTownForAll();
test.for(Object.entries(table))('%s allows exactly the roles it should', async ([call, row]) => {
  const town = townForAll();
  const [method = '', pattern = ''] = call.split(' ');
  // Sessions of its own, because one of the routes ends them.
  const sessions = openSessions(town.db);
  const tokens: Record<Who, string | undefined> = {
    nobody: undefined,
    editor: await sessions.create(town.editorId),
    admin: await sessions.create(town.adminId),
  };
  for (const [index, who] of (['nobody', 'editor', 'admin'] as const).entries()) {
    const { status } = await town.call(
      method,
      addressOf(pattern),
      method === 'POST' || method === 'PUT' ? {} : undefined,
      { as: tokens[who] },
    );
    expect(status, who).toBe(row[index]);
  }
});

test('every route refuses all other methods', async () => {
  const town = await openTown();
  const patterns = new Set(Object.keys(table).map((call) => call.split(' ')[1] ?? ''));
  for (const pattern of patterns) {
    const { status, headers } = await town.call('PATCH', addressOf(pattern), {});
    expect(status, pattern).toBe(405);
    const allowed = Object.keys(table)
      .filter((call) => call.endsWith(` ${pattern}`) && !call.startsWith('HEAD'))
      .map((call) => call.split(' ')[0]);
    expect(
      (headers.get('allow') ?? '')
        .split(', ')
        .filter((one) => one !== 'HEAD')
        .sort(),
      pattern,
    ).toEqual(allowed.sort());
  }
});

test('an unknown address of the API is 404 in JSON, whatever is asked for', async () => {
  const town = await openTown();
  for (const path of [
    '/api',
    '/api/',
    '/api/nada',
    '/api/data/nada',
    '/api/dataPublic/nada',
    '/users/a/b/c',
    '/uploads/../api',
    '/uploads/.trash/x',
  ]) {
    const { status, body } = await town.get(path, { headers: { Accept: 'text/html' } });
    expect([path, status]).toEqual([path, 404]);
    expect(body).toMatchObject({ code: 'not-found' });
  }
});
