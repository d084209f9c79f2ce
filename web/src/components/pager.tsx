import { Link } from './link.tsx';

/** Pagination: previous, the numbers around the current page, next. Renders nothing for a single page. */
export function Pager({ page, pages, to }: { page: number; pages: number; to: (page: number) => string }) {
  if (pages <= 1) return null;
  const shown = pagerNumbers(page, pages);
  return (
    <nav className="pager" aria-label="Páginas">
      {page > 1 && (
        <Link to={to(page - 1)} rel="prev">
          Anterior
        </Link>
      )}
      {shown.map((number, at) => (
        <span key={number}>
          {at > 0 && number - (shown[at - 1] ?? 0) > 1 && <span aria-hidden="true">… </span>}
          <Link to={to(number)} aria-current={number === page ? 'page' : undefined} aria-label={`Página ${number}`}>
            {number}
          </Link>
        </span>
      ))}
      {page < pages && (
        <Link to={to(page + 1)} rel="next">
          Siguiente
        </Link>
      )}
    </nav>
  );
}

/** Returns the page numbers to show: the first, the last, the current one and two on each side of it. */
export function pagerNumbers(page: number, pages: number): number[] {
  const numbers = new Set([1, pages, page - 2, page - 1, page, page + 1, page + 2]);
  return [...numbers].filter((number) => number >= 1 && number <= pages).sort((a, b) => a - b);
}
