import type { EntityName } from '../forms-and-lists.ts';
import { isListedType } from '../record-types.ts';
import type { RecordEntity, TownPicture } from '../record-types.ts';
import { outboxCalls } from './outbox-calls.ts';
import { LOG_IN, LOG_OUT, PASSWORD_RESET, PASSWORD_RESET_USE } from './public-calls.ts';

const part = encodeURIComponent;
const DATA = '/api/data';

interface CallNames {
  create: string;
  remove: string;
  one: string;
  list: string;
}

/** The calls of the back office to which spec section 7.3 gives irregular names. */
const namedCalls: Partial<Record<EntityName, CallNames>> = {
  story: {
    create: 'createStoryBasic',
    remove: 'deleteStory',
    one: 'getStoryById',
    list: 'getStoriesByAll',
  },
  agenda: {
    create: 'agendaCreateBasic',
    remove: 'agendaDelete',
    one: 'getAgendaById',
    list: 'getAgendaByAll',
  },
  authority: {
    create: 'authorityCreateBasic',
    remove: 'authorityDelete',
    one: 'getAuthoritiesById',
    list: 'getAuthoritiesByAll',
  },
  album: {
    create: 'createAlbumBasic',
    remove: 'deleteAlbum',
    one: 'getAlbumById',
    list: 'getAlbumsByAll',
  },
  map: { create: 'createMap', remove: 'deleteMap', one: 'getMapsById', list: 'getMapsByAll' },
  greenpoint: {
    create: 'createGreenPoint',
    remove: 'deleteGreenPoint',
    one: 'getGreenPointById',
    list: 'getGreenPointMapsByAll',
  },
  bulletin: {
    create: 'createBulletin',
    remove: 'deleteBulletin',
    one: 'getBulletinById',
    list: 'getBulletinsByPage',
  },
  user: { create: 'createUserBasic', remove: 'deleteUser', one: 'getUserById', list: 'getUserByAll' },
};
/** All others are called by their type. */
function callNames(entity: EntityName): CallNames {
  const type = `${entity.charAt(0).toUpperCase()}${entity.slice(1)}`;
  return (
    namedCalls[entity] ?? {
      create: `create${type}`,
      remove: `delete${type}`,
      one: `get${type}ById`,
      list: `get${type}ByAll`,
    }
  );
}

/** The calls of the back office (spec sections 7.3 and 7.4). All POST unless said. */
export const calls = {
  ...outboxCalls,
  create: (entity: EntityName) => `${DATA}/${callNames(entity).create}`,
  remove: (entity: EntityName, id: string) => `${DATA}/${callNames(entity).remove}/${id}`,
  /** GET; POST for users. */
  one: (entity: EntityName, id: string) => `${DATA}/${callNames(entity).one}/${id}`,
  list: (entity: EntityName, page = 1) => `${DATA}/${callNames(entity).list}${isPaged(entity) ? `/${page}` : ''}`,
  document: (name: 'site' | 'categories' | 'usefulData') => `${DATA}/${name}`,
  greenPointText: () => '/api/greenpointpage/update',
  /** @param owner not the green-point page, whose calls have names of their own */
  picture: (owner: RecordEntity | TownPicture, id: string) => `/api/${owner}/image/${id}`,
  pictureDelete: (owner: RecordEntity | TownPicture, id: string) => `/api/${owner}/image/delete/${id}`,
  pictureAlt: (owner: RecordEntity | 'hero', id: string) => `/api/${owner}/image/alt/${id}`,
  greenPointPicture: () => '/api/greenpoints/image',
  greenPointPictureDelete: () => '/api/greenpoints/image/delete',
  greenPointPictureAlt: () => '/api/greenpoints/image/alt',
  /** A picture within texts. It belongs to no record. */
  textPicture: () => '/api/text/image',
  pdf: (entity: RecordEntity, id: string) => `/api/${entity}/pdf/${id}`,
  pdfDelete: (entity: RecordEntity, id: string) => `/api/${entity}/pdf/delete/${id}`,
  digest: () => '/api/bulletin/pdf',
  albumVideoAdd: (id: string) => `${DATA}/AlbumAddVideo/${id}`,
  /** GET in the spec, as are the next three. */
  albumVideoDelete: (id: string, video: string) => `${DATA}/AlbumDeleteVideo/${id}/${part(video)}`,
  labelRemove: (story: string, label: string) => `${DATA}/LabelsRemoveStory/${story}/${part(label)}`,
  labelCreateAdd: (story: string, name: string) => `${DATA}/LabelsCreateAddStory/${story}/${part(name)}`,
  labelAdd: (story: string, label: string) => `${DATA}/LabelsAddStory/${story}/${part(label)}`,
  /** GET */
  labelSuggestions: (text: string) => `${DATA}/getLabelsBySearch/${part(text)}`,
  /** GET: what the list of first steps needs of the server. */
  firstSteps: () => `${DATA}/firstSteps`,
  /** GET */
  feed: (query: string) => `${DATA}/changes${query}`,
  /** GET, as are the next four */
  history: (query: string) => `${DATA}/history${query}`,
  historyOf: (type: string, id: string, query = '') => `${DATA}/history/${type}/${id}${query}`,
  historyEntry: (type: string, id: string, entry: number | string) => `${DATA}/history/${type}/${id}/${entry}`,
  historyExport: (query: string) => `${DATA}/historyExport${query}`,
  historyExportOf: (type: string, id: string, query: string) => `${DATA}/historyExport/${type}/${id}${query}`,
  /** Restores a picture or a PDF to its record from the trash. */
  historyFile: (type: string, id: string) => `${DATA}/historyFile/${type}/${id}`,
  /** GET, POST, DELETE: the link by which somebody without an account sees a draft. */
  draftLink: (type: string, id: string) => `${DATA}/draftLink/${type}/${id}`,
  /** GET: says that one is editing a record, and asks who else is. */
  presence: (type: string, id: string) => `${DATA}/presence/${type}/${id}`,
  /** GET: which phones an alert reaches. */
  alertReach: (id: string) => `${DATA}/alertReach/${id}`,
  /** GET, for Admins: the state of the portal. */
  portalState: () => `${DATA}/portalState`,
  authenticate: () => LOG_IN,
  tokenExpired: () => '/users/tokenExpired',
  logout: () => LOG_OUT,
  /** GET: whether a forgotten password can be reset by mail; POST asks for a link. */
  passwordReset: () => PASSWORD_RESET,
  /** Sets a password with the token of the link. */
  passwordResetUse: () => PASSWORD_RESET_USE,
  /** Gives the password again, for what asks for it: `confirm` in `problems.ts`. */
  confirm: () => '/users/confirm',
  /** The second factor of a user, for them and for Admins. */
  secondFactor: (user: string) => `/users/${user}/secondFactor`,
  /** Sets up one's own, and gives new recovery codes. */
  secondFactorSet: (user: string) => `/users/${user}/secondFactor/set`,
  secondFactorCodes: (user: string) => `/users/${user}/secondFactor/codes`,
  /** Removes it, or lets no device do without it any more: for the person and for Admins. */
  secondFactorRemove: (user: string) => `/users/${user}/secondFactor/remove`,
  secondFactorForget: (user: string) => `/users/${user}/secondFactor/forget`,
  /** For Admins: whom it is required of. */
  secondFactorRule: () => `${DATA}/secondFactorRule`,
  /** The open sessions of a user, for them and for Admins. */
  sessions: (user: string) => `/users/${user}/sessions`,
  /** Closes one of them, or all but the one that asks. */
  sessionsClose: (user: string) => `/users/${user}/sessions/close`,
} as const;

/** Whether the entity's admin list and its address have pages. Short lists have none. */
export function isPaged(entity: EntityName): boolean {
  return entity !== 'user' && isListedType(entity);
}

/** The query of the history's pages and of its export. */
export const historyQuery = {
  page: ({ before, deleted = false }: { before?: number | null; deleted?: boolean } = {}) => {
    const given = [...(deleted ? ['deleted=1'] : []), ...(before ? [`before=${before}`] : [])];
    return given.length > 0 ? `?${given.join('&')}` : '';
  },
  format: (format: 'json' | 'csv') => `?format=${format}`,
} as const;
