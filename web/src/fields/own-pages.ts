import { createContext } from 'react';
import { bare } from '#contract/values/text';

/** A page of the portal that a text can lead to. */
export interface OwnPage {
  title: string;
  address: string;
}

/** Reads the pages that this device knows of; outside of the back office there are none. */
export const OwnPages = createContext<() => Promise<readonly OwnPage[]>>(() => Promise.resolve([]));

const MOST_OFFERED = 8;

/** Returns the titles that have each of the words in them, accents aside; at most eight. */
export function titlesWith(pages: readonly OwnPage[], words: string): string[] {
  const asked = bare(words).split(/\s+/).filter(Boolean);
  if (asked.length === 0) return [];
  const found = pages.filter(({ title }) => asked.every((word) => bare(title).includes(word)));
  return [...new Set(found.map(({ title }) => title))].slice(0, MOST_OFFERED);
}

/** Returns the address of the first page with a title; undefined if there is none. */
export const addressOfTitle = (pages: readonly OwnPage[], title: string): string | undefined =>
  pages.find((page) => page.title === title.trim())?.address;
