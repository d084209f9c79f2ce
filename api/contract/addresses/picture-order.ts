import type { RecordEntity } from '../record-types.ts';

/** The call that arranges the pictures of a gallery (POST). It is not among `calls`, which residents load too. */
export const pictureOrderCall = (owner: RecordEntity | 'greenpointpage', id: string) =>
  owner === 'greenpointpage' ? '/api/greenpoints/image/order' : `/api/${owner}/image/order/${id}`;
