/**
 * Version of the format of stored operations. A release reads rows of older versions and leaves those of newer ones
 * alone.
 */
export const OPERATION_VERSION = 2;
