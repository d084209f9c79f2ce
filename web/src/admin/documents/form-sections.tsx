import { useState } from 'react';
import type { ReactNode } from 'react';
import { Disclosure } from '../parts/disclosures/disclosure.tsx';
import { DisclosureSearch, isFoundIn, textsIn } from '../parts/disclosures/disclosure-search.tsx';
import { keyOf, valueAt } from '../parts/words/document-paths.ts';
import type { Path } from '../parts/words/document-paths.ts';
import type { DocumentFormProps } from './document-form.ts';
import { marksOf } from './form-marks.ts';

export interface FormSection {
  title: string;
  /** What it says while it is closed. */
  essential: ReactNode;
  /** The fields in it. */
  paths: readonly Path[];
  /** What it is found by, besides its title and what its fields contain: their labels. */
  words: string;
  body: () => ReactNode;
  /** Whether a question waits below its paths, or about what is in it and not in the document. */
  marks?: { isAsked: boolean };
}

/** The parts of a long form, closed: closed they are its index. */
export function FormSections({
  search,
  form,
  sections,
}: {
  /** What the search is called. */
  search: string;
  form: DocumentFormProps;
  sections: readonly FormSection[];
}) {
  const [open, setOpen] = useState<string | null>(null);
  const [typed, type] = useState('');
  const found = sections.filter(({ title, words, paths }) =>
    isFoundIn([title, words, ...paths.map((path) => textsIn(valueAt(form.value, path)))].join('\n'), typed),
  );
  const first = found[0];
  return (
    <>
      <DisclosureSearch
        label={search}
        typed={typed}
        type={type}
        found={found.length}
        others={sections.some(({ title }) => title === open) && !found.some(({ title }) => title === open) ? 1 : 0}
        openFirst={() => first && setOpen(first.title)}
      />
      <div className="disclosures">
        {sections.map(({ title, essential, paths, body, marks }) => {
          const isOpen = open === title;
          const own = marksOf(form, paths);
          return (
            <div key={title} hidden={!isOpen && !found.some((one) => one.title === title)}>
              <Disclosure
                title={title}
                essential={essential}
                marks={{ ...own, isAsked: own.isAsked || marks?.isAsked === true }}
                fields={paths.map(keyOf)}
                isOpen={isOpen}
                open={() => setOpen(title)}
                close={() => setOpen(null)}
                level={2}
              >
                {body()}
              </Disclosure>
            </div>
          );
        })}
      </div>
    </>
  );
}
