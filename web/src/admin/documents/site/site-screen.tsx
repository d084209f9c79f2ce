import { lazy, Suspense } from 'react';
import { siteSchema } from '#contract/town/documents';
import { siteTexts } from '#contract/town/site-texts';
import { DocumentInput } from '../document-input.tsx';
import { valueAt, withValueAt } from '../../parts/words/document-paths.ts';
import { SITE_COLOURS, SITE_GROUPS, SITE_TEXTS } from '../../parts/words/site-fields.ts';
import type { Part } from '../../parts/words/site-fields.ts';
import { DocumentScreen } from '../document-screen.tsx';
import type { DocumentFormProps } from '../document-screen.tsx';
import { LinesInput } from '../lines-input.tsx';
import { Tick } from '../../parts/tick.tsx';
import { isMeasured } from '../../workspace/overlay.ts';
import { pictureOf } from '../../files/save-photo.ts';
import { useDocument } from '../../workspace/use-document.ts';
import { HeroInputs, useHero } from './hero-inputs.tsx';
import { TownPictureField } from './town-picture-field.tsx';
import { ColourHints, SkylineInput } from './look-inputs.tsx';

/** Loaded on demand, because the preview brings the code of the public pages. */
const SitePreview = lazy(() => import('./site-preview.tsx').then((code) => ({ default: code.SitePreview })));

const PLACES = {
  lists: [['lines']],
  fields: [
    ...[...SITE_GROUPS.flatMap(({ parts }) => parts), ...SITE_COLOURS].map(({ path }) => path),
    ...SITE_TEXTS.map(([name]) => ['texts', name]),
  ],
};

/** Edit screen of the town's identity: everything on the portal that is specific to this town. */
export const SiteScreen = () => (
  <>
    <DocumentScreen name="site" title="Sitio" schema={siteSchema} Form={SiteForm} places={PLACES} />
    <div className="group shield">
      <TownPictureField owner="site" />
    </div>
  </>
);

function SiteForm(form: DocumentFormProps) {
  const shown = useDocument('site');
  const image = shown && pictureOf(shown);
  const hero = useHero();
  const usual = siteTexts({ town: String(valueAt(form.value, ['town'])) });
  return (
    <div className="beside-preview">
      <Suspense fallback={<p className="loading">Cargando la vista previa…</p>}>
        <SitePreview value={form.value} image={image && isMeasured(image) ? image : null} hero={hero} />
      </Suspense>
      <div>
        {SITE_GROUPS.map(({ title, parts }) => (
          <fieldset key={title} className="group">
            <legend>{title}</legend>
            <Inputs parts={parts} form={form} />
          </fieldset>
        ))}
        <LinesInput form={form} />
        <fieldset className="group">
          <legend>Textos</legend>
          <p className="field-hint">Donde no escribas nada queda el texto que se ve en gris.</p>
          {SITE_TEXTS.map(([name, label]) => (
            <DocumentInput key={name} label={label} path={['texts', name]} form={form} placeholder={usual[name]} />
          ))}
        </fieldset>
        <fieldset className="group">
          <legend>Aspecto</legend>
          <Inputs parts={SITE_COLOURS} form={form} />
          <ColourHints form={form} />
          <SkylineInput form={form} />
        </fieldset>
        <HeroInputs form={form} picture={hero} />
        <fieldset className="group">
          <legend>Administrador</legend>
          <Tick
            label="Mostrar los primeros pasos al entrar"
            checked={valueAt(form.value, ['firstSteps']) === true}
            onChange={(isShown) => form.onChange(withValueAt(form.value, ['firstSteps'], isShown))}
          />
        </fieldset>
      </div>
    </div>
  );
}

const Inputs = ({ parts, form }: { parts: Part[]; form: DocumentFormProps }) =>
  parts.map(({ label, path, type, inputMode }) => (
    <DocumentInput key={label} label={label} path={path} form={form} {...(type && { type })} inputMode={inputMode} />
  ));
