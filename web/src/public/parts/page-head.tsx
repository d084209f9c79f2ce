import type { ReactNode } from 'react';
import { TextWithPhones } from '../../components/phones.tsx';

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

/**
 * The sentences below the title of an article, whose telephones can be called.
 * @param town the town's own telephone, for numbers without an area code
 */
export const Standfirst = ({ text, town }: { text: string; town: string }) =>
  text && (
    <p className="copete">
      <TextWithPhones text={text} town={town} />
    </p>
  );
