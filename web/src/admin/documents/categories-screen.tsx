import { CATEGORIZED_TYPES, categoryFields } from '#contract/town/categories';
import type { CategorizedType, Category } from '#contract/town/categories';
import { categoriesSchema } from '#contract/town/documents';
import { firstSynonyms } from '#contract/town/synonyms';
import type { Synonyms } from '#contract/town/synonyms';
import type { Json } from '../../offline/outbox/protocol/operation.ts';
import { useConfirm } from '../parts/confirm.tsx';
import { useNotices } from '../parts/notices.tsx';
import { useWorkspace } from '../workspace/workspace.ts';
import { overlay } from '../workspace/overlay.ts';
import { Tick } from '../parts/tick.tsx';
import { DocumentInput } from './document-input.tsx';
import { valueAt, withValueAt } from '../parts/words/document-paths.ts';
import { DocumentScreen } from './document-screen.tsx';
import type { DocumentFormProps } from './document-form.ts';
import { EntryList } from './entry-list.tsx';
import { NO_ZONE, ZoneList } from './zone-list.tsx';

const LISTS: Record<CategorizedType, { title: string; note: string; add: string; blank: Category }> = {
  bulletin: {
    title: 'Clases del boletín',
    note:
      'Van en este orden en el Boletín Oficial. ' +
      'El título de la lista y el singular hacen falta solo si no son el nombre.',
    add: 'Agregar una clase',
    blank: { key: '', name: '', title: '', singular: '', retired: false },
  },
  agenda: {
    title: 'Categorías de la agenda',
    note: 'Van en este orden en la agenda y en la portada.',
    add: 'Agregar una categoría',
    blank: { key: '', name: '', retired: false },
  },
  roster: {
    title: 'Tipos de guardias y recorridos',
    note: 'Van en este orden en Guardias y recorridos.',
    add: 'Agregar un tipo',
    blank: { key: '', name: '', retired: false },
  },
};

const NO_WORDS: Synonyms = { words: '' };
const BLANKS = [...CATEGORIZED_TYPES.map((type) => ({ ...LISTS[type].blank })), { ...NO_WORDS }, { ...NO_ZONE }];
const PLACES = { lists: [...CATEGORIZED_TYPES.map((type) => [type]), ['zones'], ['synonyms']] };

/** Edit screen of the lists from which records have their category. */
export const CategoriesScreen = () => (
  <DocumentScreen
    name="categories"
    title="Listas"
    schema={categoriesSchema}
    Form={CategoriesForm}
    places={PLACES}
    blanks={BLANKS}
  />
);

function CategoriesForm(form: DocumentFormProps) {
  return (
    <>
      <p className="field-hint">
        Si cambiás un nombre, cambia en todo el sitio; las direcciones y lo publicado quedan como están. Lo retirado no
        se ofrece para lo nuevo, pero lo que ya lo tiene se sigue leyendo.
      </p>
      {CATEGORIZED_TYPES.map((type) => (
        <CategoryList key={type} type={type} form={form} />
      ))}
      <ZoneList form={form} />
      <SynonymList given={form} />
    </>
  );
}

/** Returns a list of a document. One that was typed as JSON may have any shape: what is missing or wrong is blank. */
export function categoriesIn(value: Json, type: CategorizedType): Category[] {
  const list = valueAt(value, [type]);
  const { blank } = LISTS[type];
  return (Array.isArray(list) ? list : []).map((one) => {
    const text = (key: string) => String(valueAt(one, [key]) ?? '');
    const texts = Object.keys(blank).map((key) => [key, text(key)]);
    return { ...(Object.fromEntries(texts) as typeof blank), retired: valueAt(one, ['retired']) === true };
  });
}

function CategoryList({ type, form }: { type: CategorizedType; form: DocumentFormProps }) {
  const { title, note, add, blank } = LISTS[type];
  const list = categoriesIn(form.value, type);
  const confirm = useConfirm();
  const notify = useNotices();
  const isUsed = useIsUsed(type);
  const fault = form.faults.get(type);
  const change = (next: Category[]) => form.onChange(withValueAt(form.value, [type], next.map(plain)));
  async function remove(at: number) {
    const { key, name } = list[at] ?? blank;
    if (key && (await isUsed(key))) {
      notify({ tone: 'bad', text: `«${name}» está en uso: no se puede quitar, pero sí retirar.` });
    } else if (!key || (await confirm({ text: `Vas a quitar «${name}» de la lista.` }))) {
      change(list.filter((_, other) => other !== at));
    }
  }
  return (
    <section className="list-part" aria-labelledby={`list-${type}`}>
      <h2 id={`list-${type}`}>{title}</h2>
      <p className="field-hint">{note}</p>
      <p className="field-error" role="alert">
        {fault}
      </p>
      <EntryList
        form={form}
        path={[type]}
        entries={list}
        stored={categoriesIn(form.stored, type)}
        nameOf={({ name }) => name || 'Sin nombre'}
        essentialOf={({ title: heading, retired }) => [heading, retired && 'Retirada'].filter(Boolean).join(' · ')}
        add={{ words: add, blank, field: 'name' }}
        onChange={change}
        onRemove={(at) => void remove(at)}
      >
        {({ retired }, at) => (
          <>
            <DocumentInput label="Nombre" path={[type, at, 'name']} form={form} />
            {blank.title !== undefined && (
              <>
                <DocumentInput label="Título de la lista" path={[type, at, 'title']} form={form} />
                <DocumentInput label="En singular" path={[type, at, 'singular']} form={form} />
              </>
            )}
            <Tick
              label="Retirada"
              checked={retired}
              onChange={(isRetired) => form.onChange(withValueAt(form.value, [type, at, 'retired'], isRetired))}
            />
            <p className="field-error">{form.faults.get(`${type}.${at}.key`)}</p>
          </>
        )}
      </EntryList>
    </section>
  );
}

/** The words that mean the same. A town that has not changed them has none in the document. */
function SynonymList({ given }: { given: DocumentFormProps }) {
  const list = synonymsIn(given.value);
  const form = { ...given, value: withValueAt(given.value, ['synonyms'], list.map(plain)) };
  const change = (next: Synonyms[]) => given.onChange(withValueAt(given.value, ['synonyms'], next.map(plain)));
  return (
    <section className="list-part" aria-labelledby="list-synonyms">
      <h2 id="list-synonyms">Palabras que significan lo mismo</h2>
      <p className="field-hint">
        Quien busca una encuentra también lo que dice las otras. En cada renglón, separadas por comas: «basura,
        residuos, recolección».
      </p>
      <p className="field-error" role="alert">
        {form.faults.get('synonyms')}
      </p>
      <EntryList
        form={form}
        path={['synonyms']}
        entries={list}
        stored={synonymsIn(given.stored)}
        nameOf={({ words }) => words || 'Sin palabras'}
        essentialOf={() => ''}
        add={{ words: 'Agregar palabras', blank: NO_WORDS, field: 'words' }}
        search="Buscar una palabra"
        onChange={change}
        onRemove={(at) => change(list.filter((_, other) => other !== at))}
      >
        {(_, at) => <DocumentInput label="Palabras" path={['synonyms', at, 'words']} form={form} />}
      </EntryList>
    </section>
  );
}

function synonymsIn(value: Json): readonly Synonyms[] {
  const list = valueAt(value, ['synonyms']);
  if (!Array.isArray(list)) return firstSynonyms;
  return list.map((one) => ({ words: String(valueAt(one, ['words']) ?? '') }));
}

const plain = (one: Category | Synonyms) => ({ ...one }) as Json;

/** Whether a record of this device has a category. The server, which has all records, checks it again. */
function useIsUsed(type: CategorizedType): (key: string) => Promise<boolean> {
  const { store, state } = useWorkspace();
  return async (key) => {
    const kept = await store.all(type);
    return overlay(type, kept, state()).some(({ record }) => record[categoryFields[type]] === key);
  };
}
