import type { AnchorHTMLAttributes } from 'react';
import { useHref, useLinkClickHandler } from 'react-router-dom';
import type { LinkProps } from 'react-router-dom';

type Props = Pick<LinkProps, 'to' | 'state'> & Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href' | 'target'>;

/** A link to a page of the portal. The router's own brings prefetching along, which nothing here uses. */
export function Link({ to, state, onClick, children, ...rest }: Props) {
  const follow = useLinkClickHandler<HTMLAnchorElement>(to, { state: state as unknown });
  return (
    <a
      {...rest}
      href={useHref(to)}
      onClick={(event) => {
        onClick?.(event);
        if (!event.defaultPrevented) follow(event);
      }}
    >
      {children}
    </a>
  );
}
