import { traitsOf } from './record-types.ts';
import type { RecordType } from './record-types.ts';

/** Values of a user's group. */
export const ADMIN = 1;
export const EDITOR = 2;

/**
 * Whether only Admins may change this type: as in the screens of spec section 6, and the town's identity too.
 */
export function isAdminOnly(type: RecordType | 'user'): boolean {
  return type === 'user' || traitsOf(type).isAdminOnly === true;
}

/** May a member of this group change records of this type? */
export const mayEdit = (usergroup: number, type: RecordType | 'user') => usergroup === ADMIN || !isAdminOnly(type);

/**
 * Does changing this field of a user need the author's password again? What lets somebody in, or reaches them, does
 * (ASVS 5.0, 7.5.1): an unattended tablet must not make anybody an Admin.
 */
export const asksPassword = (field: string) => field !== 'name';
