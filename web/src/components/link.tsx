import { Link as RouterLink } from 'react-router-dom';
import type { LinkProps } from 'react-router-dom';

/**
 * The router's link without its marks for a kind of prefetching that is not used here: they are bytes on every link.
 */
export function Link(props: LinkProps) {
  return <RouterLink discover="none" {...props} />;
}
