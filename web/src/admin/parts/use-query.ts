import { useMemo } from 'react';
import { useLocation } from 'react-router-dom';

/** Returns the query of the address, the same object while it does not change. */
export function useQuery(): URLSearchParams {
  const { search } = useLocation();
  return useMemo(() => new URLSearchParams(search), [search]);
}
