import '../../../../web/src/styles/tokens.css';
import ToastEditor from '@toast-ui/editor';
import { EditorView } from 'prosemirror-view';
import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { cleaned } from '../../../../web/src/fields/rich-text/clean-html.ts';
import { loadText } from '../../../../web/src/fields/rich-text/loaded-text.ts';
import { TextPicturesContext } from '../../../../web/src/fields/text-pictures.ts';
import type { TextPictures } from '../../../../web/src/fields/text-pictures.ts';
import { OwnPages } from '../../../../web/src/fields/own-pages.ts';
import { RichEditor } from '../../../../web/src/fields/rich-text/rich-editor.tsx';
import { schema } from '../../../../web/src/fields/rich-text/schema.ts';
import type { Inside } from '../../../../web/src/fields/rich-text/shell.ts';
import { htmlOf, written } from '../../../../web/src/fields/rich-text/written.ts';
import { html } from '#contract/fields';

/** What tests call in the page: the editor by itself, without a server. */
const harness = {
  /** What the device leaves of HTML, to the letter as the server writes it. */
  cleaned: (html: string) => [...cleaned(html).childNodes].map(htmlOf).join('').trim(),
  /** HTML as a browser understands it, of which nothing is taken. */
  understood(html: string) {
    const { body } = new DOMParser().parseFromString(html, 'text/html');
    return [...body.childNodes].map(htmlOf).join('').trim();
  },
  EditorView,
  /**
   * What is stored of a text after it was loaded; with a paragraph added to it; and if none of its blocks were known to
   * be unchanged.
   * @throws RangeError if the document is not one of the schema
   */
  trip(text: string) {
    const { doc, textOf } = loadText(text);
    doc.check();
    const more = schema.node('paragraph', null, schema.text('nuevo'));
    return {
      kept: textOf(doc),
      added: textOf(doc.copy(doc.content.addToEnd(more))),
      rewritten: written(doc.content),
    };
  },
  /** toast-ui's editor as it comes, with the parts that are not in its types. */
  bareEditor() {
    return new ToastEditor({
      el: document.createElement('div'),
      initialEditType: 'wysiwyg',
      usageStatistics: false,
    }) as unknown as Bare;
  },
  /** Shows an editor with a text, and nothing else. */
  show(text: string) {
    document.body.innerHTML = '<button>antes</button><div id="place"></div><button>después</button>';
    harness.typed = text;
    createRoot(document.querySelector('#place')!).render(<Field text={text} />);
  },
  /** What the field has been told last. */
  typed: null as string | null,
  left: 0,
  /** What takes the files that came, where a test does so later; null: at once. */
  held: null as (() => void)[] | null,
};

/** Takes any file, as 480 pixels wide and named after it. What is shown is one pixel. */
const pictures: TextPictures = {
  add(files, insert) {
    const take = () => {
      for (const { name } of files)
        insert({ name: `${name.replace(/\W+/g, '-').toLowerCase()}-0123456789abcdef`, width: 480, height: 320 });
    };
    if (harness.held) harness.held.push(take);
    else take();
  },
  editing: () => null,
  show: () => Promise.resolve('data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'),
  noteOf: ({ width }) => (width ? '' : 'No está.'),
};

const PAGES = [
  { title: 'Trámites y tasas', address: '/pagina/a1/tramites-y-tasas' },
  { title: 'Tasas de 2026', address: '/noticias/leer/b2/tasas-de-2026' },
];

function Field({ text }: { text: string }) {
  const [value, setValue] = useState(text);
  return (
    <>
      <label id="texto-label" htmlFor="texto">
        Texto
      </label>
      <OwnPages value={async () => PAGES}>
        <TextPicturesContext value={pictures}>
          <RichEditor
            id="texto"
            field={html('Texto')}
            value={value}
            isInvalid={false}
            describedBy=""
            onType={(next) => setValue((harness.typed = String(next)))}
            onLeave={() => (harness.left += 1)}
            onPick={() => {}}
          />
        </TextPicturesContext>
      </OwnPages>
    </>
  );
}

interface Bare extends Inside {
  eventEmitter: Inside['eventEmitter'] & { listen(event: string, heard: (state: unknown) => void): void };
  commandManager: { wwCommands: Record<string, unknown> };
  destroy(): void;
}

export type Harness = typeof harness;
Object.assign(window, { harness });
