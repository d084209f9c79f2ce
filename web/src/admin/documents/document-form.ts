import type { ReactNode } from 'react';
import type { Json } from '../../offline/outbox/protocol/operation.ts';
import type { Path } from '../parts/words/document-paths.ts';

/** What the form of a document is given. */
export interface DocumentFormProps {
  value: Json;
  /** The document as it is saved. */
  stored: Json;
  /** Error messages by path (`emergencies.fire`). */
  faults: ReadonlyMap<string, string>;
  onChange: (value: Json) => void;
  /** Returns the question about an entry or a field that somebody else has changed too; null if there is none. */
  questionAt: (path: Path) => ReactNode;
}
