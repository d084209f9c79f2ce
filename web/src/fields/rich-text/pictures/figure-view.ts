import type { Node as Block } from 'prosemirror-model';
import { TextSelection } from 'prosemirror-state';
import type { EditorView, NodeView, ViewMutationRecord } from 'prosemirror-view';
import type { TextPictures } from '../../text-pictures.ts';
import { pictureOf } from './figures.ts';
import type { Attributes } from '../schema.ts';

/** How a picture and its caption are shown in the editor. The address of the picture is not that of the page. */
export class FigureView implements NodeView {
  readonly dom = document.createElement('figure');
  readonly contentDOM = document.createElement('figcaption');
  private readonly picture = document.createElement('img');
  private readonly note = document.createElement('p');
  private readonly pictures: () => TextPictures;
  private node: Block;
  private shown = '';

  constructor(node: Block, view: EditorView, getPos: () => number | undefined, pictures: () => TextPictures) {
    this.node = node;
    this.pictures = pictures;
    const own = document.createElement('div');
    own.contentEditable = 'false';
    own.append(this.picture, this.note);
    this.dom.append(own, this.contentDOM);
    // Its tools are those of the cursor in its caption.
    own.addEventListener('click', () => {
      const at = getPos();
      if (at === undefined) return;
      const end = at + this.node.nodeSize - 1;
      view.dispatch(view.state.tr.setSelection(TextSelection.create(view.state.doc, end)));
      view.focus();
    });
    this.picture.addEventListener('error', () => {
      this.shown = '';
      this.picture.hidden = true;
      this.note.textContent = 'Esta imagen no está en este dispositivo: se va a ver cuando haya señal.';
    });
    this.draw();
  }

  update(node: Block): boolean {
    if (node.type !== this.node.type) return false;
    this.node = node;
    this.draw();
    return true;
  }

  /** Shows the picture and what is to be said of it, as they are now. */
  draw(): void {
    const { attrs, content } = this.node;
    const picture = pictureOf(attrs.picture as Attributes);
    this.dom.classList.toggle('half', attrs.isHalf === true);
    this.contentDOM.classList.toggle('empty', content.size === 0);
    this.contentDOM.dataset.hint = 'Epígrafe (si hace falta)';
    this.picture.alt = picture.alt ?? '';
    if (picture.width && picture.height) {
      this.picture.width = picture.width;
      this.picture.height = picture.height;
    }
    this.note.textContent = [
      this.pictures().noteOf(picture),
      picture.alt === undefined && 'Falta decir qué muestra: tocá la imagen y escribilo abajo.',
    ]
      .filter(Boolean)
      .join(' ');
    if (this.shown === picture.name) return;
    this.shown = picture.name;
    void this.pictures()
      .show(picture)
      .then((address) => {
        if (this.shown !== picture.name) return;
        // Tried again when something has changed.
        if (address === null) this.shown = '';
        else this.picture.src = address;
        this.picture.hidden = address === null;
      });
  }

  ignoreMutation(mutation: ViewMutationRecord): boolean {
    return mutation.type !== 'selection' && !this.contentDOM.contains(mutation.target);
  }

  stopEvent = (event: Event): boolean =>
    /^(?:drag|drop)/.test(event.type) ? false : !this.contentDOM.contains(event.target as Node);
}
