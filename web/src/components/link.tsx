import { Link as RouterLink } from 'react-router-dom';
import type { LinkProps } from 'react-router-dom';

/** The router's link without its prefetching attributes, which are unused and would add bytes to every link. */
export function Link(props: LinkProps) {
  return <RouterLink discover="none" {...props} />;
}
