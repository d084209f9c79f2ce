import { lazy, Suspense } from 'react';
import { siteSchema } from '#contract/town/documents';
import { siteTexts } from '#contract/town/site-texts';
import { isSkyline, skylineNamed } from '#contract/town/skylines';
import type { Picture } from '#contract/values/pictures';
import { tidyHours } from '#contract/values/hours';
import { DocumentInput } from '../document-input.tsx';
import { keyOf, valueAt, withValueAt } from '../../parts/words/document-paths.ts';
import type { Path } from '../../parts/words/document-paths.ts';
import { SITE_COLOURS, SITE_GROUPS, SITE_TEXTS, SITE_WEATHER } from '../../parts/words/site-fields.ts';
import type { Part } from '../../parts/words/site-fields.ts';
import { DocumentScreen } from '../document-screen.tsx';
import type { DocumentFormProps } from '../document-form.ts';
import { FormSections } from '../form-sections.tsx';
import type { FormSection } from '../form-sections.tsx';
import { BLANK_LINE, LinesInput, linesIn } from '../lines-input.tsx';
import { Tick } from '../../parts/tick.tsx';
import { isParked } from '../../../offline/outbox/protocol/operation.ts';
import type { Shown } from '../../workspace/overlay.ts';
import { isMeasured } from '../../workspace/overlay.ts';
import { pictureOf } from '../../files/save-photo.ts';
import { useDocument } from '../../workspace/use-document.ts';
import { HeroInputs, useHero } from './hero-inputs.tsx';
import { WeatherInputs } from './weather-inputs.tsx';
import { TownPictureField } from './town-picture-field.tsx';
import { ColourHints, SkylineInput } from './look-inputs.tsx';

/** Loaded on demand, because the preview brings the code of the public pages. */
const SitePreview = lazy(() => import('./site-preview.tsx').then((code) => ({ default: code.SitePreview })));

const BLANKS = [BLANK_LINE];
const PLACES = {
  lists: [['lines']],
  fields: [
    ...[...SITE_GROUPS.flatMap(({ parts }) => parts), ...SITE_COLOURS].map(({ path }) => path),
    ...SITE_TEXTS.map(([name]) => ['texts', name]),
    ...SITE_WEATHER.map(({ path }) => path),
  ],
};

/** Edit screen of the town's identity: everything on the portal that is specific to this town. */
export const SiteScreen = () => (
  <DocumentScreen name="site" title="Sitio" schema={siteSchema} Form={SiteForm} places={PLACES} blanks={BLANKS} />
);

function SiteForm(form: DocumentFormProps) {
  const shown = useDocument('site');
  const image = shown && pictureOf(shown);
  const hero = useHero();
  const cover = useDocument('hero');
  return (
    <div className="beside-preview">
      <Suspense fallback={<p className="loading">Cargando la vista previa…</p>}>
        <SitePreview value={form.value} image={image && isMeasured(image) ? image : null} hero={hero} />
      </Suspense>
      <div>
        <FormSections
          search="Buscar en Sitio"
          form={form}
          sections={sectionsOf(form, hero, { shield: isAsked(shown), hero: isAsked(cover) })}
        />
      </div>
    </div>
  );
}

/** Whether a question about a document's picture waits for an answer. */
const isAsked = (shown: Shown | null) =>
  shown?.operations.some((one) => one.field !== 'value' && isParked(one)) ?? false;

/**
 * The sections of the form, in their order.
 * @param asked which pictures are asked about
 */
function sectionsOf(
  form: DocumentFormProps,
  hero: Picture | null,
  asked: { shield: boolean; hero: boolean },
): FormSection[] {
  const textOf = (path: Path) => String(valueAt(form.value, path) ?? '');
  const usual = siteTexts({ town: textOf(['town']) });
  const lines = linesIn(form.value);
  const written = SITE_TEXTS.filter(([name]) => textOf(['texts', name]) !== '').length;
  const skyline = textOf(['skyline']);
  return [
    ...SITE_GROUPS.map(({ title, parts }): FormSection => ({
      title,
      essential: essentialOf(parts, textOf),
      paths: parts.map(({ path }) => path),
      words: parts.map(({ label }) => label).join('\n'),
      ...(title === NAME_SECTION && { marks: { isAsked: asked.shield } }),
      body: () => (
        <>
          <Inputs parts={parts} form={form} />
          {title === NAME_SECTION && (
            <div className="shield">
              <TownPictureField owner="site" />
            </div>
          )}
        </>
      ),
    })),
    {
      title: 'Emergencias',
      essential: lines.map(({ name, phone }) => `${name} ${phone}`).join(' · '),
      paths: [['lines']],
      words: '',
      marks: { isAsked: lines.some((_, at) => form.questionAt(['lines', at]) !== null) },
      body: () => <LinesInput form={form} />,
    },
    {
      title: 'Horario y textos',
      essential: textOf(['texts', 'hours']) || (written > 0 ? `${written} propios` : 'Los de siempre'),
      paths: [['texts']],
      words: SITE_TEXTS.map(([name, label]) => `${label}\n${usual[name]}`).join('\n'),
      marks: { isAsked: SITE_TEXTS.some(([name]) => form.questionAt(['texts', name]) !== null) },
      body: () => (
        <>
          <p className="field-hint">Donde no escribas nada queda el texto que se ve en gris.</p>
          {SITE_TEXTS.map(([name, label]) => (
            <DocumentInput
              key={name}
              label={label}
              path={['texts', name]}
              form={form}
              placeholder={usual[name]}
              {...(name === 'hours' && { tidy: tidyHours })}
            />
          ))}
        </>
      ),
    },
    {
      title: 'Colores y paisaje',
      essential: (
        <>
          {SITE_COLOURS.map(({ path }) => (
            <span key={keyOf(path)} className="colour" style={{ background: textOf(path) }} />
          ))}{' '}
          {isSkyline(skyline) ? skylineNamed(skyline).label : ''}
        </>
      ),
      paths: [...SITE_COLOURS.map(({ path }) => path), ['skyline']],
      words: SITE_COLOURS.map(({ label }) => label).join('\n'),
      body: () => (
        <>
          <Inputs parts={SITE_COLOURS} form={form} />
          <ColourHints form={form} />
          <SkylineInput form={form} />
        </>
      ),
    },
    {
      title: 'Foto de portada',
      essential: hero ? 'Con foto' : 'Sin foto: queda el paisaje',
      paths: [['photo']],
      words: 'imagen',
      marks: { isAsked: asked.hero },
      body: () => <HeroInputs form={form} picture={hero} />,
    },
    {
      title: 'Alertas del tiempo',
      essential: textOf(['weather', 'feed']) === '' ? 'No se muestran' : `Desde ${textOf(['weather', 'feed'])}`,
      paths: SITE_WEATHER.map(({ path }) => path),
      words: ['Servicio Meteorológico Nacional SMN', ...SITE_WEATHER.map(({ label }) => label)].join('\n'),
      marks: { isAsked: SITE_WEATHER.some(({ path }) => form.questionAt(path) !== null) },
      body: () => <WeatherInputs form={form} />,
    },
    {
      title: 'Primeros pasos',
      essential: valueAt(form.value, ['firstSteps']) === true ? 'Se muestran al entrar' : 'Ocultos',
      paths: [['firstSteps']],
      words: '',
      body: () => (
        <Tick
          label="Mostrar los primeros pasos al entrar"
          checked={valueAt(form.value, ['firstSteps']) === true}
          onChange={(isShown) => form.onChange(withValueAt(form.value, ['firstSteps'], isShown))}
        />
      ),
    },
  ];
}

const [{ title: NAME_SECTION } = { title: '' }] = SITE_GROUPS;

/** Returns what is filled in: of addresses only what they are, because nobody reads one. */
function essentialOf(parts: readonly Part[], textOf: (path: Path) => string): string {
  const filled = parts.filter(({ path }) => textOf(path) !== '');
  const words = filled.map(({ label, path, inputMode }) => (inputMode === 'url' ? label : textOf(path)));
  return words.join(' · ') || 'Sin completar';
}

const Inputs = ({ parts, form }: { parts: readonly Part[]; form: DocumentFormProps }) =>
  parts.map(({ label, path, type, inputMode }) => (
    <DocumentInput key={label} label={label} path={path} form={form} {...(type && { type })} inputMode={inputMode} />
  ));
