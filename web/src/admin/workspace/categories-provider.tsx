import { createContext, useContext, useMemo } from 'react';
import type { ReactNode } from 'react';
import { firstCategories } from '#contract/town/categories';
import type { Categories } from '#contract/town/categories';
import { overlayOne } from './overlay.ts';
import { useStoredRecord } from './use-stored-record.ts';

const CategoriesContext = createContext(firstCategories);

/**
 * Reads the town's categories for the screens in it, which are drawn once that is done: until then a new record would
 * get a category that this town may not have.
 */
export function CategoriesProvider({ children }: { children: ReactNode }) {
  const stored = useStoredRecord('categories', 'categories');
  const kept = stored?.kept ?? null;
  const laid = stored?.laid;
  const categories = useMemo(() => {
    const shown = laid && overlayOne('categories', kept, 'categories', laid);
    return (shown?.record as Categories | undefined) ?? firstCategories;
  }, [kept, laid]);
  if (!stored) return null;
  return <CategoriesContext value={categories}>{children}</CategoriesContext>;
}

/** Returns the town's categories with pending changes applied; those of a new portal until this device holds them. */
export const useCategories = (): Categories => useContext(CategoriesContext);
