import { lazy, Suspense } from 'react';
import { siteSchema } from '#contract/town/documents';
import { siteTexts } from '#contract/town/site-texts';
import type { SiteTextName } from '#contract/town/site-texts';
import { DocumentInput } from './document-input.tsx';
import { valueAt, withValueAt } from './document-paths.ts';
import type { Path } from './document-paths.ts';
import { DocumentScreen } from './document-screen.tsx';
import type { DocumentFormProps } from './document-screen.tsx';
import { LinesInput } from './lines-input.tsx';
import { Tick } from '../ui/tick.tsx';
import { isMeasured } from '../workspace/overlay.ts';
import { pictureOf } from '../files/save-photo.ts';
import { useDocument } from './use-document.ts';
import { ShieldField } from './shield-field.tsx';
import { ColourHints, SkylineInput } from './look-inputs.tsx';

/** With the code of the public pages. */
const SitePreview = lazy(() => import('./site-preview.tsx').then((code) => ({ default: code.SitePreview })));

interface Part {
  label: string;
  path: Path;
  type?: 'color';
  inputMode?: 'tel' | 'email' | 'url';
}
const tel = 'tel' as const;
const url = 'url' as const;

const GROUPS: { title: string; parts: Part[] }[] = [
  {
    title: 'Municipalidad',
    parts: [
      { label: 'Nombre de la localidad', path: ['town'] },
      { label: 'Nombre corto, para el ícono de la aplicación', path: ['shortName'] },
      { label: 'Provincia', path: ['province'] },
      { label: 'Nombre de la municipalidad', path: ['name'] },
      { label: 'Lema', path: ['motto'] },
      { label: 'Dirección', path: ['address'] },
      { label: 'Código postal', path: ['postalCode'] },
      { label: 'Teléfono', path: ['phone'], inputMode: tel },
      { label: 'Correo electrónico', path: ['email'], inputMode: 'email' },
    ],
  },
  {
    title: 'Enlaces',
    parts: [
      { label: 'Consulta de impuestos', path: ['taxUrl'], inputMode: url },
      { label: 'Consulta ciudadana', path: ['consultationUrl'], inputMode: url },
      { label: 'Facebook', path: ['social', 'facebook'], inputMode: url },
      { label: 'Instagram', path: ['social', 'instagram'], inputMode: url },
      { label: 'X', path: ['social', 'x'], inputMode: url },
      { label: 'YouTube', path: ['social', 'youtube'], inputMode: url },
    ],
  },
  {
    title: 'Turismo y mapa',
    parts: [
      { label: 'Dirección de la oficina de turismo', path: ['tourism', 'address'] },
      { label: 'Teléfono de la oficina de turismo', path: ['tourism', 'phone'], inputMode: tel },
      { label: 'Correo de la oficina de turismo', path: ['tourism', 'email'], inputMode: 'email' },
      { label: 'Dirección web del mapa', path: ['map', 'embedUrl'], inputMode: url },
      { label: 'Título del mapa', path: ['map', 'title'] },
    ],
  },
  {
    title: 'Seguridad informática',
    parts: [{ label: 'Contacto para avisar de una falla: correo o página', path: ['securityContact'] }],
  },
];
/** Each is said in its place unless the town writes another. */
const TEXTS: [SiteTextName, string][] = [
  ['hours', 'Horario de atención, en Datos útiles, la portada y la cartelera'],
  ['news', 'Bajo el título de Noticias'],
  ['agenda', 'Bajo el título de Agenda'],
  ['bulletins', 'Bajo el título de Boletín Oficial'],
  ['tourism', 'Bajo el título de Turismo'],
  ['greenPoints', 'Bajo el título de Puntos verdes'],
  ['usefulData', 'Bajo el título de Datos útiles'],
  ['phones', 'Datos útiles, en la portada'],
  ['consultation', 'Consulta ciudadana, en la portada'],
  ['bulletinsSign', 'Cartel del Boletín Oficial, en la portada'],
  ['tourismSign', 'Cartel de Turismo, en la portada'],
  ['agendaSign', 'Cartel de la Agenda, en la portada'],
  ['greenPointsSign', 'Cartel de Puntos verdes, en la portada'],
  ['footer', 'Al pie, bajo el lema'],
  ['rights', 'Al pie, después del nombre de la municipalidad'],
];
const COLOURS: Part[] = [
  { label: 'Color de la municipalidad', path: ['accent'], type: 'color' },
  { label: 'Segundo color: emergencias y detalles', path: ['second'], type: 'color' },
];

/** Edit screen of the town's identity: everything on the portal that is specific to this town. */
export const SiteScreen = () => (
  <>
    <DocumentScreen name="site" title="Sitio" schema={siteSchema} Form={SiteForm} />
    <ShieldField />
  </>
);

function SiteForm(form: DocumentFormProps) {
  const shown = useDocument('site');
  const image = shown && pictureOf(shown);
  const usual = siteTexts({ town: String(valueAt(form.value, ['town'])) });
  return (
    <div className="beside-preview">
      <Suspense fallback={<p className="loading">Cargando la vista previa…</p>}>
        <SitePreview value={form.value} image={image && isMeasured(image) ? image : null} />
      </Suspense>
      <div>
        {GROUPS.map(({ title, parts }) => (
          <fieldset key={title} className="group">
            <legend>{title}</legend>
            <Inputs parts={parts} form={form} />
          </fieldset>
        ))}
        <LinesInput form={form} />
        <fieldset className="group">
          <legend>Textos</legend>
          <p className="field-hint">Donde no escribas nada queda el texto que se ve en gris.</p>
          {TEXTS.map(([name, label]) => (
            <DocumentInput key={name} label={label} path={['texts', name]} form={form} placeholder={usual[name]} />
          ))}
        </fieldset>
        <fieldset className="group">
          <legend>Aspecto</legend>
          <Inputs parts={COLOURS} form={form} />
          <ColourHints form={form} />
          <SkylineInput form={form} />
        </fieldset>
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
