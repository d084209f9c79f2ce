/** By folder; floors from the ground up. */
export const HOUSES: Readonly<Record<string, readonly { floor: string; rooms: readonly string[] }[]>>;
