import type { MouseEvent } from 'react';
import { useNavigate } from 'react-router-dom';

/** Text that the server has sanitized on its way in; links to pages of this site are followed without a reload. */
export function RichText({ html, className = 'text' }: { html: string; className?: string }) {
  const navigate = useNavigate();
  function follow(event: MouseEvent<HTMLDivElement>) {
    const href = (event.target as Element).closest('a')?.getAttribute('href');
    const isPlainClick = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (!href || !/^\/(?!\/)/.test(href) || href.startsWith('/uploads/') || !isPlainClick) return;
    event.preventDefault();
    void navigate(href);
  }
  // The keyboard reaches the links themselves, whose activation is a click as well.
  return <div className={className} onClick={follow} dangerouslySetInnerHTML={{ __html: withScrollingTables(html) }} />;
}

/** A wide table scrolls by itself, by finger and by keyboard, and stays a table for a screen reader. */
function withScrollingTables(html: string): string {
  return html.replaceAll('<table', '<div class="scroll" role="group" aria-label="Tabla" tabindex="0"><table').replaceAll('</table>', '</table></div>');
}
