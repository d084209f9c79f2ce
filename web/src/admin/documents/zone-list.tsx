import { zonesOf } from '#contract/calendar/roster-rows';
import { listed } from '#contract/calendar/roster-words';
import { STREET_LIMITS, tidyStreets } from '#contract/town/zone-streets';
import type { ZoneStreets } from '#contract/town/zones';
import { bare } from '#contract/values/text';
import type { Json } from '../../offline/outbox/protocol/operation.ts';
import { valueAt, withValueAt } from '../parts/words/document-paths.ts';
import { overlay } from '../workspace/overlay.ts';
import { useRead } from '../workspace/workspace.ts';
import { DocumentInput } from './document-input.tsx';
import type { DocumentFormProps } from './document-form.ts';
import { EntryList } from './entry-list.tsx';

export const NO_ZONE: ZoneStreets = { zone: '', streets: '' };

/** The zones of a document. One that was typed as JSON may have any shape: what is missing or wrong is blank. */
export function zonesIn(value: Json): ZoneStreets[] {
  const list = valueAt(value, ['zones']);
  const text = (one: Json, key: keyof ZoneStreets) => String(valueAt(one, [key]) ?? '');
  return (Array.isArray(list) ? list : []).map((one) => ({ zone: text(one, 'zone'), streets: text(one, 'streets') }));
}

/** The streets and neighbourhoods of each zone, by which residents find theirs. */
export function ZoneList({ form }: { form: DocumentFormProps }) {
  const list = zonesIn(form.value);
  const known = useRosterZones();
  const change = (next: ZoneStreets[]) => form.onChange(withValueAt(form.value, ['zones'], next as unknown as Json));
  const has = (zones: readonly string[], zone: string) => zones.some((one) => bare(one) === bare(zone));
  const next =
    known.find(
      (zone) =>
        !has(
          list.map((one) => one.zone),
          zone,
        ),
    ) ?? '';
  return (
    <section className="list-part" aria-labelledby="list-zones">
      <h2 id="list-zones">Calles y barrios de cada zona</h2>
      <p className="field-hint">
        Por su calle o su barrio se encuentra la zona en «Hoy». Se llaman como en las guardias y recorridos.
      </p>
      <p className="field-error" role="alert">
        {form.faults.get('zones')}
      </p>
      <EntryList
        form={form}
        path={['zones']}
        entries={list}
        stored={zonesIn(form.stored)}
        nameOf={({ zone }) => zone || 'Sin nombre'}
        essentialOf={({ streets }) => streets.replaceAll('\n', ', ') || 'Sin calles'}
        add={{ words: 'Agregar una zona', blank: { ...NO_ZONE, zone: next }, field: 'zone' }}
        most={STREET_LIMITS.zones}
        onChange={change}
        onRemove={(at) => change(list.filter((_, other) => other !== at))}
      >
        {({ zone }, at) => (
          <>
            <DocumentInput label="Zona" path={['zones', at, 'zone']} form={form} />
            {zone && known.length > 0 && !has(known, zone) && (
              <p className="field-hint over">
                Ninguna guardia ni recorrido nombra esta zona. Las que hay: {listed(known)}.
              </p>
            )}
            <DocumentInput
              label="Calles y barrios, uno por renglón"
              path={['zones', at, 'streets']}
              form={form}
              rows={8}
              tidy={tidyStreets}
            />
            <p className="field-hint">
              Podés pegar una lista separada por comas. Un tramo lleva sus números: «San Martín 1-500».
            </p>
          </>
        )}
      </EntryList>
    </section>
  );
}

/** Returns the zones that the rosters of this device name, with pending changes applied. */
function useRosterZones(): string[] {
  const read = useRead('zones', (store) => store.all('roster'));
  if (!read) return [];
  const shown = overlay('roster', read.value, read.laid).filter(({ isGone }) => !isGone);
  return zonesOf(shown.map(({ record }) => ({ turns: String(record['turns'] ?? '') })));
}
