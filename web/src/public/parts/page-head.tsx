import type { ReactNode } from 'react';

/** The coloured head of an inner page with its only h1, which receives the focus after navigation. */
export function PageHead({
  title,
  lead,
  plane = 'plane-accent',
  children,
}: {
  title: string;
  lead?: string;
  plane?: string;
  children?: ReactNode;
}) {
  return (
    <div className={`head ${plane}`}>
      <div className="section">
        <h1 tabIndex={-1}>{title}</h1>
        {lead && <p>{lead}</p>}
        {children}
      </div>
    </div>
  );
}
